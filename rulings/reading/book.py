"""A book in memory, as it was read: what it holds, where each thing stands, what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rulings import ids
from rulings.format.imprint import Imprint
from rulings.format.model import AnyEntry, Card, Clause, Game, Named, Ruleset, Source, Term, Text
from rulings.format.sheets import Sheet
from rulings.format.thresholds import Line
from rulings.reading.layers import Below
from rulings.reading.phrasings import Asked
from rulings.reading.problems import Problem
from rulings.reading.yaml_reader import Document, Pointer

BUILT_IN_BOOK = Path(__file__).parent.parent / "book"

_Entry = TypeVar("_Entry", bound=AnyEntry)


def names_of(item: Game | Ruleset | Named) -> list[str]:
    """All that a game, ruleset, card, move or term is called, in every language."""
    reading = item.reading if isinstance(item, Named) else ""
    aliases = (alias for listed in item.aliases.values() for alias in listed)
    return list(filter(None, [*item.name.values(), reading, *aliases]))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something stands: its document, and the way to it inside."""

    document: Document
    pointer: Pointer
    layer: int

    @property
    def place(self) -> str:
        """``path:line:column``."""
        line, column = self.document.place(self.pointer)
        return f"{self.document.path}:{line}:{column}"


@dataclass(slots=True)
class Book:
    """A book in memory. `entries` holds clauses, variants, rulings and notes by id."""

    games: dict[str, Game] = field(default_factory=dict)
    rulesets: dict[str, Ruleset] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    entries: dict[str, AnyEntry] = field(default_factory=dict)
    cards: dict[tuple[str, str], Card] = field(default_factory=dict)
    terms: dict[tuple[str, str], Term] = field(default_factory=dict)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    imprint: Imprint | None = None
    imprint_folder: Path | None = None
    lines: dict[str, Line] = field(default_factory=dict)
    """By id, the line between answer, perhaps and none, for entries whose book has its own line."""
    replaced_by: dict[str, str] = field(default_factory=dict)
    """By id or ``source:id``, the name of the book that replaces what another book says."""

    def ruleset_of(self, identifier: str) -> Ruleset:
        """The ruleset that an entry belongs to; KeyError where its prefix is unknown."""
        prefix = ids.prefix_of(identifier)
        for ruleset in self.rulesets.values():
            if ruleset.prefix == prefix:
                return ruleset
        raise KeyError(prefix)

    def of_ruleset(self, ruleset: Ruleset, kind: type[_Entry]) -> list[_Entry]:
        """The clauses, variants or other entries of a ruleset, in the order of the book."""
        return [
            entry
            for entry in self.entries.values()
            if isinstance(entry, kind) and ids.prefix_of(entry.id) == ruleset.prefix
        ]

    def now_called(self) -> dict[str, str]:
        """The id that each entry, card or term has now, by the ids that only it had before."""
        called = [(old, entry.id) for entry in self.entries.values() for old in entry.formerly]
        for kind, shelf in self.shelves.items():
            for item in shelf.values():
                called += [(f"{kind}:{old}", f"{kind}:{item.id}") for old in item.formerly]
        times = Counter(old for old, _ in called)
        return {old: new for old, new in called if times[old] == 1 and old not in self.entries}

    @property
    def shelves(self) -> Mapping[str, Mapping[tuple[str, str], Card | Term]]:
        """The cards and terms by kind, game and slug."""
        return {"card": self.cards, "term": self.terms}

    def prefixes(self) -> dict[str, str]:
        """What people may type for a prefix, in lower case, and the prefix it means: the prefix
        itself, the id of its ruleset, and the names of its ruleset.
        """
        known: dict[str, str] = {}
        for ruleset in self.rulesets.values():
            known |= {ruleset.id: ruleset.prefix, ruleset.prefix.lower(): ruleset.prefix}
        for ruleset in self.rulesets.values():
            for name in names_of(ruleset):
                known.setdefault(ids.plain(name), ruleset.prefix)
        return known

    def names(self, game: str | None = None) -> dict[str, Text]:
        """What the cards and terms, of one game or of all, are called, by ``card:slug``."""
        return {
            f"{kind}:{slug}": item.name
            for kind, shelf in self.shelves.items()
            for (its, slug), item in shelf.items()
            if game in (None, its)
        }

    def section(self, identifier: str) -> list[Clause]:
        """The clauses of a section or below a clause, in the order of the rulebook."""
        found = [
            entry
            for entry in self.entries.values()
            if isinstance(entry, Clause)
            and (entry.id == identifier or identifier in ids.ancestors(entry.id))
        ]
        return sorted(found, key=lambda clause: ids.sort_key(clause.id))


@dataclass(slots=True)
class Loading:
    """A book as it was read, with its documents, the origin of everything, and what is wrong.

    `paths`: the folders that it was read from, the lowest first. `unread`: the ids of entries that
    could not be read, each with its file. `shelved`: the places of calls whose ruleset is in none
    of the books, each with its prefix. `asked`: the phrasings in files of their own, also for
    entries that are not there. `covered`: by id, the entries of books below from which the entry
    above took nothing over. `torn`: a file, game or ruleset could not be read, so that nobody knows
    what is missing.
    """

    paths: list[Path] = field(default_factory=list)
    book: Book = field(default_factory=Book)
    documents: list[Document] = field(default_factory=list)
    origins: dict[str, Origin] = field(default_factory=dict)
    replaced: dict[str, Origin] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)
    shelved: dict[str, str] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    covered: dict[str, list[Below]] = field(default_factory=dict)
    torn: bool = False

    def all_problems(self) -> list[Problem]:
        """The faults of the folders and of every document, in the order of the files."""
        of_documents = (problem for document in self.documents for problem in document.problems)
        return sorted([*self.problems, *of_documents])
