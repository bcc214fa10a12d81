"""What is on a sheet, as plain data in the languages of the sheet: all that is printed of it.

`sheets.planning` makes a plan of a book; the template of the PDF gets it as JSON.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulings.format import words
from rulings.format.authority_and_status import Authority
from rulings.format.model import Text
from rulings.format.sheets import Paper, Part
from rulings.languages import text_in
from rulings.text.markdown import Node
from rulings_cli.sheets import phrases
from rulings_cli.terminal import strings

Words = dict[str, str]
"""A short text in the languages of the sheet, once where it is the same in all."""
Blocks = dict[str, list[Node]]
"""A text of the book in the languages of the sheet, as `rulings.text.markdown` gives it."""
SectionKind = Literal["calls", "in force", "selected", "cited"]


class Passage(Struct, frozen=True, kw_only=True):
    """A text of an entry in one language, with the label before it; `part` is None for a text that
    is never left out.
    """

    part: Part | None
    label: str
    text: list[Node]


class Case(Struct, frozen=True, kw_only=True):
    """A row of a fork's decision table: the condition, what holds then, the entry that says so and
    its authority; None where the row leads to the next question.
    """

    when: Words
    verdict: Blocks = {}
    title: Words = {}
    notes: list[Words] = []
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


class Notice(Struct, frozen=True, kw_only=True):
    """A text at the end, and the part that it goes with; None for one that is never left out."""

    text: Blocks
    part: Part | None = None


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
    notices: list[Notice]
    accent: str
    logo: list[int]
    omitted: tuple[Part, ...] = ()
    absent: tuple[str, ...] = ()
    """What was selected, but does not fit on a poster."""

    @property
    def selected(self) -> list[Item]:
        """The entries that were selected, in order."""
        return [item for each in self.sections if each.kind == "selected" for item in each.items]

    @property
    def count(self) -> int:
        """How many entries and calls it was made for."""
        kinds = ("calls", "selected")
        return sum(len(section.items) for section in self.sections if section.kind in kinds)

    @property
    def items(self) -> list[Item]:
        """All entries, also those that are printed because others cite them."""
        return [item for section in self.sections for item in section.items]

    @property
    def authorities(self) -> dict[str, Words]:
        """What the authorities are called that the sheet names, the most binding first."""
        named = {item.authority for item in self.items}
        named |= {case.authority for item in self.items for case in item.cases}
        ranked = sorted(filter(None, named), key=lambda authority: authority.rank)
        return {str(each): self._shown(words.WORDS[f"authority_{each}"]) for each in ranked}

    @property
    def labels(self) -> dict[str, Words]:
        """The headings that every sheet brings."""
        return {name: self._shown(text) for name, text in phrases.LABELS.items()}

    @property
    def parts(self) -> list[Part]:
        """The parts that could be left out, the first to go first."""
        texts = (text for item in self.items for texts in item.passages.values() for text in texts)
        there = {text.part for text in texts} | {notice.part for notice in self.notices}
        if self.contents:
            there.add(Part.CONTENTS)
        if any(section.kind == "cited" for section in self.sections):
            there.add(Part.CLAUSES)
        return [part for part in Part if part in there]

    @property
    def left_out(self) -> Words:
        """The line that says what is not on the sheet; empty where everything is."""
        line: Words = {}
        if self.absent:
            line = phrases.filled(phrases.WORDS["absent"], ids=", ".join(self.absent))
        elif self.omitted and not self.poster:
            gone = [phrases.LEFT_OUT[part] for part in Part if part in self.omitted]
            parts = {
                code: strings.separator(code).join(text_in(part, code) for part in gone)
                for code in self.languages
            }
            line = phrases.filled(phrases.WORDS["left_out_to_fit"], parts=parts)
        return self._shown(line)

    def _shown(self, text: Text) -> Words:
        return phrases.shown(text, self.languages)

    def without(self, parts: Collection[Part]) -> Plan:
        """The plan without these parts of its entries and of itself."""
        sections = [
            replace(section, items=[_less(item, parts) for item in section.items])
            for section in self.sections
            if section.kind != "cited" or Part.CLAUSES not in parts
        ]
        return replace(
            self,
            sections=sections,
            notices=[notice for notice in self.notices if notice.part not in parts],
            contents=self.contents and Part.CONTENTS not in parts,
            omitted=(*self.omitted, *(part for part in self.parts if part in parts)),
        )

    def keeping(self, ids: Collection[str]) -> Plan:
        """The plan without the selected entries that have other ids."""
        sections = []
        for section in self.sections:
            chosen = section.kind == "selected"
            items = [item for item in section.items if item.id in ids or not chosen]
            if items or section.tables:
                sections.append(replace(section, items=items))
        return replace(self, sections=sections)


def _less(item: Item, parts: Collection[Part]) -> Item:
    """An entry without some of its parts."""
    passages = {
        language: kept
        for language, texts in item.passages.items()
        if (kept := [text for text in texts if text.part not in parts])
    }
    return replace(item, passages=passages)
