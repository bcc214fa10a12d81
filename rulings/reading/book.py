"""A book in memory: what it holds, where each item is, and which problems it has."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from rulings import ids
from rulings.disk.files import InputError
from rulings.format import model
from rulings.format.imprint import Imprint
from rulings.format.sheets import Sheet
from rulings.reading import book_files
from rulings.reading.book_files import Contents, Pointer
from rulings.reading.problems import Problem
from rulings.reading.yaml_reader import Document

BUILT_IN_BOOK = Path(book_files.BUILT_IN_BOOK)

_Entry = TypeVar("_Entry", bound=model.AnyEntry)


def names_of(item: model.Game | model.Ruleset | model.Named) -> list[str]:
    """All that a game, ruleset, card, move or term is called, in every language."""
    reading = item.reading if isinstance(item, model.Named) else ""
    aliases = (alias for listed in item.aliases.values() for alias in listed)
    return list(filter(None, [*item.name.values(), reading, *aliases]))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an item is: its document, its path in the document, and the number of its book."""

    document: Document
    pointer: Pointer
    layer: int

    @property
    def where(self) -> str:
        """``path:line:column``."""
        line, column = self.document.position(self.pointer)
        return f"{self.document.path}:{line}:{column}"


@dataclass(slots=True)
class Book:
    """A book in memory. `entries` holds the entries of all kinds by id."""

    games: dict[str, model.Game] = field(default_factory=dict)
    rulesets: dict[str, model.Ruleset] = field(default_factory=dict)
    sources: dict[str, model.Source] = field(default_factory=dict)
    entries: dict[str, model.AnyEntry] = field(default_factory=dict)
    cards: dict[tuple[str, str], model.Card] = field(default_factory=dict)
    terms: dict[tuple[str, str], model.Term] = field(default_factory=dict)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    imprint: Imprint = field(default_factory=Imprint)
    imprint_folder: Path = Path()
    replaced_by: dict[str, str] = field(default_factory=dict)
    """By id or ``source:id``, the name of the book that overrides a lower book."""
    laid_over: set[str] = field(default_factory=set)
    """What a lower book has too, by the same names."""
    cited: frozenset[str] = frozenset()
    """The entries of documents that the book cites, which are not published with it."""

    @property
    def by_prefix(self) -> dict[str, model.Ruleset]:
        """The rulesets by the prefix of their entries."""
        return {ruleset.prefix: ruleset for ruleset in self.rulesets.values()}

    def ruleset_of(self, identifier: str) -> model.Ruleset:
        """The ruleset that an entry belongs to; KeyError where its prefix is unknown."""
        return self.by_prefix[ids.prefix_of(identifier)]

    def of_ruleset(self, ruleset: model.Ruleset, kind: type[_Entry]) -> list[_Entry]:
        """The clauses, variants or other entries of a ruleset, in the order of the book."""
        of_kind = (entry for entry in self.entries.values() if isinstance(entry, kind))
        return [entry for entry in of_kind if ids.prefix_of(entry.id) == ruleset.prefix]

    def now_called(self) -> dict[str, str]:
        """The present id for each former id, if only one item had that and none has it now."""
        renamed = [(old, entry.id) for entry in self.entries.values() for old in entry.formerly]
        for kind, shelf in self.shelves.items():
            for item in shelf.values():
                renamed += [(f"{kind}:{old}", f"{kind}:{item.id}") for old in item.formerly]
        times, taken = Counter(old for old, _ in renamed), {*self.entries, *self.names()}
        return {old: new for old, new in renamed if times[old] == 1 and old not in taken}

    @property
    def shelves(self) -> Mapping[str, Mapping[tuple[str, str], model.Card | model.Term]]:
        """The cards and terms by kind, game and slug."""
        return {"card": self.cards, "term": self.terms}

    @property
    def items(self) -> dict[str, model.AnyEntry | model.Card | model.Term]:
        """The entries, cards and terms by their names in `Loading.origins`."""
        shelves = self.shelves.items()
        named = ((f"{kind}:{'/'.join(of)}", shelf[of]) for kind, shelf in shelves for of in shelf)
        return {**self.entries, **dict(named)}

    def prefixes(self) -> dict[str, str]:
        """The prefix for each way to type it, in lower case: itself, the ruleset and its names."""
        known: dict[str, str] = {}
        for ruleset in self.rulesets.values():
            known |= {ruleset.id: ruleset.prefix, ruleset.prefix.lower(): ruleset.prefix}
        for ruleset in self.rulesets.values():
            for name in names_of(ruleset):
                known.setdefault(ids.plain(name), ruleset.prefix)
        return known

    def names(self, game: str | None = None) -> dict[str, model.Text]:
        """What the cards and terms, of one game or of all, are called, by ``card:slug``."""
        return {
            f"{kind}:{slug}": item.name
            for kind, shelf in self.shelves.items()
            for (owner, slug), item in shelf.items()
            if game in (None, owner)
        }

    def section(self, identifier: str) -> list[model.Clause]:
        """The clauses of a section or below a clause, in the order of the rulebook."""
        clauses = [
            entry
            for entry in self.entries.values()
            if isinstance(entry, model.Clause)
            and entry.id.startswith(identifier)
            and (entry.id == identifier or identifier in ids.ancestors(entry.id))
        ]
        return sorted(clauses, key=lambda clause: ids.sort_key(clause.id))


class AddedPhrasings(NamedTuple):
    """The phrasings of an entry in a separate file: ``asked: {BR-Q1: {en: […]}}``.

    Any book may have such a file, for the entries of any other. `editions`: by ruleset, the edition
    that the file is for; of other rulesets it is for any edition.
    """

    document: Document
    pointer: Pointer
    entry: str
    phrasings: model.Phrasings
    editions: dict[str, str]


@dataclass(slots=True)
class Loading:
    """A book as it was read: its documents, the origin of each item, and the problems found.

    - `paths`: the folders that it was read from, the lowest first.
    - `contents`: what the files of each held when it was read.
    - `unread`: the ids of entries that could not be read, each with its file.
    - `calls_without_ruleset`: where the calls are whose ruleset is in no book.
    - `added_phrasings`: those in separate files, also those of entries that do not exist.
    - `incomplete`: whether a file, game or ruleset could not be read, so that items may be missing.
    """

    paths: list[Path] = field(default_factory=list)
    contents: list[Contents] = field(default_factory=list)
    book: Book = field(default_factory=Book)
    documents: list[Document] = field(default_factory=list)
    origins: dict[str, Origin] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)
    calls_without_ruleset: set[str] = field(default_factory=set)
    added_phrasings: list[AddedPhrasings] = field(default_factory=list)
    incomplete: bool = False

    def content_of(self, path: Path) -> bytes:
        """What a file held when it was read, if it was there; InputError if it was unreadable."""
        content = next((files[str(path)] for files in self.contents if str(path) in files), b"")
        if isinstance(content, InputError):
            raise content
        return content

    def all_problems(self) -> list[Problem]:
        """The problems of the folders and of every document, in the order of the files."""
        of_documents = (problem for document in self.documents for problem in document.problems)
        return sorted([*self.problems, *of_documents])
