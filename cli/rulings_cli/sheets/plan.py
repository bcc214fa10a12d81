"""What is on a sheet, as plain data in the languages of the sheet: all that is printed of it.

`sheets.planning` makes a plan of a book; the template of the PDF gets it as JSON.
"""

from typing import Literal

from msgspec import Struct

from rulings.format.authority_and_status import Authority
from rulings.format.sheets import Paper, Part
from rulings.text.markdown import Node

Words = dict[str, str]
"""A short text in the languages of the sheet, once where it is the same in all."""
Blocks = dict[str, list[Node]]
"""A text of the book in the languages of the sheet, as `rulings.text.markdown` gives it."""
SectionKind = Literal["calls", "in force", "selected", "cited"]


class Passage(Struct, frozen=True, kw_only=True):
    """A text in one language, with the label before it; `part` is None if it is never left out."""

    part: Part | None
    label: str
    text: list[Node]


class Case(Struct, frozen=True, kw_only=True):
    """A row of a fork's decision table; `authority` is None if it leads to another fork."""

    when: Words
    verdict: Blocks = {}
    title: Words = {}
    notes: list[Words] = []
    overruled: bool = False
    id: str
    authority: Authority | None = None


class Item(Struct, frozen=True, kw_only=True):
    """An entry as a sheet prints it: title, verdict, passages, what it cites, who says so.

    A fork has its cases instead, and its question where that is not its title.
    """

    id: str
    title: Words
    verdict: Blocks
    notes: list[Words]
    passages: dict[str, list[Passage]]
    cites: list[str]
    authority: Authority | None
    overruled: bool
    question: Words
    cases: list[Case]


class Row(Struct, frozen=True, kw_only=True):
    """A line of a table of numbers: an entry's formula, worked out for each column."""

    id: str
    label: Words
    values: list[str]


class Numbers(Struct, frozen=True, kw_only=True):
    """A table of worked formulas."""

    title: Words
    head: Words
    values: list[str]
    rows: list[Row]


class Section(Struct, frozen=True, kw_only=True):
    """The items and tables under one heading, which may be empty."""

    kind: SectionKind
    title: Words
    intro: Blocks
    items: list[Item]
    tables: list[Numbers]


class SourceLine(Struct, frozen=True, kw_only=True):
    """A source: its title, what is known of it, its address."""

    title: Words
    about: str
    url: str


class Plan(Struct, frozen=True, kw_only=True):
    """A sheet with everything that stands on it."""

    languages: tuple[str, ...]
    paper: Paper
    columns: int
    poster: bool
    title: Words
    event_line: str
    running: tuple[str, str]
    foot: str
    editions: list[Words]
    intro: Blocks
    contents: bool
    sections: list[Section]
    sources: list[SourceLine]
    notices: list[Blocks]
    accent: str
    logo: list[int]
    authorities: dict[str, Words]
    labels: dict[str, Words]
    left_out: Words
    """The line that says what is not on the sheet; empty where everything is."""
    parts: list[Part]
    """The parts that could be left out, the first to go first."""

    @property
    def selected(self) -> list[Item]:
        """The entries that were selected, in order."""
        return [item for each in self.sections if each.kind == "selected" for item in each.items]

    @property
    def ids(self) -> list[str]:
        """The entries and calls that it was made for."""
        made_for = (each for each in self.sections if each.kind in ("calls", "selected"))
        return [item.id for section in made_for for item in section.items]
