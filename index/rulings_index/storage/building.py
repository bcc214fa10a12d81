"""Building an index from a book: the side that reads YAML and imports the whole of Whoosh."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from whoosh.filedb.filestore import FileStorage, RamStorage

from rulings.books import Book
from rulings.filters import choices_of
from rulings.readable import open_readable
from rulings_index import documents
from rulings_index.query.names import NAMES
from rulings_index.storage import schema


class Built:
    """A built index: what a reader must know of it, and a way to its files."""

    __slots__ = ("meta", "read")

    def __init__(self, meta: dict[str, Any], read: Callable[[str], Any]) -> None:
        self.meta = meta
        self.read = read


def build(paths: Sequence[str], folder: str | None) -> Built:
    """Index what can be read of a book into `folder`, or into memory where there is none.

    `meta["faults"]` of what is built says in lines what was left out.
    """
    with _without_collector():
        book, faults = open_readable(paths)
        built = build_from(book, folder)
        built.meta["faults"] = faults
        return built


def build_from(book: Book, folder: str | None) -> Built:
    """Index a book that has been read."""
    forms = documents.forms_of(book)
    storage = RamStorage() if folder is None else FileStorage(folder)
    found = documents.documents_of(book, forms)
    meta = schema.write_index(storage, found, documents.shown_only(book))
    meta["rulesets"] = {
        ruleset.id: {"prefix": ruleset.prefix, "game": ruleset.game, "edition": ruleset.edition}
        for ruleset in book.rulesets.values()
    }
    content = schema.dump_names(forms, book.prefixes(), choices_of(book), documents.forks_of(book))
    if folder is None:
        files = dict(storage.files) | {NAMES: content}
        return Built(meta, files.__getitem__)
    with open(os.path.join(folder, NAMES), "wb") as file:
        file.write(content)
    return Built(meta, lambda name: _read(os.path.join(folder, name)))


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


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
