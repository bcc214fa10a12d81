"""The most that each entry of a big book can score for a question, for all entries at once.

What a term can give an entry is what it gives through the entry's words, and through the one
phrasing in which it weighs most. For a common term these bounds are kept side by side in one long
integer, 16 bits an entry and rounded up, so that one multiplication and one addition add the term
to all entries. Rare terms are added entry by entry.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from rulings_index.query.analysed import Term
from rulings_index.ranking.scoring import rarity
from rulings_index.storage.segment import Segment
from rulings_index.weights import BEST_PHRASING

COMMON = 0.05
"""A term with more postings than this share of the entries is a common one."""

_FULL = 65_535
"""The highest number that a lane of 16 bits holds."""

_STEPS = 63
"""What the highest bound of a term is in its lanes: in so many steps bounds are rounded up."""

_TOGETHER = 500
"""Terms that have room in the same lanes."""

_CACHED = 512
"""Common terms whose lanes are kept, two bytes an entry each."""


class Lanes(NamedTuple):
    """The bounds of a term of weight 1: `highest` is the largest, and `_STEPS` in `values`."""

    highest: float
    values: int


class Bounds:
    """The bounds of the terms of one index."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._lanes = lru_cache(maxsize=_CACHED)(self._lay_out)

    def of(self, terms: Iterable[Term]) -> list[float]:
        """The most that terms give together to each entry; 0 where they give nothing."""
        common: list[Term] = []
        rare: list[Term] = []
        for term in terms:
            (common if self._is_common(term) else rare).append(term)
        reach = self._add_up(common)
        for term in rare:
            weight = term.weight
            for entry, value in self._highest(term.text, term.is_selective).items():
                reach[entry] += weight * value
        return reach

    def _is_common(self, term: Term) -> bool:
        postings = self._segment.frequency("words", term.text)
        if term.is_selective:
            postings += self._segment.frequency("asked", term.text)
        return postings > COMMON * self._segment.entries

    def _add_up(self, terms: Sequence[Term]) -> list[float]:
        if len(terms) > _TOGETHER:
            first, rest = self._add_up(terms[:_TOGETHER]), self._add_up(terms[_TOGETHER:])
            return [one + other for one, other in zip(first, rest, strict=True)]
        found = [(term.weight, self._lanes(term.text, term.is_selective)) for term in terms]
        most = sum(weight * lanes.highest for weight, lanes in found)
        # factors are rounded up, by less than 1 each: what is left fills a lane at most
        step = most / (_FULL / _STEPS - len(found))
        total = sum(ceil(weight * lanes.highest / step) * lanes.values for weight, lanes in found)
        sums = memoryview(total.to_bytes(2 * self._segment.entries, sys.byteorder)).cast("H")
        unit = step / _STEPS
        return [unit * value for value in sums]

    def _lay_out(self, term: str, selective: bool) -> Lanes:
        bounds = self._highest(term, selective)
        highest = max(bounds.values())
        lanes = array("H", [0]) * self._segment.entries
        for entry, bound in bounds.items():
            lanes[entry] = ceil(_STEPS * (bound / highest))
        return Lanes(highest, int.from_bytes(lanes.tobytes(), sys.byteorder))

    def _highest(self, term: str, selective: bool) -> dict[int, float]:
        """The most that a term of weight 1 gives to each entry that holds it."""
        segment = self._segment
        highest: dict[int, float] = {}
        if selective and (asked := segment.postings("asked", term)):
            factor = BEST_PHRASING * rarity(len(asked[0]), segment.phrasings)
            owners = segment.owners
            for phrasing, impact in zip(*asked, strict=True):
                entry = owners[phrasing]
                if factor * impact > highest.get(entry, 0.0):
                    highest[entry] = factor * impact
        if words := segment.postings("words", term):
            factor = rarity(len(words[0]), segment.entries)
            for entry, impact in zip(*words, strict=True):
                highest[entry] = highest.get(entry, 0.0) + factor * impact
        return highest
