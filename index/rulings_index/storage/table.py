"""A file of the index: the terms of some fields with their postings, and sections of plain data.

::

    checksum, length of the head        4 bytes each
    head                                JSON: where each section begins and ends
    sections                            "terms" (Whoosh's hash), "places" of these terms,
                                        "postings", and others

The term table is written by Whoosh and read here, by its hash or by halving its ordered terms:
importing Whoosh takes longer than a search, and what it pickles in the table is never read.
Postings are flat: the documents of a term and their weights are two arrays, one after the other,
read as one slice.
"""

import json
import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from itertools import accumulate, pairwise
from typing import Any

Postings = tuple[Sequence[int], Sequence[float]]
"""Document numbers and weights, of the same length."""

NOWHERE: Postings = ((), ())
"""The postings of a term that no document holds."""

Collected = list[tuple[int, float]]
"""What is collected before writing: the documents that hold a term, with its weight in each."""

_HEAD = struct.Struct("<II")
_PLACE = struct.Struct("<QI")
"""Where the postings of a term begin, and how many there are."""

_LENGTHS = struct.Struct("!ii")
"""What Whoosh writes before a term and its value: the lengths of both."""

_BUCKETS, _BUCKET, _SLOT = 256, struct.Struct("!qi"), struct.Struct("!Iq")
"""Whoosh's hash: where each bucket begins and how many slots it has, then the hash of the term in a
slot and its place, 0 in an empty one. The buckets are listed before what it pickles.
"""

_UNREADABLE = (
    *(ArithmeticError, EOFError, LookupError, RecursionError, TypeError, ValueError),
    *(struct.error, zlib.error),
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


class Table:
    """An open file of the index over a buffer, with the bytes of its `sections`; DamagedError, also
    later, where that is garbage.
    """

    def __init__(self, buffer: Any) -> None:
        with decoding("the head of a file"):
            view = memoryview(buffer)
            self.size = len(view)
            self._checksum, size = _HEAD.unpack_from(view)
            self._checked = view[_HEAD.size :]
            spans = json.loads(bytes(self._checked[:size]))
            data = self._checked[size:]
            self.sections = {name: data[first:last] for name, (first, last) in spans.items()}
            self._terms = self.sections["terms"]
            pickled = int.from_bytes(self._terms[-4:], "big")
            self._buckets = len(self._terms) - 4 - pickled - _BUCKETS * _BUCKET.size
            self._places = self.sections["places"].cast("I")
            self._postings = self.sections["postings"]

    def is_sound(self) -> bool:
        """Whether every byte is as it was written."""
        return bool(zlib.crc32(self._checked) == self._checksum)

    def postings(self, field: str, term: str) -> Postings:
        """The documents that hold a term in a field, with weights."""
        key, hashed = _hashed_key(field, term)
        try:
            if not (place := self._place_of(key, hashed)):
                return NOWHERE
            first, count = _PLACE.unpack_from(self._terms, place + _LENGTHS.size + len(key))
            middle, last = first + 4 * count, first + 8 * count
            documents = self._postings[first:middle].cast("I")
            weights = self._postings[middle:last].cast("f")
        except _UNREADABLE as error:
            raise DamagedError(f"postings: {error!r}") from error
        # lists are read faster, and take more memory
        return (documents.tolist(), weights.tolist()) if count <= 5000 else (documents, weights)

    def record(self, number: int) -> Any:
        """A record of a register by its number, to be changed freely."""
        with decoding("records"):
            first, end = self.sections["ends"].cast("I")[number : number + 2]
            return json.loads(zlib.decompress(self.sections["records"][first:end]))

    def terms_from(self, field: str, beginning: str) -> Iterator[str]:
        """The terms of a field that begin so, in order."""
        start = _key(field, beginning)
        with decoding("terms"):
            for place in self._places[bisect_left(self._places, start, key=self._key_at) :]:
                key = self._key_at(place)
                if not key.startswith(start):
                    break
                yield key[len(field) + 1 :].decode()

    def _place_of(self, key: bytes, hashed: int) -> int:
        """Where a term stands in the term table; 0 if it does not."""
        bucket = self._buckets + hashed % _BUCKETS * _BUCKET.size
        start, slots = _BUCKET.unpack_from(self._terms, bucket)
        for slot in range(hashed // _BUCKETS, hashed // _BUCKETS + slots):
            known, place = _SLOT.unpack_from(self._terms, start + slot % slots * _SLOT.size)
            if not place or (known == hashed and self._key_at(place) == key):
                return int(place)
        return 0

    def _key_at(self, place: int) -> bytes:
        first = place + _LENGTHS.size
        size, _ = _LENGTHS.unpack_from(self._terms, place)
        return bytes(self._terms[first : first + size])


def table(fields: Mapping[str, Mapping[str, Collected]], sections: Mapping[str, bytes]) -> bytes:
    """The bytes of a file with these postings and further sections."""
    from whoosh.filedb.filetables import HashWriter
    from whoosh.filedb.structfile import StructFile

    terms, postings, places = BytesIO(), BytesIO(), array("I")
    contents: dict[str, bytes] = {}
    # Whoosh closes what it has written, so the bytes are taken right before
    file = StructFile(terms, onclose=lambda _: contents.update(terms=terms.getvalue()))
    keys = HashWriter(file, hashtype=1)  # CRC-32, the quickest that Whoosh knows
    for field, of_field in sorted(fields.items()):
        for term in sorted(of_field):  # by characters, which is also the order of their bytes
            documents, weights = zip(*of_field[term], strict=True)
            places.append(terms.tell())
            keys.add(_key(field, term), _PLACE.pack(postings.tell(), len(documents)))
            postings.write(array("I", documents).tobytes())
            postings.write(array("f", weights).tobytes())
    keys.close()
    contents |= {"places": places.tobytes(), "postings": postings.getvalue()}
    contents |= sections
    ends = accumulate(map(len, contents.values()), initial=0)
    head = json.dumps(dict(zip(contents, pairwise(ends), strict=True))).encode()
    content = b"".join([head, *contents.values()])
    return _HEAD.pack(zlib.crc32(content), len(head)) + content


@lru_cache(maxsize=1024)  # every part of an index is asked for the same terms
def _hashed_key(field: str, term: str) -> tuple[bytes, int]:
    key = _key(field, term)
    return key, zlib.crc32(key)


def _key(field: str, term: str) -> bytes:
    """The key of a term: no field's name is the beginning of another's."""
    return f"{field} {term}".encode("utf-8", "replace")
