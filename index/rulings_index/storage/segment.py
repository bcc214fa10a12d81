"""Several parts of the index read as one: its entries in reading order, wherever they are kept.

A part holds entries as they were when it was made. The runs say which of them still hold, and in
which order: ``[part, first, count]`` is so many entries of a part, from the first on. An entry that
is in no run was edited, taken out or replaced by a book on top; it is passed over.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from heapq import merge
from itertools import accumulate, groupby
from operator import itemgetter

from rulings_index.storage.damage import DamagedError, decoding
from rulings_index.storage.table import Postings, Table

Run = tuple[int, int, int]
"""A part by its number, the first of some of its entries that stand side by side, how many."""

REGISTER = "register"
"""The file of the facets and records of a set of books."""

EVERYWHERE = 0.1
"""A term in a larger share of the phrasings tells none apart, and is not looked for in them."""

_FEW = 50
"""Phrasings that are no large share of anything."""

_CACHED_TERMS = 16384


class _Part:
    """A part as its runs leave it: the numbers that its documents have among those of all."""

    def __init__(self, table: Table) -> None:
        self.table = table
        with decoding("counts"):
            self.counts = table.section("counts").cast("I")
        """The phrasings of each entry."""
        self._sizes = {"words": len(self.counts), "asked": sum(self.counts)}
        if self._sizes["asked"] > table.size:
            raise DamagedError("counts")
        self._numbers: dict[str, array[int]] = {}
        self._shifts: dict[str, int] = {}

    @property
    def is_whole(self) -> bool:
        """Whether all of its entries hold."""
        return not self._numbers

    def place_whole(self, first: int, phrasing: int) -> None:
        """Let all of it stand side by side, from an entry and a phrasing on."""
        self._shifts = {"words": first, "asked": phrasing}

    def place(self, runs: Iterable[tuple[int, int, int]], starts: Sequence[int]) -> None:
        """Take up where each run of it stands: (first in the part, how many, first among all)."""
        entries = array("i", [-1]) * len(self.counts)
        phrasings = array("i", [-1]) * self._sizes["asked"]
        before = list(accumulate(self.counts, initial=0))
        for first, count, here in runs:
            entries[first : first + count] = array("i", range(here, here + count))
            asked = array("i", range(starts[here], starts[here + count]))
            phrasings[before[first] : before[first + count]] = asked
        self._numbers = {"words": entries, "asked": phrasings}

    def postings(self, field: str, term: str) -> Postings | None:
        """The documents that hold a term, by their new numbers."""
        found = self.table.postings(field, term)
        return None if found is None else self._placed(field, found)

    def all_postings(self, field: str) -> Iterator[tuple[str, Postings]]:
        """The terms of a field in order, with the documents that hold each."""
        for term, found in self.table.all_postings(field):
            if placed := self._placed(field, found):
                yield term, placed

    def _placed(self, field: str, found: Postings) -> Postings | None:
        if max(found[0]) >= self._sizes[field]:
            raise DamagedError(f"postings of {field}")
        if self.is_whole:
            shift = self._shifts[field]
            return ([shift + one for one in found[0]], found[1]) if shift else found
        numbers = self._numbers[field]
        kept = [(numbers[one], weight) for one, weight in zip(*found, strict=True)]
        kept = sorted(one for one in kept if one[0] >= 0)  # the book may have another order
        return _unzipped(kept) if kept else None


class Segment:
    """The entries that some runs of parts name, and their phrasings behind them.

    `register` holds facets and records of these entries, and others, from number `first` on.
    """

    def __init__(
        self, parts: Sequence[Table], runs: Sequence[Run], register: Table, first: int = 0
    ) -> None:
        self._parts = {number: _Part(parts[number]) for number in {run[0] for run in runs}}
        self._register = register
        self._first = first
        self.entries = sum(count for _, _, count in runs)
        self.phrasing_starts = self._number(runs)
        """Where the phrasings of each entry begin among the documents, and where the last end."""
        self.phrasings = self.phrasing_starts[-1] - self.entries
        self._most_asked = max(_FEW, EVERYWHERE * self.phrasings)
        self._are_apart = len(list(groupby(run[0] for run in runs))) == len(self._parts)
        self.postings = lru_cache(maxsize=_CACHED_TERMS)(self._look_up)

    def _number(self, runs: Sequence[Run]) -> list[int]:
        """Give the documents of all parts their numbers; returns where phrasings begin."""
        counts: list[int] = []
        placed: dict[int, list[tuple[int, int, int]]] = {number: [] for number in self._parts}
        for number, first, count in runs:
            if not 0 <= first < first + count <= len(self._parts[number].counts):
                raise DamagedError(f"part {number} has no entries {first} to {first + count}")
            placed[number].append((first, count, len(counts)))
            counts += self._parts[number].counts[first : first + count]
        starts = list(accumulate(counts, initial=self.entries))
        for number, part in self._parts.items():
            (first, count, here), *more = placed[number]
            if count == len(part.counts) and not more:
                part.place_whole(here, starts[here])
            else:
                part.place(placed[number], starts)
        return starts

    def _look_up(self, field: str, term: str) -> Postings | None:
        """The documents that hold a term in a field, with weights; None where no one does."""
        if field == "facet":
            return self._facet(term)
        found = [got for part in self._parts.values() if (got := part.postings(field, term))]
        return self._joined(field, found) if found else None

    def all_postings(self, field: str) -> Iterator[tuple[str, Postings]]:
        """The terms of a field that are looked for, in order, with what `postings` gives each."""
        parts = (part.all_postings(field) for part in self._parts.values())
        for term, group in groupby(merge(*parts, key=itemgetter(0)), key=itemgetter(0)):
            if joined := self._joined(field, [found for _, found in group]):
                yield term, joined

    def _joined(self, field: str, found: list[Postings]) -> Postings | None:
        """What several parts hold of a term; None where it tells no phrasings apart."""
        if field == "asked" and sum(len(ids) for ids, _ in found) > self._most_asked:
            return None
        if len(found) == 1:
            return found[0]
        if self._are_apart:
            found.sort(key=lambda one: one[0][0])
            joined: Postings = [*found[0][0]], [*found[0][1]]
            for ids, weights in found[1:]:
                joined[0].extend(ids)  # type: ignore[attr-defined]
                joined[1].extend(weights)  # type: ignore[attr-defined]
            return joined
        return _unzipped(merge(*(zip(ids, weights, strict=True) for ids, weights in found)))

    def _facet(self, term: str) -> Postings | None:
        found = self._register.postings("facet", term)
        if found is None:
            return None
        ids, weights = found
        start = bisect_left(ids, self._first)
        end = bisect_left(ids, self._first + self.entries, start)
        own = [one - self._first for one in ids[start:end]]
        return (own, list(weights[start:end])) if own else None

    def frequency(self, field: str, term: str) -> int:
        """The number of documents that hold a term in a field."""
        found = self.postings(field, term)
        return len(found[0]) if found else 0

    def impact(self, field: str, term: str, document: int) -> float:
        """What BM25 makes of a term in a document, before its rarity and weight; 0 where the
        document does not hold it.
        """
        documents, impacts = self.postings(field, term) or ((), ())
        at = bisect_left(documents, document)
        return impacts[at] if at < len(documents) and documents[at] == document else 0.0

    def documents_of(self, facet: str) -> Sequence[int]:
        """The entries with a facet."""
        found = self.postings("facet", facet)
        return found[0] if found else ()

    def terms_from(self, field: str, prefix: str) -> list[str]:
        """The terms of a field that begin so, in order."""
        tables = [self._register]
        if field != "facet":
            tables = [part.table for part in self._parts.values()]
        found = merge(*(table.terms_from(field, prefix) for table in tables))
        terms = [term for term, _ in groupby(found)]
        if field == "words" and all(part.is_whole for part in self._parts.values()):
            return terms
        return [term for term in terms if self.postings(field, term)]

    @cached_property
    def owners(self) -> array[int]:
        """The entry that each document belongs to."""
        owners = array("I", range(self.entries))
        for entry in range(self.entries):
            owners.extend([entry] * len(self.phrasings_of(entry)))
        return owners

    def phrasings_of(self, entry: int) -> range:
        """The documents of an entry's phrasings, which stand side by side."""
        return range(self.phrasing_starts[entry], self.phrasing_starts[entry + 1])

    def record(self, entry: int) -> bytes:
        """The record of an entry, as JSON."""
        return record_in(self._register, self._first + entry)


def record_in(register: Table, number: int) -> bytes:
    """A record of a register: of an entry, card, term or section, as JSON."""
    with decoding("records"):
        ends = register.section("ends").cast("I")
        return zlib.decompress(register.section("records")[ends[number] : ends[number + 1]])


def _unzipped(pairs: Iterable[tuple[int, float]]) -> Postings:
    ids: list[int] = []
    weights: list[float] = []
    for one, weight in pairs:
        ids.append(one)
        weights.append(weight)
    return ids, weights
