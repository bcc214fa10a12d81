"""What is on a sheet: every entry with its parts, the clauses it cites, the sources, the notes.

A plan knows nothing of how it will look, and `sheets.planning` makes it. Its texts are the book's
Markdown; `Plan.words_for` and `Plan.places` say what a reference in them is called, and whether it
leads anywhere.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from rulings.format.authorities import Authority
from rulings.format.model import Ruleset, Source, Text
from rulings.format.sheets import Part, Sheet
from rulings.languages import said
from rulings.reading.book import Book
from rulings_cli.html.brand import Brand


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of an entry; `part` is None for a text that is never left out."""

    part: Part | None
    text: Text


@dataclass(frozen=True, slots=True)
class Case:
    """A row of a fork's decision table: the condition, what holds then, the entry that says so and
    its authority; None where the row leads to the next question.
    """

    when: Text
    verdict: Text
    title: Text
    notes: tuple[Text, ...]
    id: str
    authority: Authority | None


@dataclass(frozen=True, slots=True)
class Item:
    """An entry as a sheet prints it: title, verdict, passages, what it cites, who says so.

    A fork has its cases instead, and its question where that is not its title.
    """

    id: str
    title: Text
    authority: Authority
    verdict: Text
    passages: tuple[Passage, ...]
    cites: tuple[str, ...]
    notes: tuple[Text, ...]
    question: Text
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A table of worked formulas: a head, and for each row an id, a label and its values."""

    title: Text
    head: tuple[Text, tuple[str, ...]]
    rows: tuple[tuple[str, Text, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The items and tables under one heading; the title may be empty.

    The contents list only the sections that were selected.
    """

    title: Text
    intro: Text
    items: tuple[Item, ...]
    tables: tuple[Numbers, ...]
    listed: bool = True


@dataclass(frozen=True, slots=True)
class SharedRemark:
    """A remark that several entries have; the sheet prints it once, at its end."""

    ids: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet with everything that stands on it."""

    sheet: Sheet
    languages: tuple[str, ...]
    fingerprint: str
    sections: tuple[Section, ...]
    calls: tuple[Item, ...]
    in_force: tuple[Item, ...]
    clauses: tuple[Item, ...]
    rulesets: tuple[Ruleset, ...]
    sources: tuple[tuple[Source, str], ...]
    _book: Book = field(repr=False)
    remarks: tuple[SharedRemark, ...] = ()
    absent: tuple[str, ...] = ()
    """What was selected, but does not fit on a poster."""

    @property
    def brand(self) -> Brand:
        """What the book is published under."""
        return Brand(self._book, self.languages)

    @property
    def items(self) -> list[Item]:
        """The entries that were selected, in order."""
        return [item for section in self.sections for item in section.items]

    @property
    def everything(self) -> list[Item]:
        """The entries that were selected and those printed because these cite them."""
        return self._shown(frozenset())

    def _shown(self, omit: frozenset[Part]) -> list[Item]:
        clauses = () if Part.CLAUSES in omit else self.clauses
        return [*self.calls, *self.items, *self.in_force, *clauses]

    def authorities(self, omit: frozenset[Part]) -> list[Authority]:
        """The authorities that the sheet names, the most binding first."""
        badges = {each.authority for item in self._shown(omit) for each in item.cases or (item,)}
        return sorted(filter(None, badges), key=lambda authority: authority.rank)

    def places(self, omit: frozenset[Part]) -> frozenset[str]:
        """The ids that a reference can lead to on this sheet."""
        return frozenset(item.id for item in self._shown(omit))

    def words_for(self, reference: str, item: Item | None, language: str) -> str:
        """What a reference in a text is called: an id stays, a card or term gets its name."""
        kind, colon, slug = reference.partition(":")
        if not colon or kind not in ("card", "term"):
            return reference
        key = (self._game_of(item), slug)
        named = self._book.cards.get(key) if kind == "card" else self._book.terms.get(key)
        return said(named.name, language) if named else slug

    def _game_of(self, item: Item | None) -> str:
        if item is not None:
            return self._book.ruleset_of(item.id).game
        return self.rulesets[0].game if self.rulesets else ""


def keeping(plan: Plan, ids: Container[str]) -> Plan:
    """The plan without the selected entries that have other ids."""
    sections = []
    for section in plan.sections:
        kept = tuple(item for item in section.items if item.id in ids)
        if kept or section.tables:
            sections.append(replace(section, items=kept))
    return replace(plan, sections=tuple(sections))
