"""Writing the files of an index. Everything here runs only when building.

The weight of a posting is not a count, but all that BM25 makes of it, document length included: a
search only adds up. Lengths are measured by those of our book, times a power of two that belongs to
the collection, so that what is made of an entry stays the same when others are edited.
"""

import json
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from rulings import ids
from rulings.format.model import AnyEntry
from rulings.format.record import Record
from rulings.lookup import filters
from rulings.lookup.records import Records
from rulings.reading.book import Book
from rulings_index.asking_back.calls import CALL
from rulings_index.asking_back.forks import CASE_WORDS
from rulings_index.building.documents import LENGTH, Bag, Document
from rulings_index.games import READ_LATER
from rulings_index.ranking.scoring import BASE, ON_CARDS
from rulings_index.storage.table import Collected, table
from rulings_index.text.analysis import PAIR, is_telling

B = 0.8
K1 = {"words": 1.2, "asked": 0.6}
"""BM25's parameters (Robertson and Zaragoza, 2009), by field, as measured on our book."""

NORM = {field: (k1 * (1 - B), k1 * B / LENGTH[field]) for field, k1 in K1.items()}
"""What a weight is compared with, by field: a part that is fixed, and what length adds to it."""

STEPS = 4095
STEP = {field: (k1 + 1) / STEPS for field, k1 in K1.items()}
"""The steps to which impacts are rounded, and the least impact, by field."""


def part(documents: Iterable[Document], keys: Iterable[bytes], scale: int) -> bytes:
    """A part: the words of entries and of their phrasings, how many words each phrasing has, and
    the keys that entries have by what they were made from. `scale` is how long entries are, as a
    power of two.
    """
    words, asked = _Field("words", 2.0**scale), _Field("asked", 1.0)
    counts, sizes, constants = array("I"), bytearray(), []
    for document in documents:  # one after the other: all at once take much memory
        words.add(document.words)
        for bag in document.phrasings:
            asked.add(bag)
            sizes.append(min(sum(map(is_telling, bag)), 255))  # in a byte
        counts.append(len(document.phrasings))
        constants.append(document.constants())
    sections = {
        "counts": counts.tobytes(),
        "sizes": bytes(sizes),
        "keys": b"".join(keys),
        "constants": msgspec.json.encode(constants),
        **{f"{field.name} lengths": field.lengths.tobytes() for field in (words, asked)},
    }
    return table({field.name: field.postings for field in (words, asked)}, sections)


class _Field:
    """A field of a part, to which bags are added; `unit` is how long they are."""

    def __init__(self, name: str, unit: float) -> None:
        self.name = name
        self.lengths = array("f")
        self.postings: dict[str, Collected] = defaultdict(list)
        self._unit = unit

    def add(self, bag: Bag) -> None:
        number = len(self.lengths)
        alone = [weight for term, weight in bag.items() if term[0] != PAIR]
        self.lengths.append(sum(alone) / self._unit)
        length = self.lengths[number]
        by_weight = {each: (number, impact_of(each, length, self.name)) for each in {*bag.values()}}
        for term, weight in bag.items():
            self.postings[term].append(by_weight[weight])


def impact_of(weight: float, length: float, field: str) -> float:
    """What BM25 makes of a weight in a document."""
    fixed, growing = NORM[field]
    norm = fixed + growing * length
    return STEP[field] * (int(STEPS * weight / (weight + norm) + 0.5) or 1)


@lru_cache(maxsize=65536)
def weight_of(impact: float, length: float, field: str) -> int:
    """The weight, in quarters, of which BM25 makes an impact: the inverse of `impact_of`."""
    fixed, growing = NORM[field]
    steps = min(impact / STEP[field], STEPS - 0.25)
    return round(4 * (fixed + growing * length) * steps / (STEPS - steps))


def register(
    book: Book, entries: Sequence[AnyEntry], known: Mapping[str, Any], order: Iterable[int]
) -> bytes:
    """The register of a set of books: what each document can be filtered and looked up by, and its
    record; what is `known` of the books as a whole; and the `order` of the entries: their numbers
    in the parts, as they are read.
    """
    facets: dict[str, Collected] = defaultdict(list)
    ends, packed = array("I", [0]), []
    for number, (record, names) in enumerate(_recorded(book, entries, known["below"])):
        for name in dict.fromkeys(names):
            facets[name].append((number, 1.0))
        packed.append(zlib.compress(msgspec.json.encode(record), 1))
        ends.append(ends[-1] + len(packed[-1]))
    later = (name for name in known if name in READ_LATER or name.startswith(CASE_WORDS))
    parts = {name: msgspec.json.encode(known[name]) for name in later}
    rest = {name: known[name] for name in known if name not in parts}
    sections = {
        "records": b"".join(packed),
        "ends": ends.tobytes(),
        "order": array("I", order).tobytes(),
        "known": json.dumps(rest, ensure_ascii=False).encode(errors="surrogatepass"),  # of paths
        **parts,
    }
    return table({"facet": facets}, sections)


def _recorded(
    book: Book, entries: Sequence[AnyEntry], below: Mapping[str, Sequence[str]]
) -> Iterator[tuple[Record, Iterable[str]]]:
    """The records of the entries that are searched, with their facets; then of other forks, cards,
    terms and sections, with the ids by which each can be shown: a search finds them only through
    the entries that mention them.
    """
    records, searched = Records(book), {entry.id for entry in entries}
    for entry in entries:
        yield records.entry(entry.id), _facets_of(book, entry, below)
    for entry in book.entries.values():
        if entry.id not in searched:
            yield records.entry(entry.id), [f"id:{name}" for name in (entry.id, *entry.formerly)]
    for kind, shelf in book.shelves.items():
        for game, slug in shelf:
            record = records.named(game, kind, slug)
            yield record, [f"id:{kind}:{name}" for name in (slug, *record.get("formerly", ()))]
    for section in records.sections():
        yield section, [f"id:{section['id']}"]


def _facets_of(book: Book, entry: AnyEntry, below: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield f"id:{entry.id}"
    yield from (f"id:{old}" for old in entry.formerly if old not in book.entries)
    for field, values in filters.facets_of(book, entry).items():
        yield from (f"{field}:{value}" for value in values)
    own = book.ruleset_of(entry.id).id
    yield from (f"{BASE}{name}" for name, rules in below.items() if own in rules)
    for above in ids.ancestors(entry.id):
        yield f"below:{above}"
    if call := getattr(entry, "call", None):
        yield CALL
        yield f"event:{call.event}"
    elif entry.kind == "ruling" and entry.cards:
        yield ON_CARDS
