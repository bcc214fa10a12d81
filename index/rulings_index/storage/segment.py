"""Several parts of the index read as one: their entries, without those that no longer hold.

A part holds entries as they were when it was made. The number of an entry is its place in its part,
behind the entries of the parts before. An order says which of them are still valid, as they are
read; the others were edited, removed or replaced by an upper book.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain, compress, repeat
from operator import sub

from rulings_index.storage.table import NOWHERE, Postings, Table, decoding
from rulings_index.weights import FEW_PHRASINGS

_Parts = Sequence[tuple[int, Table]]
_Find = Callable[[str, str], Postings]


class Phrasings(dict[int, tuple[tuple[int, float], ...]]):
    """The phrasings that hold a term: for each entry their places in it, with impacts. They are
    looked up when they are first asked for, and kept for entries with many phrasings.
    """

    def __init__(self, postings: Postings, starts: Sequence[int]) -> None:
        """`starts` are the numbers of the first phrasings of all entries."""
        self._documents, self._impacts = postings
        self._starts = starts

    def __missing__(self, entry: int) -> tuple[tuple[int, float], ...]:
        first, end = self._starts[entry : entry + 2]
        start = bisect_left(self._documents, first)
        held = slice(start, bisect_left(self._documents, end, start))
        within = map(sub, self._documents[held], repeat(first))
        places = tuple(zip(within, self._impacts[held], strict=False))
        if end - first > FEW_PHRASINGS:
            self[entry] = places
        return places


class Segment:
    """The entries of some parts, and their phrasings numbered behind them.

    `order` has the numbers of the entries that still hold, in reading order, and at its end those
    of `forks`, which lie in parts of their own and do not count for what is rare. `register` holds
    facets and records of these, and of others, in reading order from `first` on.
    """

    def __init__(
        self, parts: Sequence[Table], order: Sequence[int], register: Table, first: int, forks: int
    ) -> None:
        self.order = order
        self.entries = len(order) - forks
        counts = [part.sections["counts"].cast("I") for part in parts]
        phrasing_counts = list(chain.from_iterable(counts))  # of each entry
        self.phrasing_starts = list(accumulate(phrasing_counts, initial=len(phrasing_counts)))
        """Where the phrasings of each entry begin among the documents, and where the last end."""
        self._sizes = b"".join(part.sections["sizes"] for part in parts)
        self.phrasings = sum(phrasing_counts[entry] for entry in order[: self.entries])
        # The most documents that may hold a term; in a tenth of the phrasings it is too common
        most_held = {"words": len(order), "asked": max(50, self.phrasings / 10)}
        starts = {
            "words": accumulate(map(len, counts), initial=0),
            "asked": accumulate(map(sum, counts), initial=len(phrasing_counts)),
        }
        self.parts = {field: list(zip(starts[field], parts, strict=False)) for field in starts}
        """The parts, by field, each with the number of its first document."""
        first_fork = min(order[self.entries :], default=len(phrasing_counts))
        self._first_uncounted = {"words": first_fork, "asked": self.phrasing_starts[first_fork]}
        """The first document, by field, that does not count for what is rare."""
        dead = set(range(len(phrasing_counts))).difference(order)
        dead = dead.union(*map(self.phrasings_of, dead))
        keep = lru_cache(maxsize=16384)  # of functions that do not hold the segment: no cycle
        find = self.postings = keep(partial(_postings, self.parts, most_held, dead))
        first_of = self.phrasing_starts
        self.phrasings_with = keep(lambda term: Phrasings(find("asked", term), first_of))
        self.documents_of = keep(partial(_with_facet, register, first, order))
        self.latin_words = keep(partial(_latin_words, self.parts["words"], dead, find))

    @cached_property
    def constants(self) -> list[dict[str, float]]:
        """By entry, the things that most of its phrasings name: how far above most these are."""
        sections = (part.sections["constants"] for _, part in self.parts["words"])
        with decoding("constants"):
            of_parts = [json.loads(bytes(each)) for each in sections]
        return list(chain.from_iterable(of_parts))

    def frequency(self, field: str, term: str) -> int:
        """The number of documents that hold a term in a field, without those of forks."""
        documents, _ = self.postings(field, term)
        return bisect_left(documents, self._first_uncounted[field])

    def impact(self, term: str, entry: int) -> float:
        """The BM25 score of a term in an entry, before rarity and weight; 0 if it is not there."""
        entries, impacts = self.postings("words", term)
        at = bisect_left(entries, entry)
        return impacts[at] if at < len(entries) and entries[at] == entry else 0.0

    def sizes_of(self, entry: int) -> bytes:
        """How many telling words each phrasing of an entry has."""
        first = self.phrasing_starts[0]
        phrasings = self.phrasings_of(entry)
        return self._sizes[phrasings.start - first : phrasings.stop - first]

    def phrasings_of(self, entry: int) -> range:
        """The documents of an entry's phrasings, which stand side by side."""
        return range(self.phrasing_starts[entry], self.phrasing_starts[entry + 1])


def _postings(
    parts: Mapping[str, _Parts], most: Mapping[str, float], dead: set[int], field: str, term: str
) -> Postings:
    """The documents that hold a term in a field, with weights; none if too many do."""
    of_parts = [(start, part.postings(field, term)) for start, part in parts[field]]
    documents: Sequence[int] = [start + at for start, (held, _) in of_parts for at in held]
    weights: Sequence[float] = [weight for _, (_, weights) in of_parts for weight in weights]
    if dead:
        holding = [document not in dead for document in documents]
        documents, weights = [*compress(documents, holding)], [*compress(weights, holding)]
    return (documents, weights) if len(documents) <= most[field] else NOWHERE


def _with_facet(register: Table, first: int, order: Sequence[int], facet: str) -> Sequence[int]:
    entries, _ = register.postings("facet", facet)
    start = bisect_left(entries, first)
    end = bisect_left(entries, first + len(order), start)
    return [order[entry - first] for entry in entries[start:end]]


def _latin_words(parts: _Parts, dead: set[int], find: _Find, beginning: str) -> list[str]:
    terms = chain.from_iterable(part.terms_from("words", beginning) for _, part in parts)
    words = {term for term in terms if term.isascii() and term.isalpha()}
    return sorted(word for word in words if not dead or find("words", word)[0])
