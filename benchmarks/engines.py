"""Other search engines on the same work: the same terms of the same entries, the same questions.

Each gets the terms that our analysis makes of an entry (folded bigrams, words, names, sounds) as
words of one column, and for a question the same terms joined by OR; each returns the records of
the ten best by its own BM25. So what differs is the engine alone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from rulings.lookup.records import Records
from rulings.reading.book import Book
from rulings_index.building.documents import Bag, collections_of, document_of
from rulings_index.lexicon.vocabulary import Speech

TOP = 10
_MEMORY_OF_WRITER = 128_000_000


class Document(NamedTuple):
    """The terms of an entry with their weights, and its record."""

    words: Bag
    record: str


def documents_of(book: Book) -> Iterator[Document]:
    """What our index holds of each entry of a book."""
    records = Records(book)
    for game, entries, *_ in collections_of(book):
        speech = Speech(book, game)
        for entry in entries:
            words = document_of(book, entry, speech).words
            yield Document(words, json.dumps(records.entry(entry.id), ensure_ascii=False))


class Engine(Protocol):
    """What is measured of an engine."""

    def write(self, documents: Iterable[Document]) -> None:
        """Index the documents."""

    def search(self, terms: Sequence[str]) -> list[str]:
        """The records of the ten best documents that hold any of the terms."""


def word(term: str) -> str:
    """A term as a single word for every tokenizer."""
    return term if term.isalnum() else f"x{term.encode().hex()}"


def text_of(document: Document) -> str:
    """The terms of a document as running text, each as often as it counts."""
    return " ".join(_repeated(document))


def _repeated(document: Document) -> Iterator[str]:
    for term, weight in document.words.items():
        yield from [word(term)] * max(1, round(weight))


class Fts5:
    """SQLite's full-text search."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "fts5.db")

    def write(self, documents: Iterable[Document]) -> None:
        """Index the documents; the column itself is not stored, as it is not in our index."""
        self._database.execute(
            "CREATE VIRTUAL TABLE words USING "
            "fts5(text, content='', tokenize='unicode61 remove_diacritics 0')"
        )
        self._database.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, record TEXT)")
        for number, document in enumerate(documents):
            self._database.execute(
                "INSERT INTO words (rowid, text) VALUES (?, ?)", (number, text_of(document))
            )
            self._database.execute("INSERT INTO records VALUES (?, ?)", (number, document.record))
        self._database.commit()
        self._database.execute("INSERT INTO words (words) VALUES ('optimize')")
        self._database.commit()

    def search(self, terms: Sequence[str]) -> list[str]:
        """The records of the ten best."""
        asked = " OR ".join(f'"{word(term)}"' for term in terms)
        rows = self._database.execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?", (asked, TOP)
        ).fetchall()
        get = "SELECT record FROM records WHERE id = ?"
        return [str(self._database.execute(get, row).fetchone()[0]) for row in rows]


class Tantivy:
    """Tantivy, a search library in Rust, through its Python binding."""

    def __init__(self, folder: Path) -> None:
        import tantivy  # an extra that only this needs

        self._library: Any = tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field(
            "text", stored=False, tokenizer_name="whitespace", index_option="freq"
        )
        builder.add_bytes_field("record", stored=True, indexed=False)
        self._schema = builder.build()
        place = folder / "tantivy"
        place.mkdir(exist_ok=True)
        self._index: Any = tantivy.Index(self._schema, path=str(place))

    def write(self, documents: Iterable[Document]) -> None:
        """Index the documents with one thread, as the others do."""
        writer = self._index.writer(_MEMORY_OF_WRITER, 1)
        for document in documents:
            entry = self._library.Document()
            entry.add_text("text", text_of(document))
            entry.add_bytes("record", document.record.encode())
            writer.add_document(entry)
        writer.commit()
        writer.wait_merging_threads()

    def search(self, terms: Sequence[str]) -> list[str]:
        """The records of the ten best."""
        query, occur = self._library.Query, self._library.Occur
        asked = query.boolean_query(
            [(occur.Should, query.term_query(self._schema, "text", word(term))) for term in terms]
        )
        self._index.reload()
        searcher = self._index.searcher()
        hits = searcher.search(asked, TOP).hits
        return [searcher.doc(address)["record"][0].decode() for _, address in hits]


ENGINES: dict[str, Callable[[Path], Engine]] = {"SQLite FTS5": Fts5, "tantivy": Tantivy}
