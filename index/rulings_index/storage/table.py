"""A file of the index: the terms of some fields with their postings, and sections of plain data.

::

    checksum, length of the head        4 bytes each
    head                                JSON: where each section begins and ends
    sections                            "terms" (Whoosh's ordered hash), "postings", and others

The term table is Whoosh's, and all that a search imports of Whoosh. What Whoosh would pickle is
JSON here, so that reading a file of the index never runs what is in it. Postings are flat: the
documents of a term and their weights are two arrays, one after the other, read as one slice.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from whoosh.filedb.filetables import OrderedHashReader
from whoosh.filedb.structfile import BufferFile

from rulings_index.storage.damage import GARBAGE, DamagedError, decoding

Postings = tuple[Sequence[int], Sequence[float]]
"""Document numbers and weights, of the same length."""

HEAD = struct.Struct("<II")
PLACE = struct.Struct("<QI")
"""Where the postings of a term begin, and how many there are."""

_LISTED = 5000
"""Up to this length postings are kept as lists, which are read faster and take more memory."""


class _View:
    """A buffer as a file: what BytesIO does with a copy of it."""

    def __init__(self, buffer: memoryview) -> None:
        self._buffer = buffer
        self._at = 0

    def seek(self, place: int) -> None:
        self._at = place

    def tell(self) -> int:
        return self._at

    def read(self, size: int) -> bytes:
        self._at += size
        return bytes(self._buffer[self._at - size : self._at])


class _Mapped(BufferFile):  # type: ignore[misc]
    """A buffer as Whoosh reads it, without the copy and the pickles of its own class."""

    def __init__(self, buffer: memoryview) -> None:
        self._buf = buffer
        self._name = None
        self.file = _View(buffer)
        self.read = self.file.read  # without a call between: opening reads each of 256 places
        self.onclose = None
        self.is_real = False
        self.is_closed = False

    def read_pickle(self) -> Any:
        """What Whoosh notes of a table."""
        return json.loads(self.read_string())


class Table:
    """An open file of the index; its contents are a buffer. DamagedError, from here and from what
    it is asked, where they are garbage.
    """

    def __init__(self, buffer: Any) -> None:
        with decoding("the head of a part"):
            view = memoryview(buffer)
            self.size = len(view)
            self._checksum, size = HEAD.unpack_from(view)
            self._checked = view[HEAD.size :]
            sections = json.loads(bytes(self._checked[:size]))
            data = self._checked[size:]
            self._sections = {name: data[first:last] for name, (first, last) in sections.items()}
            terms = self._sections["terms"]
            self._terms = OrderedHashReader(_Mapped(terms), len(terms))
            self._postings = self._sections["postings"]

    def is_sound(self) -> bool:
        """Whether every byte is as it was written."""
        return bool(zlib.crc32(self._checked) == self._checksum)

    def section(self, name: str) -> memoryview:
        """The bytes of a section."""
        return self._sections[name]

    def count(self, field: str, term: str) -> int:
        """How many documents hold a term in a field."""
        place = self._place(field, term)
        return place[1] if place else 0

    def postings(self, field: str, term: str) -> Postings | None:
        """The documents that hold a term in a field, with weights; None where no one does."""
        place = self._place(field, term)
        return None if place is None else self._postings_at(*place)

    def all_postings(self, field: str) -> Iterator[tuple[str, Postings]]:
        """The terms of a field in order, with the documents that hold each, and weights."""
        start = key_of(field, "")
        for key, place in self._terms.items_from(start):
            if not key.startswith(start):
                break
            yield key[len(start) :].decode(), self._postings_at(*PLACE.unpack(place))

    def _postings_at(self, first: int, count: int) -> Postings:
        middle, last = first + 4 * count, first + 8 * count
        if not count or last > len(self._postings):
            raise DamagedError(f"postings from {first} on are cut off")
        ids = self._postings[first:middle].cast("I")
        weights = self._postings[middle:last].cast("f")
        return (ids.tolist(), weights.tolist()) if count <= _LISTED else (ids, weights)

    def terms_from(self, field: str, prefix: str) -> Iterator[str]:
        """The terms of a field that begin so, in order."""
        start = key_of(field, prefix)
        with decoding("terms"):
            for key in self._terms.keys_from(start):
                if not key.startswith(start):
                    break
                yield key[len(start) - len(prefix.encode()) :].decode()

    def _place(self, field: str, term: str) -> tuple[int, int] | None:
        key = key_of(field, term)
        try:
            found = self._terms.get(key)
            return None if found is None else PLACE.unpack(found)
        except GARBAGE as error:
            raise DamagedError(f"terms: {error!r}") from error


def key_of(field: str, term: str) -> bytes:
    """The key of a term in the table: no field's name is the beginning of another's."""
    return f"{field} {term}".encode("utf-8", "replace")
