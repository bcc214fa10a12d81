"""A file of the index: the terms of some fields with their postings, and sections of plain data.

::

    checksum, length of the head        4 bytes each
    head                                JSON: where each section begins and ends
    sections                            "terms" (Whoosh's ordered hash), "postings", and others

The term table is Whoosh's, and all that is imported of Whoosh. What Whoosh would pickle is JSON
here, so that reading a file of the index never runs what is in it. Postings are flat: the documents
of a term and their weights are two arrays, one after the other, read as one slice.
"""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from whoosh.filedb.filetables import FileFormatError, OrderedHashReader, OrderedHashWriter
from whoosh.filedb.structfile import StructFile

Postings = tuple[Sequence[int], Sequence[float]]
"""Document numbers and weights, of the same length."""

Collected = tuple["array[int]", "array[float]"]
"""The documents that hold a term, and its weight in each, to be written."""

_HEAD = struct.Struct("<II")
_PLACE = struct.Struct("<QI")
"""Where the postings of a term begin, and how many there are."""

_LISTED = 5000
"""Up to this length postings are kept as lists, which are read faster and take more memory."""

_UNREADABLE = (
    *(ArithmeticError, EOFError, LookupError, RecursionError, TypeError, ValueError),
    *(struct.error, zlib.error, FileFormatError),
)
"""What decoders raise for damaged bytes."""


class DamagedError(Exception):
    """A stored file was damaged; the index is built again."""


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """Raise DamagedError where `what` cannot be read. Only around code that decodes what is
    stored, so that no other fault of ours is taken for damage.
    """
    try:
        yield
    except _UNREADABLE as error:
        raise DamagedError(f"{what}: {error!r}") from error


class _Reading(StructFile):  # type: ignore[misc]
    """A buffer as a file of Whoosh, read without a copy and without pickles."""

    def __init__(self, buffer: memoryview) -> None:
        super().__init__(buffer)
        self._place = 0

    def get(self, position: int, length: int) -> bytes:
        return bytes(self.file[position : position + length])

    def read(self, length: int) -> bytes:
        self._place += length
        return bytes(self.file[self._place - length : self._place])

    def seek(self, position: int) -> None:
        self._place = position

    def tell(self) -> int:
        return self._place

    def read_pickle(self) -> Any:
        return json.loads(self.read_string())


class _Writing(StructFile):  # type: ignore[misc]
    """A file as Whoosh writes it, without pickles; it stays open, to be read."""

    def write_pickle(self, value: Any, protocol: int = -1) -> None:
        self.write_string(json.dumps(value).encode())

    def close(self) -> None:
        pass


class Table:
    """An open file of the index; its contents are a buffer. Raises DamagedError, when it is opened
    and when it is read, where they are garbage.
    """

    def __init__(self, buffer: Any) -> None:
        with decoding("the head of a file"):
            view = memoryview(buffer)
            self.size = len(view)
            self._checksum, size = _HEAD.unpack_from(view)
            self._checked = view[_HEAD.size :]
            sections = json.loads(bytes(self._checked[:size]))
            data = self._checked[size:]
            self._sections = {name: data[first:last] for name, (first, last) in sections.items()}
            terms = self._sections["terms"]
            self._terms = OrderedHashReader(_Reading(terms), len(terms))
            self._postings = self._sections["postings"]

    def is_sound(self) -> bool:
        """Whether every byte is as it was written."""
        return bool(zlib.crc32(self._checked) == self._checksum)

    def section(self, name: str) -> memoryview:
        """The bytes of a section."""
        return self._sections[name]

    def postings(self, field: str, term: str) -> Postings | None:
        """The documents that hold a term in a field, with weights; None where there are none."""
        try:
            place = self._terms.get(_key(field, term))
            if place is None:
                return None
            first, count = _PLACE.unpack(place)
            middle, last = first + 4 * count, first + 8 * count
            documents = self._postings[first:middle].cast("I")
            weights = self._postings[middle:last].cast("f")
        except _UNREADABLE as error:
            raise DamagedError(f"postings: {error!r}") from error
        return (documents.tolist(), weights.tolist()) if count <= _LISTED else (documents, weights)

    def terms_from(self, field: str, beginning: str) -> Iterator[str]:
        """The terms of a field that begin so, in order."""
        start = _key(field, beginning)
        with decoding("terms"):
            for key in self._terms.keys_from(start):
                if not key.startswith(start):
                    break
                yield key[len(field) + 1 :].decode()


def table(fields: Mapping[str, Mapping[str, Collected]], sections: Mapping[str, bytes]) -> bytes:
    """The bytes of a file with these postings and further sections."""
    terms, postings = BytesIO(), BytesIO()
    keys = OrderedHashWriter(_Writing(terms))
    for field, of_field in sorted(fields.items()):
        for term in sorted(of_field):  # by characters, which is also the order of their bytes
            documents, weights = of_field[term]
            keys.add(_key(field, term), _PLACE.pack(postings.tell(), len(documents)))
            postings.write(documents.tobytes())
            postings.write(weights.tobytes())
    keys.close()
    every = {"terms": terms.getvalue(), "postings": postings.getvalue(), **sections}
    places, end = {}, 0
    for name, content in every.items():
        places[name] = (end, end + len(content))
        end += len(content)
    head = json.dumps(places).encode()
    content = b"".join([head, *every.values()])
    return _HEAD.pack(zlib.crc32(content), len(head)) + content


def _key(field: str, term: str) -> bytes:
    """The key of a term: no field's name is the beginning of another's."""
    return f"{field} {term}".encode("utf-8", "replace")
