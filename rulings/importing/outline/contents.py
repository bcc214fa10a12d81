"""Lines of a document that are no rules: its contents page, page numbers, running heads."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from rulings.importing.documents.lines import Line
from rulings.importing.outline.number_forms import CHAPTER, PLAIN, WHOLE, Mark, Place, narrow

_TITLE = re.compile(
    r"(?:table of )?contents|index|\[toc\]|目次|もくじ|inhalt(?:sübersicht|sverzeichnis)?",
    re.IGNORECASE,
)
_LEADER = " \t\u3000.…‥・·_,-"
_BARE_PAGE = re.compile(r"\d{1,4}")
_PAGE = re.compile(
    r"-\s?\d{1,4}\s?-|(?:page|seite|página|ペ-ジ|p\.|s\.)\s?\d{1,4}(?:\s?(?:/|of|von|sur|de)\s?\d{1,4})?"
    r"|\d{1,4}\s?(?:/|of|von|sur)\s?\d{1,4}|\d{1,4}\s?ペ-ジ",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"(?:©|copyright (?:©|\(c\)|\d{4})).{0,120}", re.IGNORECASE)


def lines_to_skip(lines: Sequence[Line], marks: Sequence[list[Mark]]) -> dict[int, str]:
    """The places of such lines, and what each is. A copyright line counts only below rules."""
    skipped = _contents_pages(lines, marks)
    first = next((at for at, each in enumerate(marks) if each and at not in skipped), 0)
    rights = [at for at in range(first, len(lines)) if _COPYRIGHT.fullmatch(lines[at].text)]
    pages = dict.fromkeys(_furniture(lines, marks), "page numbers and running heads")
    return dict.fromkeys(rights, "copyright") | pages | dict.fromkeys(skipped, "contents")


def _contents_pages(lines: Sequence[Line], marks: Sequence[list[Mark]]) -> set[int]:
    """The places of a contents page: short lines, most of whose numbers come again in order."""
    keys = [_key(each) for each in marks]
    starts = [at for at, key in enumerate(keys) if key and not lines[at].quoted]
    for first in starts[:5]:  # it begins with one of the first numbers
        again = next((at for at in starts if at > first and keys[at] == keys[first]), None)
        if again is not None and (contents := _run(lines, keys, first, again)):
            return contents
    return set()


def _run(
    lines: Sequence[Line], keys: Sequence[tuple[str, Place] | None], first: int, again: int
) -> set[int]:
    """The contents page from line `first` on, whose first number comes `again` above its rules."""
    lines_of: dict[tuple[str, Place] | None, list[int]] = defaultdict(list)
    for at in range(again, len(lines)):
        lines_of[keys[at]].append(at)
    run = [at for at in range(first, again) if keys[at]]
    while keys[run[-1]] not in lines_of and CHAPTER in (keys[run[-1]] or ()):
        run.pop()  # the chapter of the first rule
    if not all(_is_short(lines[at].text) for at in range(first, run[-1])):
        return set()
    place, in_order = again - 1, 0  # of the last number that came again, and how many have
    for at in run:
        later = lines_of[keys[at]]
        if (index := bisect_right(later, place)) < len(later):
            place, in_order = later[index], in_order + 1
    above = [at for at in range(max(0, first - 3), first) if _TITLE.fullmatch(lines[at].text)]
    rules = any(not _is_short(lines[at].text) for at in range(again, place + 1))
    if 2 * in_order <= len(run) or len(run) + len(above) < 3 or not rules:
        return set()
    texts = {_bare(line.text) for line in lines[again:]}
    ends = ((at, _bare(lines[at].text)) for at in range(run[-1], again))
    unnumbered = (at for at, text in ends if text in texts or text != lines[at].text)
    places = {*above, *range(first, run[-1] + 1), *unnumbered}
    return {at for at in places if lines[at].text}


def _is_short(text: str) -> bool:
    """Whether a line could be one of a contents page: no sentence, but for the number of a page."""
    return len(text) <= 100 and not _bare(text).endswith((".", "。", "!", "?", "！", "？"))


def _key(marks: Sequence[Mark]) -> tuple[str, Place] | None:
    """The number of a rule, section or chapter: ``1`` and ``1.`` are the same."""
    whole = next((mark for mark in marks if mark.style in (*WHOLE, CHAPTER)), None)
    return whole and ("" if whole.style == PLAIN else whole.style, whole.place)


def _furniture(lines: Sequence[Line], marks: Sequence[list[Mark]]) -> set[int]:
    """The places of page numbers and running heads, where a document has pages.

    ``- 1 -`` and ``Page 1`` are page numbers wherever they stand alone; a bare ``1`` is if at least
    three of them, no sections, mostly count on from the last.
    """
    texts = [narrow(line.text) for line in lines]
    alone = {place for place, text in enumerate(texts) if _PAGE.fullmatch(text)}
    bare = [place for place, text in enumerate(texts) if _BARE_PAGE.fullmatch(text)]
    bare = [place for place in bare if not _heads(marks, place)]
    steps = [int(texts[after]) - int(texts[before]) for before, after in pairwise(bare)]
    if len(bare) >= 3 and 2 * steps.count(1) > len(bare):
        alone |= set(bare)
    near = {place + step for place in alone for step in (-3, -2, -1, 1, 2, 3)} - alone
    beside = [place for place in near if 0 <= place < len(lines)]
    counts = Counter(texts[place] for place in beside if texts[place])
    return alone | {place for place in beside if counts[texts[place]] >= 3}


def _bare(text: str) -> str:
    """A heading without its page number and the dots before it."""
    title = text.rstrip("0123456789")
    return title.rstrip(_LEADER) if title != text and title[-1:] in _LEADER else text


def _heads(marks: Sequence[list[Mark]], place: int) -> bool:
    """Whether a number alone in its line is the section of the rules that come next."""
    after = next((marks[at] for at in range(place + 1, len(marks)) if marks[at]), [])
    number = marks[place][0].parts[:1] if marks[place] else ()
    return any(mark.parts[:1] == number and mark.parts[1:] in ((0,), (1,)) for mark in after)
