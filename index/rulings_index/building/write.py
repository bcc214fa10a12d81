"""Writing the files of an index. Everything here runs only when building.

The weight of a posting is not a count, but all that BM25 makes of it, document length included: a
search only adds up. Lengths are measured by those of our book, times a power of two that belongs to
the collection, so that what is made of an entry stays the same when others are edited.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from whoosh.filedb.filetables import OrderedHashWriter
from whoosh.filedb.structfile import StructFile

from rulings_index.building.documents import LENGTH, Bag, Document
from rulings_index.storage.table import HEAD, PLACE, key_of
from rulings_index.text.analysis import PAIR

if TYPE_CHECKING:
    from rulings.format.record import Record

B = 0.8
K1 = {"words": 1.2, "asked": 0.6}
"""BM25's parameters (Robertson and Zaragoza, 2009), by field, as measured on our book."""

STEPS = 4095
"""An impact is one of so many steps: a page holds it in two characters, and adds up the same."""

Collected = tuple["array[int]", "array[float]"]
"""The documents that hold a term, and its weight in each."""


class _File(StructFile):  # type: ignore[misc]
    """A file as Whoosh writes it, without its pickles."""

    def write_pickle(self, value: Any, protocol: int = -1) -> None:
        """What Whoosh notes of a table."""
        self.write_string(json.dumps(value).encode())


def table(fields: Mapping[str, Mapping[str, Collected]], sections: Mapping[str, bytes]) -> bytes:
    """A file of postings and further sections, as `rulings_index.storage.table` reads it."""
    terms, postings = BytesIO(), BytesIO()
    keys = OrderedHashWriter(_File(terms))
    for field, found in sorted(fields.items()):
        for term in sorted(found):  # by characters, which is also the order of their bytes
            ids, weights = found[term]
            keys.add(key_of(field, term), PLACE.pack(postings.tell(), len(ids)))
            postings.write(ids.tobytes())
            postings.write(weights.tobytes())
    terms.close = lambda: None  # type: ignore[method-assign]
    keys.close()
    every = {"terms": terms.getvalue(), "postings": postings.getvalue(), **sections}
    places, end = {}, 0
    for name, content in every.items():
        places[name] = (end, end + len(content))
        end += len(content)
    head = json.dumps(places).encode()
    content = b"".join([head, *every.values()])
    return HEAD.pack(zlib.crc32(content), len(head)) + content


def part(documents: Sequence[Document], keys: Iterable[bytes], scale: int) -> bytes:
    """A part: the words of entries and of their phrasings, and the keys that entries have by what
    they were made from. `scale` is how long entries are, as a power of two.
    """
    asked = [bag for document in documents for bag in document.phrasings]
    fields = {
        "words": _impacts("words", [document.words for document in documents], scale),
        "asked": _impacts("asked", asked, 0),
    }
    counts = array("I", (len(document.phrasings) for document in documents))
    return table(fields, {"counts": counts.tobytes(), "keys": b"".join(keys)})


def _impacts(field: str, bags: Iterable[Bag], scale: int) -> dict[str, Collected]:
    """What BM25 makes of each count, without the rarity of the term, in whole steps."""
    found: dict[str, Collected] = {}
    for number, bag in enumerate(bags):
        for term, impact in impacts_of(bag, scale, field).items():
            known = found.get(term)
            if known is None:
                known = found[term] = array("I"), array("f")
            known[0].append(number)
            known[1].append(impact)
    return found


def impacts_of(bag: Bag, scale: int, field: str = "words") -> dict[str, float]:
    """What BM25 makes of each count of one document."""
    k1, step = K1[field], step_of(K1[field])
    size = sum(weight for term, weight in bag.items() if term[0] != PAIR)
    norm = k1 * (1 - B + B * size / (LENGTH[field] * 2.0**scale))
    return {
        term: step * (int(STEPS * weight / (weight + norm) + 0.5) or 1)
        for term, weight in bag.items()
    }


def step_of(k1: float) -> float:
    """The least impact; all others are multiples of it."""
    return (k1 + 1) / STEPS


def register(facets: Iterable[Iterable[str]], records: Iterable[Record]) -> bytes:
    """The register of a set of books: what each document can be filtered and looked up by, and its
    record.
    """
    found: dict[str, Collected] = {}
    for number, listed in enumerate(facets):
        for facet in dict.fromkeys(listed):
            known = found.get(facet)
            if known is None:
                known = found[facet] = array("I"), array("f")
            known[0].append(number)
            known[1].append(1.0)
    ends, packed = array("I", [0]), []
    for record in records:
        packed.append(zlib.compress(json.dumps(record, ensure_ascii=False).encode(), 1))
        ends.append(ends[-1] + len(packed[-1]))
    return table({"facet": found}, {"records": b"".join(packed), "ends": ends.tobytes()})
