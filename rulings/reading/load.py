"""Opening a book: one or several folders of YAML, later ones on top of earlier ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from rulings import ids
from rulings.disk.inputs import LARGEST_FILE, InputError, book_name
from rulings.format.authorities import Authority
from rulings.format.book_file import File
from rulings.format.imprint import Imprint
from rulings.format.model import ENTRY_TYPES, AnyEntry, Card, Entry, Game, Ruleset, Source, Term
from rulings.format.sheets import Sheet
from rulings.format.thresholds import Line
from rulings.kinds import KINDS
from rulings.progress import counted
from rulings.reading.book import BUILT_IN_BOOK, Book, Loading, Origin
from rulings.reading.book_files import Contents, contents_of
from rulings.reading.convert import convert, unknown_keys
from rulings.reading.layers import (
    Asked,
    asked_in,
    lay_named_over,
    lay_over,
    lay_phrasings,
    lay_ruleset_over,
)
from rulings.reading.problems import BookError, Problem
from rulings.reading.wellformed import (
    game_of,
    has_faulty_formula,
    is_well_formed,
    keeps_its_names,
    note_duplicate,
    owner_of_prefix,
    with_own_sections,
)
from rulings.reading.yaml_reader import Document, Pointer, ids_in, parse_document

_Item = TypeVar("_Item", bound=msgspec.Struct)
_Slugged = TypeVar("_Slugged", bound=Card | Term)

_ENTRY_LISTS = {kind.key: ENTRY_TYPES[kind.name] for kind in KINDS.values()}


def open_book(paths: Sequence[Path | str] = (BUILT_IN_BOOK,)) -> Book:
    """Read the folders (or single files) of a book, later ones on top.

    Raises BookError with every fault of form; `rulings check` looks at the contents as well.
    `rulings.reading.tolerant.open_readable` leaves the faulty parts out.
    """
    loading = load_book(paths)
    problems = loading.all_problems()
    if problems:
        raise BookError(problems)
    return loading.book


def load_book(paths: Sequence[Path | str], instead: Mapping[Path, bytes] | None = None) -> Loading:
    """Read a book with positions and problems; faults in its files raise nothing.

    `instead` replaces the contents of files, or adds files, to see what the book would be then.
    """
    loading = Loading([*map(Path, paths)])
    books = _read_folders(loading.paths, loading.problems)
    pairs = zip(loading.paths, books, strict=True)
    _add_books(loading, [_with_changes(files, instead or {}, path) for path, files in pairs])
    return loading


def load_text(text: str, name: str = "draft.yaml") -> Loading:
    """Read a text as the only file of a book, under any name; faults in it raise nothing."""
    loading = Loading([Path()])
    _add_books(loading, [{name: text.encode()}])
    return loading


def _read_folders(paths: Sequence[Path], problems: list[Problem]) -> Iterator[Contents]:
    """The files of each book, all at one moment; faults of the folders go to `problems`."""

    def report(place: str, reason: str, code: str = "B001") -> None:
        problems.append(Problem(place, 0, 0, code, reason))

    for path, files in zip(paths, contents_of([*map(str, paths)], report), strict=True):
        try:
            path.stat()
        except FileNotFoundError:
            report(str(path), "no such folder; give a book's folder", "B011")
            yield {}
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            report(str(path), f"cannot be read ({reason}); check its path and rights")
            yield {}
        else:
            if not files and not any(Path(each.path).is_relative_to(path) for each in problems):
                message = "no *.yaml file in it; a book is a folder of YAML files"
                report(str(path), message, "B012")
            yield files


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


def _add_books(loading: Loading, books: Sequence[Contents]) -> None:
    """Add the files of each book, the lowest first; what no ruleset so far has comes last."""
    book = loading.book
    layers: list[_Layer] = []
    unused: list[Asked] = []
    for path, files in zip(loading.paths, books, strict=True):
        documents = _documents(files, loading)
        layer = _Layer(len(layers), path, loading)
        layer.add(documents)
        layers.append(layer)
        asked = list(asked_in(documents, book.now_called()))
        loading.asked += asked
        unused += lay_phrasings(book.entries, asked, book.ruleset_of)
    for layer in layers:
        layer.add_deferred()
    lay_phrasings(book.entries, unused, book.ruleset_of)


def _documents(files: Contents, loading: Loading) -> list[Document]:
    """The files of a book that can be read, as documents; their faults are noted."""
    readable = []
    for file, content in counted("reading the books", files.items()):
        document = parse_document(content, str(Path(file)))
        loading.documents.append(document)
        if document.data is None and document.problems:
            loading.incomplete = True
            loading.unread |= dict.fromkeys(ids_in(content), document.path)
            continue
        if document.data is None:
            document.data = {}
        if isinstance(document.data, dict):
            readable.append(document)
        else:
            document.fault((), "B104", "a file of a book holds keys such as `rulings:`, not this")
            document.data = None
    return readable


class _Layer:
    """One book, as it is laid over the books that were read before it."""

    def __init__(self, number: int, root: Path, loading: Loading) -> None:
        self._number = number
        self._root = root
        self._loading = loading
        self._book = loading.book
        self._below = dict(loading.book.rulesets)
        self._rulesets: dict[str, Ruleset] = {}
        self._line: Line | None = None
        self._rejected: set[str] = set()
        self._overridden: dict[str, Origin] = {}
        self._deferred: list[tuple[Document, Pointer, AnyEntry]] = []

    def add(self, documents: Sequence[Document]) -> None:
        """Add the games and rulesets of some files, then what belongs to those."""
        known = {field.encode_name: field for field in msgspec.structs.fields(File)}
        games: dict[Path, str] = {}
        for document in documents:
            for fault in unknown_keys(document.data, known, ()):
                document.fault(*fault)
        for document in documents:
            self._add_heads(document, games)
        for document in documents:
            self._add_sources(document)
            self._add_sheet(document)
            self._add_entries(document)
            self._add_cards_and_terms(document, games)

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

    def _add_heads(self, document: Document, games: dict[Path, str]) -> None:
        folder = Path(document.path).parent
        if game := self._head(document, "game", Game):
            self._book.games[game.id] = game
            games[folder] = game.id
        if imprint := self._head(document, "book", Imprint):
            self._book.imprint, self._book.imprint_folder = imprint, folder
        if line := self._head(document, "line", Line):
            self._line = line
        if ruleset := self._head(document, "ruleset", Ruleset):
            self._add_ruleset(document, ruleset)
            games.setdefault(folder, ruleset.game)

    def _head(self, document: Document, key: str, wanted: type[_Item]) -> _Item | None:
        """The item under a key of a file, if it can be read and is the first with its name."""
        if key not in document.data:
            return None
        head = convert(document, (key,), document.data[key], wanted)
        if head is None:
            self._loading.incomplete |= key in ("game", "ruleset")
            if key == "ruleset":
                self._reject(document.data[key])
            return None
        identifier = getattr(head, "id", "")
        name = f"{key}:{identifier}" if identifier else key
        return head if self._claim(document, (key,), name) else None

    def _reject(self, unread: object) -> None:
        """Note the prefix of a ruleset that cannot be read, if a ruleset below has it too: entries
        with this prefix must not change those of the ruleset below.
        """
        if isinstance(unread, dict):
            for below in self._below.values():
                if below.prefix == unread.get("prefix") and below.id != unread.get("id"):
                    self._rejected.add(below.prefix)

    def _add_ruleset(self, document: Document, ruleset: Ruleset) -> None:
        below = self._below.get(ruleset.id)
        owner = owner_of_prefix(document, ruleset, self._book.rulesets)
        if owner in self._below:  # this book must not change its entries
            self._rejected.add(ruleset.prefix)
        if owner or (below and not keeps_its_names(document, ruleset, below)):
            return
        ruleset = with_own_sections(document, ruleset)
        self._rulesets[ruleset.id] = ruleset
        self._book.rulesets[ruleset.id] = lay_ruleset_over(below, ruleset) if below else ruleset

    def _add_sources(self, document: Document) -> None:
        for pointer, source in self._items(document, "sources", Source):
            if self._claim(document, pointer, f"source:{source.id}"):
                below = self._book.sources.get(source.id)
                self._note_replaced(f"source:{source.id}", below, source)
                self._book.sources[source.id] = source

    def _add_sheet(self, document: Document) -> None:
        if document.data.get("sheet") is None:
            return
        sheet = convert(document, ("sheet",), document.data["sheet"], Sheet)
        if sheet is not None:
            name = sheet.id or Path(document.path).stem
            if self._claim(document, ("sheet",), f"sheet:{name}"):
                self._book.sheets[name] = sheet

    def _add_entries(self, document: Document) -> None:
        known = self._prefixes()
        for key, wanted in _ENTRY_LISTS.items():
            for pointer, entry in self._items(document, key, wanted):
                if ids.prefix_of(entry.id) in known:
                    self._add_entry(document, pointer, entry, known)
                else:
                    self._deferred.append((document, pointer, entry))

    def add_deferred(self) -> None:
        """Add the entries whose ruleset was in none of the books so far, such as a judge's calls.
        If an upper book has the ruleset, they are laid over that book.
        """
        known = self._prefixes()
        for document, pointer, entry in self._deferred:
            prefix = ids.prefix_of(entry.id)
            if entry.authority is Authority.HOUSE and prefix and prefix not in known:
                place = Origin(document, (*pointer, "id"), self._number).place
                self._loading.calls_without_ruleset[place] = prefix
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
            self._book.lines.pop(entry.id, None)  # that of a lower book does not hold for it
            if self._line:
                self._book.lines[entry.id] = self._line

    def _laid_over(self, entry: AnyEntry) -> AnyEntry:
        below = self._book.entries.get(entry.id)
        if below is None:
            return entry
        merged = self._book.ruleset_of(entry.id)
        lower = self._below.get(merged.id, merged)
        under = [(below, lower), *self._loading.unmerged.get(entry.id, [])]
        upper = self._rulesets.get(merged.id, lower)
        entry, self._loading.unmerged[entry.id] = lay_over(under, entry, upper)
        return entry

    def _add_cards_and_terms(self, document: Document, games: dict[Path, str]) -> None:
        if not document.data.get("cards") and not document.data.get("terms"):
            return
        game = game_of(Path(document.path), self._root, games)
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
            note_duplicate(document, pointer, name, (first.document, first.pointer), self._root)
            return False
        if first:
            self._overridden[name] = first
        origins[name] = Origin(document, pointer, self._number)
        return True

    def _note_replaced(self, name: str, below: object, above: object) -> None:
        """Note that this book differs from a book below it, if it does."""
        if below is not None and _without_asked(below) != _without_asked(above):
            self._loading.replaced[name] = self._overridden[name]
            self._book.replaced_by[name] = book_name(self._root)


def _without_asked(item: object) -> object:
    """An item without its phrasings, which may be in another file and are added later."""
    return msgspec.structs.replace(item, asked={}) if isinstance(item, Entry) else item
