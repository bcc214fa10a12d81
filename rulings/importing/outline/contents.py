"""Lines of a document that are no rules: its contents page, page numbers, running heads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rulings.importing.documents.lines import Line
from rulings.importing.outline.numbers import PLAIN, Mark

_LEADER = " \t.…‥·・_-"
_TITLE = re.compile(r"(?:table of )?contents|index|目次|もくじ", re.IGNORECASE)
_PAGE = re.compile(r"(?:[-–—]\s*)?(?:page )?\d{1,4}(?: ?(?:/|of) ?\d{1,4})?(?:\s*[-–—])?")
_NUMBER = re.compile(r"\d{1,4}")
_OFTEN = 5
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
    """The places of page numbers and running heads, where a document has pages."""
    plain = [place for place, line in enumerate(lines) if _PAGE.fullmatch(line.text)]
    alone = [place for place in plain if not marks[place] or marks[place][0].style == PLAIN]
    if len(alone) < _OFTEN or not _grows(lines, alone):
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


def _grows(lines: Sequence[Line], places: list[int]) -> bool:
    """Whether most numbers are one more than the last, as page numbers are."""
    numbers = [int(match[0]) for at in places if (match := _NUMBER.search(lines[at].text))]
    steps = sum(after - before == 1 for before, after in pairwise(numbers))
    return 2 * steps > len(numbers)
