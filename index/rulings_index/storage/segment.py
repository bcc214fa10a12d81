"""Reading an index: Whoosh's term table and columns, and the flat postings behind them.

This is all of Whoosh that a search imports: its file tables, without schema, query language and
matchers, which cost more to import than the search takes.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from io import BytesIO
from typing import Any

from whoosh.filedb.filetables import HashReader, OrderedHashReader
from whoosh.filedb.structfile import BufferFile

Postings = tuple[Sequence[int], Sequence[float]]
"""Document numbers and weights, of the same length."""

_TERM_INFO = struct.Struct("!BfIBBfIIqi")
"""Whoosh's note on a term: …, document frequency, …, offset, length (whoosh.codec.whoosh3)."""

_CACHED_TERMS = 16384

_LISTED = 5000
"""Up to this length postings are kept as lists, which are read faster and take more memory."""

RECORDS = "records.hsh"
"""The file of the records by document, beside Whoosh's."""


class _Mapped(BufferFile):  # type: ignore[misc]
    """A file's buffer as Whoosh reads it, without the copy that its own class makes."""

    def __init__(self, buffer: Any) -> None:
        self._buf = memoryview(buffer)
        self._name = None
        self.file = buffer if hasattr(buffer, "seek") else BytesIO(buffer)
        self.onclose = None
        self.is_real = False
        self.is_closed = False


class Segment:
    """The terms, postings and records of one index."""

    def __init__(self, meta: dict[str, Any], read: Callable[[str], Any]) -> None:
        """Open by `meta` (from `write_index`); `read` gives a file's contents as a buffer."""
        self.entries: int = meta["entries"]
        self.phrasings: int = meta["phrasings"]
        self.documents: int = meta["documents"]
        self._stem = f"MAIN_{meta['segment']}"
        self._read = read
        terms = _Mapped(read(self._stem + ".trm"))
        self._terms = OrderedHashReader(terms, len(terms._buf))
        self._fields: dict[str, int] = self._terms.extras["fieldmap"]
        self._postings = memoryview(read(self._stem + ".pst"))
        self._owners: array[int] | None = None
        self._records: HashReader | None = None
        self.postings = lru_cache(maxsize=_CACHED_TERMS)(self._look_up)

    def _look_up(self, field: str, term: str) -> Postings | None:
        """The documents that hold a term in a field, with weights; None where no one does."""
        info = self._info(field, term)
        if info is None:
            return None
        count, offset = info[2], info[8]
        middle = offset + 4 * count
        ids = self._postings[offset:middle].cast("I")
        weights = self._postings[middle : middle + 4 * count].cast("f")
        if len(weights) != count:
            raise EOFError(f"postings of {term!r} are cut off")
        return (ids.tolist(), weights.tolist()) if count <= _LISTED else (ids, weights)

    def _info(self, field: str, term: str) -> tuple[Any, ...] | None:
        number = self._fields.get(field)
        if number is None:
            return None
        info = self._terms.get(number.to_bytes(2, "big") + term.encode("utf-8", "replace"))
        return None if info is None else _TERM_INFO.unpack(info)

    def frequency(self, field: str, term: str) -> int:
        """The number of documents that hold a term in a field."""
        found = self.postings(field, term)
        return len(found[0]) if found else 0

    def documents_of(self, facet: str) -> Sequence[int]:
        """The documents with a facet."""
        found = self.postings("facet", facet)
        return found[0] if found else ()

    def terms_from(self, field: str, prefix: str) -> list[str]:
        """The terms of a field that begin so, in order."""
        number = self._fields.get(field)
        if number is None:
            return []  # as the one of phrasings, in a book that has none
        start = number.to_bytes(2, "big") + prefix.encode()
        found = []
        for key in self._terms.keys_from(start):
            if not key.startswith(start):
                break
            found.append(key[2:].decode())
        return found

    @property
    def owners(self) -> array[int]:
        """The entry that each document belongs to."""
        if self._owners is None:
            owners = array("I")
            with suppress(KeyError):  # without a phrasing there is no such file
                owners.frombytes(bytes(self._read(self._stem + ".owner.col")))
            owners.byteswap()
            owners.extend([0] * (self.documents - len(owners)))
            self._owners = owners
        return self._owners

    @cached_property
    def phrasing_starts(self) -> list[int]:
        """Where the phrasings of each entry begin among the documents, and where the last end."""
        return [self._first_phrasing(entry) for entry in range(self.entries + 1)]

    def phrasings_of(self, entry: int) -> range:
        """The documents of an entry's phrasings, which stand side by side."""
        return range(self._first_phrasing(entry), self._first_phrasing(entry + 1))

    def _first_phrasing(self, entry: int) -> int:
        return bisect_left(self.owners, entry, self.entries, self.entries + self.phrasings)

    def record(self, document: int) -> bytes:
        """The record of an entry, card, term or section, as JSON."""
        if self._records is None:
            records = _Mapped(self._read(RECORDS))
            self._records = HashReader(records, len(records._buf))
        return zlib.decompress(self._records[document.to_bytes(4, "big")])
