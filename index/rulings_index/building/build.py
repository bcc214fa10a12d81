"""Building an index from a book: the side that reads YAML and imports all that writes.

Entries are kept in parts, which stay as they are when others are edited; the register and the
names, which are quickly made, belong to one set of books.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.format.model import Fork
from rulings.lookup.filters import choices_of
from rulings.lookup.links import cases_of
from rulings.lookup.records import Records
from rulings.progress import counted, tell
from rulings.reading.book import Book
from rulings.reading.load import faults_of, load_book
from rulings_index.asking_back.forks import heard_of
from rulings_index.building import documents, write
from rulings_index.building.facets import facets_of, shown_only
from rulings_index.lexicon.names import NAMES
from rulings_index.lexicon.vocabulary import Speech, shared_forms
from rulings_index.storage.freshness import code_files, digest
from rulings_index.storage.segment import REGISTER
from rulings_index.storage.shelf import Shelf

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry, Ruleset
    from rulings_index.storage.segment import Run
    from rulings_index.storage.table import Table

SMALL = 300
"""Entries and phrasings that are soon made anew: so few are always one part."""

CHANGED = 1 / 8
"""The share of what a part should hold from which on it is made anew, whole."""


class Built(NamedTuple):
    """A built index: what a reader must know of it, and a way to its files."""

    meta: dict[str, Any]
    read: Callable[[str], Any]


def build(paths: Sequence[str], folder: str | None, shelf: Shelf) -> Built:
    """Index what can be read of a book into `folder`, or into memory where there is none.

    Parts are taken from the `shelf`, and those that it lacks put there. `meta["faults"]` of what is
    built says in lines what was left out.
    """
    with _without_collector():
        loading = load_book(paths)
        layers = {name: origin.layer for name, origin in loading.origins.items()}
        built = build_from(loading.book, folder, shelf, layers)
        built.meta["faults"] = faults_of(loading, paths)
        return built


def build_from(
    book: Book,
    folder: str | None = None,
    shelf: Shelf | None = None,
    layers: Mapping[str, int] | None = None,
) -> Built:
    """Index a book that has been read; `layers` says from which of its folders an entry comes."""
    shelf = shelf or Shelf(None)
    collections = documents.collections_of(book)
    entries = [entry for one in collections for entry in one.entries]
    speeches = {game: Speech(book, game) for game in documents.games_of(book)}
    parts = _Parts(book, speeches, shelf, in_memory=folder is None)
    for one in collections:
        scale = documents.scale_of(book, one.entries)
        for listed in _grouped(book, one.entries, layers or {}):
            parts.cover(listed, scale)
    parts.make()
    tell("writing the index", 0, 1)
    files = {REGISTER: _register(book, entries), NAMES: _names(book, speeches)}
    if folder is not None:
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
    tell("writing the index", 1, 1)
    meta = {
        "parts": parts.names,
        "games": [(one.game, _runs(one.entries, parts.places)) for one in collections],
        "rulesets": {
            ruleset.id: {"prefix": ruleset.prefix, "game": ruleset.game, "edition": ruleset.edition}
            for ruleset in book.rulesets.values()
        },
    }
    return Built(meta, lambda name: files[name] if name in files else shelf.read(name))


def _names(book: Book, speeches: Mapping[str, Speech]) -> bytes:
    """The names of a set of books, as the searching side reads them; those that all games share
    stand there once.
    """
    shared = shared_forms("")
    found = {
        "shared": {"forms": shared, "longest": shared.longest},
        "games": {
            name: {
                "forms": _beside(shared, speech.forms),
                "longest": _beside(shared.longest, speech.forms.longest),
            }
            for name, speech in speeches.items()
        },
        "prefixes": book.prefixes(),
        "choices": choices_of(book),
        "forks": {name: [fork for fork, _ in cases] for name, cases in cases_of(book).items()},
        "heard": {
            entry.id: heard_of(entry, speeches[book.ruleset_of(entry.id).game].forms)
            for entry in book.entries.values()
            if isinstance(entry, Fork)
        },
    }
    return json.dumps(found, ensure_ascii=False).encode()


def _grouped(
    book: Book, entries: Sequence[AnyEntry], layers: Mapping[str, int]
) -> list[list[AnyEntry]]:
    """The entries of each ruleset of each book."""
    found: dict[tuple[str, int], list[AnyEntry]] = {}
    for entry in entries:
        ruleset = book.ruleset_of(entry.id).id
        found.setdefault((ruleset, layers.get(entry.id, 0)), []).append(entry)
    return list(found.values())


def _runs(entries: Sequence[AnyEntry], places: Mapping[str, tuple[int, int]]) -> list[Run]:
    """Where entries are kept, in reading order."""
    runs: list[Run] = []
    for entry in entries:
        part, number = places[entry.id]
        if runs and runs[-1][0] == part and runs[-1][1] + runs[-1][2] == number:
            runs[-1] = (part, runs[-1][1], runs[-1][2] + 1)
        else:
            runs.append((part, number, 1))
    return runs


def _register(book: Book, entries: Sequence[AnyEntry]) -> bytes:
    records = Records(book)
    shown = list(shown_only(book, records))
    facets = [[*facets_of(book, entry)] for entry in entries]
    facets += [[f"id:{name}" for name in one.ids] for one in shown]
    found = (records.entry(entry.id) for entry in entries)
    return write.register(facets, chain(found, (one.record for one in shown)))


def _beside(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in own.items() if shared.get(key) != value}


class _Missing(NamedTuple):
    """A part that is to be made."""

    name: str
    game: str
    scale: int
    entries: dict[bytes, AnyEntry]


class _Parts:
    """The parts of a book as they are found or made. `places` says where an entry is kept: in
    which of `names`, and as which entry there.
    """

    def __init__(
        self, book: Book, speeches: Mapping[str, Speech], shelf: Shelf, *, in_memory: bool
    ) -> None:
        self.names: list[str] = []
        self.places: dict[str, tuple[int, int]] = {}
        self._book = book
        self._cases = cases_of(book)
        self._speeches = speeches
        self._shelf = shelf
        self._in_memory = in_memory
        self._code = code_digest()
        self._missing: list[_Missing] = []

    def cover(self, entries: Sequence[AnyEntry], scale: int) -> None:
        """Find parts that hold the entries of a ruleset of a book, and note what is to be made.

        What a kept part holds is taken from there, where that is most; the rest is a small part of
        its own.
        """
        sizes = {entry.id: documents.size_of(self._book, entry) for entry in entries}
        ruleset = self._book.ruleset_of(entries[0].id)
        recipe = self._recipe(ruleset, scale)
        left = {documents.made_from(self._book, one, self._cases): one for one in entries}
        kept = {name: _keys_in(table) for name, table in self._shelf.fitting(recipe)}
        for name, keys in kept.items():
            here = [sizes[left[key].id] for key in keys if key in left]
            most = sum(here) >= (1 - CHANGED) * sum(sizes.values()) > (1 - CHANGED) * SMALL
            if {*keys} == left.keys() or (most and len(here) >= (1 - CHANGED) * len(keys)):
                self._take(name, keys, left)
                break
        for name, keys in kept.items():
            if left and {*keys} == left.keys():
                self._take(name, keys, left)
        if left:
            content = blake2b(b"".join(sorted(left)), digest_size=8).hexdigest()
            self._missing.append(_Missing(f"{recipe}-{content}", ruleset.game, scale, left))

    def make(self) -> None:
        """Make what is missing."""
        entries = [(one, entry) for one in self._missing for entry in one.entries.values()]
        found: dict[str, list[documents.Document]] = defaultdict(list)
        for one, entry in counted("indexing the books", entries):
            bagger = documents.Bagger(self._speeches[one.game])
            document = documents.document_of(self._book, entry, self._cases, bagger)
            found[one.name].append(document)
        for one in self._missing:
            content = write.part(found[one.name], one.entries, one.scale)
            self._shelf.keep(one.name, content, in_memory=self._in_memory)
            self._take(one.name, list(one.entries), dict(one.entries))

    def _take(self, name: str, keys: Sequence[bytes], left: dict[bytes, AnyEntry]) -> None:
        """Let a part hold what it has of the entries that are left."""
        for number, key in enumerate(keys):
            if key in left:
                self.places[left.pop(key).id] = (len(self.names), number)
        self.names.append(name)

    def _recipe(self, ruleset: Ruleset, scale: int) -> str:
        """What parts have in common that may stand for each other."""
        told = repr((self._code, ruleset.id, scale)).encode() + self._speeches[ruleset.game].digest
        return blake2b(told, digest_size=8).hexdigest()


def _keys_in(table: Table) -> list[bytes]:
    keys = bytes(table.section("keys"))
    return [keys[at : at + documents.KEY] for at in range(0, len(keys), documents.KEY)]


def code_digest() -> str:
    """Changes whenever the code that makes an index does, or a list of words it knows."""
    found = blake2b(sys.byteorder.encode(), digest_size=16)
    for told in sorted(map(digest, code_files())):
        found.update(told.encode())
    return found.hexdigest()


@contextmanager
def _without_collector() -> Iterator[None]:
    """A build makes millions of small objects and drops few: looking for them takes a fifth."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
