"""A line of a document, as every form of document is read."""

from __future__ import annotations

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
