"""What stands in the index, and how it is written. Everything here runs only when building.

Documents 0 to n-1 are the entries; behind them stands a document for every phrasing, whose
`owner` is the entry. The weight of a posting is not a count but the whole of what BM25 makes of
it, document length included, so that a search only adds up.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from whoosh import columns, fields, formats, index
from whoosh.filedb.filetables import HashWriter
from whoosh.writing import SegmentWriter

from rulings.progress import tell
from rulings_index.documents import Bag, Document, Shown
from rulings_index.storage.codec import FlatCodec, PostingPool
from rulings_index.storage.segment import RECORDS

B = 0.8
K1 = {"words": 1.2, "asked": 0.6}
"""BM25's parameters (Robertson and Zaragoza, 2009), by field, as measured on this book."""

STEPS = 4095
"""An impact is one of so many steps: a page holds it in two characters, and adds up the same."""

EVERYWHERE = 0.1
"""A term in a larger share of the phrasings tells none apart, and is not kept for them."""

_FEW = 50
"""Phrasings that are no large share of anything."""


class BagField(fields.FieldType):  # type: ignore[misc]
    """A field whose value is already a bag of weighted terms."""

    def __init__(self) -> None:
        super().__init__(formats.Frequency(), None)

    def index(self, value: Bag, **_: Any) -> Iterator[tuple[Bag, int, float, bytes]]:
        """A bag as the one item that `PostingPool` takes: Whoosh's writer only passes it on."""
        yield value, 1, 1.0, b""


def new_schema() -> fields.Schema:
    """The fields of the index."""
    return fields.Schema(
        words=BagField(),
        asked=BagField(),
        facet=BagField(),
        owner=fields.COLUMN(columns.NumericColumn("I")),
    )


class _ImpactPool(PostingPool):
    """Turns counts into impacts once all lengths are known."""

    def __init__(self) -> None:
        super().__init__()
        self.lengths: dict[str, dict[int, float]] = {field: {} for field in K1}
        """The words of each document by field, which have to be noted beside the postings."""

    def iter_postings(self) -> Iterator[tuple[tuple[str, bytes], Any]]:
        """The terms in order, each with its documents and impacts."""
        norms = {field: _norms(lengths, K1[field]) for field, lengths in self.lengths.items()}
        most_asked = max(_FEW, EVERYWHERE * len(self.lengths["asked"]))
        for (field, text), (ids, weights) in super().iter_postings():
            if field == "asked" and len(ids) > most_asked:
                continue
            scored = field in norms
            yield (
                (field, text),
                (ids, impacts(ids, weights, norms[field], K1[field]) if scored else weights),
            )


def _norms(lengths: dict[int, float], k1: float) -> dict[int, float]:
    average = sum(lengths.values()) / max(1, len(lengths))
    return {document: k1 * (1 - B + B * length / average) for document, length in lengths.items()}


def impacts(
    ids: array[int], weights: array[float], norms: dict[int, float], k1: float
) -> array[float]:
    """What BM25 makes of each count, without the rarity of the term, in whole steps."""
    step = step_of(k1)
    return array(
        "f",
        (
            step * (int(STEPS * weight / (weight + norms[document]) + 0.5) or 1)
            for document, weight in zip(ids, weights, strict=True)
        ),
    )


def step_of(k1: float) -> float:
    """The least impact; all others are multiples of it."""
    return (k1 + 1) / STEPS


def write_index(
    storage: Any, documents: Iterable[Document], shown_only: Iterable[Shown]
) -> dict[str, Any]:
    """Write an index into an empty storage; returns what a reader must know to open it.

    `shown_only` are records that can be looked up by id, but are not searched.
    """
    written = index.FileIndex.create(storage, new_schema(), "MAIN")
    writer = SegmentWriter(written, codec=FlatCodec(), compound=False)
    writer.pool = _ImpactPool()
    records = HashWriter(storage.create_file(RECORDS))
    try:
        entries, phrasings = _add_documents(writer, records, documents)
        for shown in shown_only:
            _add_record(records, writer.docnum, shown.record)
            writer.add_document(facet=dict.fromkeys((f"id:{one}" for one in shown.ids), 1.0))
        tell("writing the index", 0, 1)
        writer.commit()
        tell("writing the index", 1, 1)
        records.close()
    except BaseException:
        with suppress(Exception):  # a writer that failed may be closed: say why, not that
            writer.cancel()
        raise
    return {
        "entries": entries,
        "phrasings": phrasings,
        "documents": writer.doc_count(),
        "segment": writer.newsegment.segid,
    }


def _add_documents(
    writer: SegmentWriter, records: HashWriter, documents: Iterable[Document]
) -> tuple[int, int]:
    phrasings: list[tuple[int, Bag]] = []
    entries = 0
    for number, document in enumerate(documents):
        _note_length(writer, "words", document.words)
        writer.add_document(words=document.words, facet=dict.fromkeys(document.facets, 1.0))
        _add_record(records, number, document.record)
        phrasings.extend((number, bag) for bag in document.phrasings)
        entries = number + 1
    for number, bag in phrasings:
        _note_length(writer, "asked", bag)
        writer.add_document(asked=bag, owner=number)
    return entries, len(phrasings)


def _note_length(writer: SegmentWriter, field: str, bag: Bag) -> None:
    if bag:
        writer.pool.lengths[field][writer.docnum] = sum(bag.values())


def _add_record(records: HashWriter, document: int, record: str) -> None:
    """Records stand in a table of their own: a search reads a few of them, whole."""
    records.add(document.to_bytes(4, "big"), zlib.compress(record.encode()))


def dump_names(
    forms: dict[str, list[str]],
    prefixes: dict[str, str],
    choices: dict[str, dict[str, str]],
    forks: dict[str, list[str]],
) -> bytes:
    """The names of the book, as the searching side reads them."""
    names = {"forms": forms, "prefixes": prefixes, "choices": choices, "forks": forks}
    return json.dumps(names, ensure_ascii=False).encode()
