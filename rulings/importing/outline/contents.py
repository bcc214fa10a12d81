"""Lines of a document that are no rules: its contents page, page numbers, running heads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rulings.importing.documents.lines import Line
from rulings.importing.outline.numbers import ARTICLE, POINTED, Mark, narrow

_LEADER = " \t.…‥·・_-"
_TITLE = re.compile(r"(?:table of )?contents|index|目次|もくじ", re.IGNORECASE)
_BARE_PAGE = re.compile(r"\d{1,4}")
_PAGE = re.compile(
    r"-\s?\d{1,4}\s?-|(?:page|ペ-ジ|p\.)\s?\d{1,4}(?:\s?(?:/|of)\s?\d{1,4})?"
    r"|\d{1,4}\s?(?:/|of)\s?\d{1,4}|\d{1,4}\s?ペ-ジ",
    re.IGNORECASE,
)
_OFTEN, _LEAST_BARE = 3, 3
_MOST_OTHERS = 5
"""More numbered lines than this that do not come again are rules: the contents are over."""


def contents_pages(lines: Sequence[Line], marks: Sequence[list[Mark]]) -> set[int]:
    """The places of lines in a contents page: a run of headings that all come again later, with
    rules between them. (A list that is printed twice has nothing between its lines.)
    """
    last: dict[str, int] = {}
    for place, line in enumerate(lines):
        last[_key(line.text)] = place
    contents: set[int] = set()
    run: list[int] = []
    later: list[int] = []
    numbered = others = 0
    for place, line in enumerate([*lines, Line(0, ".")]):
        numbers = marks[place] if place < len(marks) else []
        again = max(last.get(_key(text), -1) for text in (line.text, _bare(line.text)))
        if line.text and (again > place or _TITLE.fullmatch(line.text)):
            run.append(place)
            later.append(max(again, place))
            numbered += bool(numbers)
        elif line.text:
            if numbered > 1 and max(later) - min(later) > 2 * (run[-1] - run[0]):
                contents |= set(run)
            run, later, numbered = [], [], 0
            others += any(not mark.weak for mark in numbers)
            if others > _MOST_OTHERS:
                break
    return contents


def furniture(lines: Sequence[Line], marks: Sequence[list[Mark]]) -> set[int]:
    """The places of page numbers and running heads, where a document has pages.

    ``- 1 -`` and ``Page 1`` are page numbers wherever they stand alone; a bare ``1`` is if the
    rules have other numbers, and most of at least three such lines count on from the last.
    """
    texts = [narrow(line.text) for line in lines]
    alone = [place for place, text in enumerate(texts) if _PAGE.fullmatch(text)]
    bare = [place for place, text in enumerate(texts) if _BARE_PAGE.fullmatch(text)]
    bare = [place for place in bare if not _heads(marks, place)]
    numbered = any(mark.style in (POINTED, ARTICLE) for each in marks for mark in each)
    if numbered and len(bare) >= _LEAST_BARE and _grows(texts, bare):
        alone = sorted([*alone, *bare])
    if not alone:
        return set()
    near = {place + step for place in alone for step in (-3, -2, -1, 1, 2, 3)} - set(alone)
    beside = [place for place in sorted(near) if 0 <= place < len(lines)]
    counts = Counter(lines[place].text for place in beside if lines[place].text)
    return {*alone, *(place for place in beside if counts[lines[place].text] >= _OFTEN)}


def _bare(text: str) -> str:
    """A heading without its page number and the dots before it."""
    title = text.rstrip("0123456789")
    return title.rstrip(_LEADER) if title != text and title[-1:] in _LEADER else text


def _key(text: str) -> str:
    return "".join(text.split()).casefold()


def _heads(marks: Sequence[list[Mark]], place: int) -> bool:
    """Whether a number that stands alone is that of the section whose rules come next."""
    after = next((marks[at] for at in range(place + 1, len(marks)) if marks[at]), [])
    number = marks[place][0].parts[:1] if marks[place] else ()
    return any(mark.parts[:1] == number and mark.parts[1:] in ((0,), (1,)) for mark in after)


def _grows(texts: list[str], places: list[int]) -> bool:
    """Whether most numbers are one more than the last, as page numbers are."""
    numbers = [int(texts[at]) for at in places]
    steps = sum(after - before == 1 for before, after in pairwise(numbers))
    return 2 * steps > len(numbers)
