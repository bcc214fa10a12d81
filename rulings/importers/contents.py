"""Lines of a document that are no rules: its contents page, page numbers, running heads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rulings.importers.lines import Line
from rulings.importers.numbers import PLAIN, Mark

_LEADER = " \t.…‥·・_-"
_TITLE = re.compile(r"(?:table of )?contents|index|目次|もくじ", re.IGNORECASE)
_PAGE = re.compile(r"(?:[-–—]\s*)?(?:page )?\d{1,4}(?: ?(?:/|of) ?\d{1,4})?(?:\s*[-–—])?")
_OFTEN = 5


class LeftOut(NamedTuple):
    """Lines that are no rules: what they are, and the first and the last of them."""

    what: str
    first: int
    last: int


def contents(lines: Sequence[Line], marks: Sequence[list[Mark]]) -> set[int]:
    """The places of lines in a contents page: a run of headings that all come again later."""
    last: dict[str, int] = {}
    for place, line in enumerate(lines):
        last[_key(line.text)] = place
    found: set[int] = set()
    run: list[int] = []
    numbered = 0
    for place, line in enumerate([*lines, Line(0, ".")]):
        own = marks[place] if place < len(marks) else []
        again = max(last.get(_key(text), -1) for text in (line.text, _bare(line.text)))
        if line.text and (again > place or _TITLE.fullmatch(line.text)):
            run.append(place)
            numbered += bool(own)
        elif line.text:
            found |= set(run) if numbered > 1 else set()
            run, numbered = [], 0
    return found


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


def spans(what: str, lines: Sequence[Line], places: set[int]) -> list[LeftOut]:
    """The spans of lines at some places, each called `what`."""
    found: list[LeftOut] = []
    for number in sorted(lines[place].number for place in places):
        if found and number <= found[-1].last + 2:
            found[-1] = LeftOut(what, found[-1].first, number)
        else:
            found.append(LeftOut(what, number, number))
    return found


def _bare(text: str) -> str:
    """A heading without its page number and the dots before it."""
    title = text.rstrip("0123456789")
    return title.rstrip(_LEADER) if title != text and title[-1:] in _LEADER else text


def _key(text: str) -> str:
    return "".join(text.split()).casefold()


def _grows(lines: Sequence[Line], places: list[int]) -> bool:
    """Whether most numbers are one more than the last, as page numbers are."""
    numbers = [int(re.sub(r"\D.*", "", lines[place].text.lstrip("-–—Pp age"))) for place in places]
    steps = sum(after - before == 1 for before, after in pairwise(numbers))
    return 2 * steps > len(numbers)
