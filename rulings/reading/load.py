"""Opening a book: one or several folders of YAML, later ones on top of earlier ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from rulings import ids
from rulings.disk.inputs import LARGEST_FILE, InputError, book_name
from rulings.format.book_file import File
from rulings.format.imprint import Imprint
from rulings.format.model import (
    ENTRY_TYPES,
    AnyEntry,
    Authority,
    Card,
    Entry,
    Game,
    Ruleset,
    Source,
    Term,
)
from rulings.format.sheets import Sheet
from rulings.format.thresholds import Line
from rulings.kinds import KINDS
from rulings.progress import counted
from rulings.reading.book import BUILT_IN_BOOK, Book, Loading, Origin
from rulings.reading.book_files import Contents
from rulings.reading.convert import convert, unknown_keys
from rulings.reading.folders import read_folders
from rulings.reading.layers import lay_named_over, lay_over, lay_ruleset_over
from rulings.reading.phrasings import Asked, asked_in, lay_phrasings
from rulings.reading.problems import BookError
from rulings.reading.wellformed import (
    game_of,
    has_faulty_formula,
    is_well_formed,
    keeps_its_names,
    owner_of_prefix,
    tell_twice,
    with_own_sections,
)
from rulings.reading.yaml_reader import Document, Pointer, ids_in, parse_document

_Item = TypeVar("_Item", bound=msgspec.Struct)
_Slugged = TypeVar("_Slugged", bound=Card | Term)

_ENTRY_LISTS = {kind.key: ENTRY_TYPES[kind.name] for kind in KINDS.values()}


def open_book(paths: Sequence[Path | str] = (BUILT_IN_BOOK,)) -> Book:
    """Read the folders (or single files) of a book, later ones on top.

    Raises BookError with every fault of form; `rulings check` looks at the contents as well.
    `rulings.reading.tolerant.open_readable` leaves out what is faulty instead.
    """
    loading = load_book(paths)
    problems = loading.all_problems()
    if problems:
        raise BookError(problems)
    return loading.book


def load_book(paths: Sequence[Path | str], instead: Mapping[Path, bytes] | None = None) -> Loading:
    """Read a book with positions and problems; faults in its files raise nothing.

    `instead` is what files of the book shall hold, to see what the book would be then.
    """
    loading = Loading([*map(Path, paths)])
    later: list[Asked] = []
    layers = []
    books = read_folders(loading.paths, loading.problems)
    for layer, (path, there) in enumerate(zip(loading.paths, books, strict=True)):
        files = _with_changes(there, instead or {}, path)
        found = [
            (Path(file), document)
            for file in counted("reading the books", [*files])
            if (document := _read(file, files.pop(file), loading)).data is not None
        ]
        layers.append(_Layer(layer, path, loading))
        layers[-1].add(found)
        asked = list(asked_in((document for _, document in found), loading.book.now_called()))
        loading.asked += asked
        later += lay_phrasings(loading.book.entries, asked, loading.book.ruleset_of)
    for each in layers:
        each.add_early()
    lay_phrasings(loading.book.entries, later, loading.book.ruleset_of)
    return loading


def _with_changes(files: Contents, instead: Mapping[Path, bytes], root: Path) -> Contents:
    """The files of a book, some with other contents, new ones behind the others."""
    known = {Path(file): file for file in files}
    changed: Contents = {
        known.get(path, str(path)): content
        if len(content) <= LARGEST_FILE
        else InputError(path, "would be too large for a file of a book", too_large=True)
        for path, content in instead.items()
        if path in known or path.is_relative_to(root)
    }
    return files | changed


def _read(file: str, content: bytes | InputError, loading: Loading) -> Document:
    document = parse_document(content, str(Path(file)))
    loading.documents.append(document)
    if document.data is None and document.problems:
        loading.torn = True
        loading.unread |= dict.fromkeys(ids_in(content), document.path)
    elif document.data is None:
        document.data = {}
    if document.data is not None and not isinstance(document.data, dict):
        document.fault((), "B104", "a file of a book holds keys such as `rulings:`, not this")
        document.data = None
    return document


class _Layer:
    """One folder of a book, being laid over what was read before it."""

    def __init__(self, number: int, root: Path, loading: Loading) -> None:
        self._number = number
        self._root = root
        self._loading = loading
        self._book = loading.book
        self._below = dict(loading.book.rulesets)
        self._own: dict[str, Ruleset] = {}
        self._line: Line | None = None
        self._rejected: set[str] = set()
        self._lower: dict[str, Origin] = {}
        self._early: list[tuple[Document, Pointer, AnyEntry]] = []

    def add(self, files: list[tuple[Path, Document]]) -> None:
        """Add the files: first what names games and rulesets, then what belongs to them."""
        known = {field.encode_name: field for field in msgspec.structs.fields(File)}
        for _, document in files:
            for fault in unknown_keys(document.data, known, ()):
                document.fault(*fault)
        game_of_folder: dict[Path, str] = {}
        for file, document in files:
            self._add_heads(file, document, game_of_folder)
        spoken = {code for ruleset in self._own.values() for code in ruleset.languages}
        for file, document in files:
            document.language = next(iter(spoken)) if len(spoken) == 1 else ""
            self._add_sources(document)
            self._add_sheet(file, document)
            self._add_entries(document)
            self._add_cards_and_terms(file, document, game_of_folder)

    def _items(
        self, document: Document, key: str, wanted: type[_Item]
    ) -> Iterator[tuple[Pointer, _Item]]:
        listed = document.data.get(key)
        if listed is None:
            return
        if not isinstance(listed, list):
            document.fault((key,), "B103", f"{key}: needs a list (lines beginning with -)")
            return
        for number, data in enumerate(listed):
            item = convert(document, (key, number), data, wanted)
            if item is not None and (key, number) not in document.ambiguous:
                yield (key, number), item
            elif isinstance(data, dict) and isinstance(data.get("id"), str):
                self._loading.unread[data["id"]] = document.path

    def _add_heads(self, file: Path, document: Document, games: dict[Path, str]) -> None:
        if game := self._head(document, "game", Game):
            self._book.games[game.id] = game
            games[file.parent] = game.id
        if imprint := self._head(document, "book", Imprint):
            self._book.imprint, self._book.imprint_folder = imprint, file.parent
        if line := self._head(document, "line", Line):
            self._line = line
        if ruleset := self._head(document, "ruleset", Ruleset):
            self._add_ruleset(document, ruleset)
            games.setdefault(file.parent, ruleset.game)

    def _head(self, document: Document, key: str, wanted: type[_Item]) -> _Item | None:
        """What stands under a key of a file, if it can be read and is the first of its name."""
        if key not in document.data:
            return None
        head = convert(document, (key,), document.data[key], wanted)
        if head is None:
            self._loading.torn |= key in ("game", "ruleset")
            if key == "ruleset":
                self._reject(document.data[key])
            return None
        identifier = getattr(head, "id", "")
        name = f"{key}:{identifier}" if identifier else key
        return head if self._claim(document, (key,), name) else None

    def _reject(self, unread: object) -> None:
        """Note the prefix of a ruleset that cannot be read, if a ruleset below has it too: entries
        with it must not change those of the ruleset below.
        """
        if isinstance(unread, dict):
            for below in self._below.values():
                if below.prefix == unread.get("prefix") and below.id != unread.get("id"):
                    self._rejected.add(below.prefix)

    def _add_ruleset(self, document: Document, ruleset: Ruleset) -> None:
        below = self._below.get(ruleset.id)
        owner = owner_of_prefix(document, ruleset, self._book.rulesets)
        if owner in self._below:  # its entries are not for this book to change
            self._rejected.add(ruleset.prefix)
        if owner or (below and not keeps_its_names(document, ruleset, below)):
            return
        ruleset = with_own_sections(document, ruleset)
        self._own[ruleset.id] = ruleset
        self._book.rulesets[ruleset.id] = lay_ruleset_over(below, ruleset) if below else ruleset

    def _add_sources(self, document: Document) -> None:
        for pointer, source in self._items(document, "sources", Source):
            if self._claim(document, pointer, f"source:{source.id}"):
                below = self._book.sources.get(source.id)
                self._note_replaced(f"source:{source.id}", below, source)
                self._book.sources[source.id] = source

    def _add_sheet(self, file: Path, document: Document) -> None:
        if document.data.get("sheet") is None:
            return
        sheet = convert(document, ("sheet",), document.data["sheet"], Sheet)
        if sheet is not None:
            name = sheet.id or file.stem
            if self._claim(document, ("sheet",), f"sheet:{name}"):
                self._book.sheets[name] = sheet

    def _add_entries(self, document: Document) -> None:
        known = self._prefixes()
        for key, wanted in _ENTRY_LISTS.items():
            for pointer, entry in self._items(document, key, wanted):
                if ids.prefix_of(entry.id) in known:
                    self._add_entry(document, pointer, entry, known)
                else:
                    self._early.append((document, pointer, entry))

    def add_early(self) -> None:
        """Add the entries whose ruleset was in none of the books so far. If a book above has it,
        they are laid over that book, such as a judge's calls; calls without a ruleset are shelved.
        """
        known = self._prefixes()
        for document, pointer, entry in self._early:
            prefix = ids.prefix_of(entry.id)
            if entry.authority is Authority.HOUSE and prefix and prefix not in known:
                place = Origin(document, (*pointer, "id"), self._number).place
                self._loading.shelved[place] = prefix
            self._add_entry(document, pointer, entry, known)

    def _prefixes(self) -> set[str]:
        return {ruleset.prefix for ruleset in self._book.rulesets.values()}

    def _add_entry(
        self, document: Document, pointer: Pointer, entry: AnyEntry, known: set[str]
    ) -> None:
        if not is_well_formed(document, pointer, entry, known):
            return
        rejected = ids.prefix_of(entry.id) in self._rejected
        if rejected or has_faulty_formula(document, pointer, entry):
            self._loading.unread[entry.id] = document.path
            return
        if self._claim(document, pointer, entry.id):
            self._note_replaced(entry.id, self._book.entries.get(entry.id), entry)
            self._book.entries[entry.id] = self._laid_over(entry)
            self._book.lines.pop(entry.id, None)  # it has that of the book that says it
            if self._line:
                self._book.lines[entry.id] = self._line

    def _laid_over(self, entry: AnyEntry) -> AnyEntry:
        below = self._book.entries.get(entry.id)
        if below is None:
            return entry
        merged = self._book.ruleset_of(entry.id)
        lower = self._below.get(merged.id, merged)
        under = [(below, lower), *self._loading.covered.get(entry.id, [])]
        upper = self._own.get(merged.id, lower)
        entry, self._loading.covered[entry.id] = lay_over(under, entry, upper)
        return entry

    def _add_cards_and_terms(self, file: Path, document: Document, games: dict[Path, str]) -> None:
        if not document.data.get("cards") and not document.data.get("terms"):
            return
        game = game_of(file, self._root, games)
        if game is None:
            message = "which game do these belong to? add a game.yaml to their folder"
            document.fault(("cards" if "cards" in document.data else "terms",), "B202", message)
            return
        self._add_named(document, game, "cards", Card, self._book.cards)
        self._add_named(document, game, "terms", Term, self._book.terms)

    def _add_named(
        self,
        document: Document,
        game: str,
        key: str,
        wanted: type[_Slugged],
        shelf: dict[tuple[str, str], _Slugged],
    ) -> None:
        for pointer, item in self._items(document, key, wanted):
            name = f"{item.kind}:{game}/{item.id}"
            if not ids.is_slug(item.id):
                message = f"id {item.id!r}: small letters, digits and hyphens only"
                document.fault((*pointer, "id"), "B203", message)
            elif self._claim(document, pointer, name):
                below = shelf.get((game, item.id))
                self._note_replaced(name, below, item)
                shelf[game, item.id] = lay_named_over(below, item) if below else item

    def _claim(self, document: Document, pointer: Pointer, name: str) -> bool:
        origins = self._loading.origins
        first = origins.get(name)
        if first and first.layer == self._number:
            tell_twice(document, pointer, name, (first.document, first.pointer), self._root)
            return False
        if first:
            self._lower[name] = first
        origins[name] = Origin(document, pointer, self._number)
        return True

    def _note_replaced(self, name: str, below: object, above: object) -> None:
        """Note that this book says something else than a book below it, if it does."""
        if below is not None and _said_by(below) != _said_by(above):
            self._loading.replaced[name] = self._lower[name]
            self._book.replaced_by[name] = book_name(self._root)


def _said_by(item: object) -> object:
    """What an item says. How an entry is asked may stand beside it, and is read after it."""
    return msgspec.structs.replace(item, asked={}) if isinstance(item, Entry) else item
