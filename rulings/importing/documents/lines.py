"""The lines of a document, as every form of document is read, and those that are left out."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple


class Line(NamedTuple):
    """A line of a document. `heading` is its level, 0 for other lines.

    `bullet` begins an item of a list; `verbatim` is a row of a table or a line of code, which
    stays a line of its own.
    """

    number: int
    text: str
    heading: int = 0
    bullet: bool = False
    verbatim: bool = False


class LeftOut(NamedTuple):
    """Lines that an import does not take: what they are, the first and the last, how many."""

    what: str
    first: int
    last: int
    lines: int = 1


def spans(what: str, numbers: Iterable[int], kept: Container[int]) -> list[LeftOut]:
    """The lines with these numbers as spans; between two spans stands a line that is `kept`."""
    found: list[LeftOut] = []
    for number in sorted(numbers):
        if found and not any(each in kept for each in range(found[-1].last + 1, number)):
            found[-1] = found[-1]._replace(last=number, lines=found[-1].lines + 1)
        else:
            found.append(LeftOut(what, number, number))
    return found
