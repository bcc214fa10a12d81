"""How Whoosh writes the index: its own files, with postings laid out flat.

Whoosh's codec packs postings into small compressed pickles, made for walking one posting at a
time. A question in Japanese has forty terms, and each is wanted whole: here the documents and
weights of a term are two plain arrays behind each other, so that reading one is one slice of the
file. The term table is Whoosh's. `rulings_index.storage.segment` reads both without the rest of
Whoosh; Whoosh's own searcher reads them through this codec.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3FieldWriter, W3TermInfo
from whoosh.matching import ListMatcher

Collected = tuple["array[int]", "array[float]"]
"""The documents so far that hold a term, and its weight in each."""


class FlatCodec(W3Codec):  # type: ignore[misc]
    """Whoosh's codec with flat postings."""

    def postings_writer(self, dbfile: Any, byteids: bool = False) -> Any:
        """A writer of postings into `dbfile`."""
        return FlatPostingsWriter(dbfile)

    def postings_reader(
        self, dbfile: Any, terminfo: Any, format_: Any, term: Any = None, scorer: Any = None
    ) -> Any:
        """A matcher over the postings that `terminfo` points to, for Whoosh's searcher."""
        offset, _ = terminfo.extent()
        count = terminfo.doc_frequency()
        ids, weights = array("I"), array("f")
        ids.frombytes(dbfile.get(offset, 4 * count))
        weights.frombytes(dbfile.get(offset + 4 * count, 4 * count))
        values = [b""] * count
        return ListMatcher(
            list(ids), list(weights), values, format_, scorer=scorer, term=term, terminfo=terminfo
        )

    def field_writer(self, storage: Any, segment: Any) -> Any:
        """A writer of terms."""
        return FlatFieldWriter(self, storage, segment)


class FlatPostingsWriter:
    """Writes the postings of one term at a time as an array of documents and one of weights."""

    def __init__(self, dbfile: Any) -> None:
        self._file = dbfile

    def write(self, ids: array[int], weights: array[float]) -> Any:
        """Write a term's postings; returns Whoosh's note on where they stand."""
        info = W3TermInfo(
            weight=sum(weights),
            df=len(ids),
            minlength=1,
            maxlength=1,
            maxweight=max(weights),
            minid=ids[0],
            maxid=ids[-1],
        )
        info.set_extent(self._file.tell(), 8 * len(ids))
        self._file.write(ids.tobytes())
        self._file.write(weights.tobytes())
        return info


class FlatFieldWriter(W3FieldWriter):  # type: ignore[misc]
    """Takes whole posting lists from `PostingPool` instead of one posting at a time."""

    def add_postings(self, schema: Any, lengths: Any, items: Any) -> None:
        """Write the terms of a pool, which come in order."""
        field = None
        for (name, text), (ids, weights) in items:
            if name != field:
                if field is not None:
                    self.finish_field()
                self.start_field(name, schema[name])
                field = name
            info = self._postwriter.write(ids, weights)
            key = self._fieldid.to_bytes(2, "big") + text
            self._tindex.add(key, info.to_bytes())
        if field is not None:
            self.finish_field()


class PostingPool:
    """Collects postings by field and term in memory: 8 bytes each, and no sorted pool of tuples."""

    def __init__(self) -> None:
        self._fields: dict[str, dict[str, Collected]] = defaultdict(dict)

    def add(self, item: tuple[str, Mapping[str, float], int, float, bytes]) -> None:
        """Add what a document holds in a field, as Whoosh's writer hands it over.

        A bag comes as one item (`rulings_index.storage.schema.BagField`), and documents in order.
        """
        field, bag, document, _, _ = item
        terms = self._fields[field]
        for term, weight in bag.items():
            postings = terms.get(term)
            if postings is None:
                postings = terms[term] = (array("I"), array("f"))
            postings[0].append(document)
            postings[1].append(weight)

    def iter_postings(self) -> Iterator[tuple[tuple[str, bytes], Collected]]:
        """The terms in order, each with its documents and weights."""
        for field, terms in sorted(self._fields.items()):
            for term in sorted(terms):  # by characters, which is also the order of their bytes
                yield (field, term.encode()), terms[term]

    def cleanup(self) -> None:
        """Part of what Whoosh asks of a pool; there is nothing on disk."""
        self._fields.clear()
