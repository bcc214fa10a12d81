"""The sheet of the book format: a printable selection of entries, and its layout."""

import enum
from typing import Annotated, Literal

from msgspec import Meta

from rulings.format.model import Date, Identifier, Text, _Part, is_date
from rulings.languages import END, PATTERN

Paper = Literal["a4", "letter"]
SheetLanguage = Annotated[
    str, Meta(pattern=rf"^both{END}|{PATTERN}", description="A code such as en or ja, or both.")
]
Style = Literal["full", "poster"]
"""A poster has titles and verdicts alone, large, on one page."""


class Part(enum.StrEnum):
    """What a sheet may leave out, in the order in which it does so to save pages.

    Titles, verdicts and authorities always stay, and so does the wording of a rule without a
    verdict. `answer` is what a verdict sums up: an answer, or the wording of a rule.
    """

    WHY = "why"
    DIFFERS = "differs"
    EXAMPLES = "examples"
    CONTENTS = "contents"
    QUESTION = "question"
    CLAUSES = "clauses"
    REMARK = "remark"
    NOTICE = "notice"
    ANSWER = "answer"


class Select(_Part, frozen=True, kw_only=True):
    """A filter of entries; empty fields let everything through."""

    ruleset: str = ""
    game: str = ""
    kind: str = ""
    authority: Annotated[str, Meta(description="`event`, or `event+` for it and those above.")] = ""


class TableRow(_Part, frozen=True, kw_only=True):
    """One line of a table: a formula of an entry, worked out for each value of the table."""

    formula: Annotated[Identifier, Meta(description="The entry whose formula is worked.")]
    output: Annotated[str, Meta(description="Which output; the last one if not said.")] = ""
    given: dict[str, int | float] = {}
    label: Annotated[Text, Meta(description="Else the formula's own label.")] = {}


class Table(_Part, frozen=True, kw_only=True):
    """Numbers worked out from formulas, a column for each value of one input."""

    title: Text = {}
    over: Annotated[str, Meta(description="The input that grows from column to column.")]
    values: list[int | float]
    rows: list[TableRow]


class SheetSection(_Part, frozen=True, kw_only=True):
    """A part of a sheet under one heading: entries by id, by filter and by query, in that order."""

    title: Text = {}
    intro: Text = {}
    entries: Annotated[list[Identifier], Meta(description="Ids; `BR 8` is a whole section.")] = []
    select: Select | None = None
    queries: list[str] = []
    limit: Annotated[int, Meta(ge=1, le=100, description="Entries for each query.")] = 3
    tables: list[Table] = []


class Sheet(_Part, frozen=True, kw_only=True):
    """A printable selection of entries."""

    id: Annotated[str, Meta(description="The name to print it by; else the file's name.")] = ""
    title: Text
    intro: Text = {}
    event: Text = {}
    date: Date | None = None
    language: SheetLanguage | None = None
    style: Style = "full"
    poster: Annotated[str, Meta(description="The ruleset whose poster it is.")] = ""
    paper: Paper = "a4"
    columns: Annotated[int, Meta(ge=1, le=3)] | None = None
    pages: Annotated[int, Meta(ge=1, le=99, description="At most so many pages.")] | None = None
    variants: Annotated[list[Identifier] | None, Meta(description="Those in force.")] = None
    omit: Annotated[list[Part], Meta(description="What is left out in any case.")] = []
    sections: list[SheetSection]

    def __post_init__(self) -> None:
        if self.date and not is_date(self.date):
            raise ValueError(f"{self.date} does not exist")
