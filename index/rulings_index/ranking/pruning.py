"""Ranking in big books: the same best entries without adding up every word of every entry.

First comes the most that each entry can reach (`rulings_index.ranking.bounds`). Then entries are
scored one after the other, those that can reach most first, until none of the others can come
among the best (the threshold algorithm: Fagin, Lotem and Naor, 2001). The best entries and their
scores are those of `rulings_index.ranking.scoring`, which adds up everything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappush, heappushpop, nlargest

from rulings_index.query.analysed import AnalysedQuery, Term
from rulings_index.ranking.bounds import Bounds
from rulings_index.ranking.scoring import Ranked, factored, rank, rarity
from rulings_index.storage.segment import Segment
from rulings_index.storage.table import Postings
from rulings_index.weights import BEST_PHRASING

_FIRST = 64
"""Entries put in order at first; most questions need about thirty."""

_MORE = 8
"""Times as many in every further batch."""

_ROUNDING = 1 + 1e-9
"""Sums in another order may differ by so little."""

_MANY = 0.05
"""When so large a share of the entries score alike, adding up everything is less work."""


_Cued = tuple[set[int], float]
"""Entries, and what their scores are multiplied by."""


class PrunedRanker:
    """A big book's entries, to be ranked for one question after another."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._bounds = Bounds(segment)

    def rank(self, question: AnalysedQuery, allowed: set[int] | None, wanted: int) -> Ranked:
        """The `wanted` best of the `allowed` entries (None: of all) and some others, scored."""
        cued = [(set(found), factor) for found, factor in factored(self._segment, question)]
        reach = self._reach(question, cued, allowed)
        scoring = _Scoring(self._segment, question, cued)
        scores: dict[int, float] = {}
        best: list[float] = []
        for entry in _likeliest(reach):
            if len(best) == wanted and reach[entry] * _ROUNDING < best[0]:
                break
            if len(scores) > _MANY * len(reach):
                return rank(self._segment, question, allowed)
            score = scores[entry] = scoring.score(entry)
            heappush(best, score) if len(best) < wanted else heappushpop(best, score)
        return Ranked(scores, len(reach) - reach.count(0.0) - len(scores))

    def _reach(
        self, question: AnalysedQuery, cued: Iterable[_Cued], allowed: set[int] | None
    ) -> list[float]:
        """The most that each entry can score; 0 for those that are not found."""
        reach = self._bounds.of(question.terms.values())
        for entries, factor in cued:
            for entry in entries:
                reach[entry] *= factor
        if allowed is None:
            return reach
        return [most if entry in allowed else 0.0 for entry, most in enumerate(reach)]


def _likeliest(reach: Sequence[float]) -> Iterator[int]:
    """The entries that can score at all, those that can score most first, ordered in batches."""
    below, count = float("inf"), _FIRST
    while below:
        least = nlargest(count, reach)[-1] if count < len(reach) else 0.0
        batch = [entry for entry, most in enumerate(reach) if least <= most < below and most]
        yield from sorted(batch, key=reach.__getitem__, reverse=True)
        below, count = least, _MORE * count


_Weighted = tuple[Postings, float]


class _Scoring:
    """What entries score for a question, one at a time."""

    def __init__(self, segment: Segment, question: AnalysedQuery, cued: Sequence[_Cued]) -> None:
        self._segment = segment
        self._cued = cued
        terms = question.terms.values()
        selective = (term for term in terms if term.is_selective)
        self._words = list(self._weighted("words", segment.entries, terms))
        self._asked = list(self._weighted("asked", segment.phrasings, selective))

    def _weighted(self, field: str, total: int, terms: Iterable[Term]) -> Iterator[_Weighted]:
        for term in terms:
            if postings := self._segment.postings(field, term.text):
                yield postings, term.weight * rarity(len(postings[0]), total)

    def score(self, entry: int) -> float:
        """The score of an entry, added up in the order of `rulings_index.ranking.scoring`."""
        phrasings = self._segment.phrasings_of(entry)
        best = max(_sums(self._asked, phrasings), default=0.0)
        score = _sums(self._words, range(entry, entry + 1))[0] + BEST_PHRASING * best
        for entries, factor in self._cued:
            if entry in entries:
                score *= factor
        return score


def _sums(terms: Iterable[_Weighted], documents: range) -> list[float]:
    """The sum of what terms give to each of some documents that stand side by side."""
    sums = [0.0] * len(documents)
    for (holding, impacts), factor in terms:
        start = bisect_left(holding, documents.start)
        for at in range(start, bisect_left(holding, documents.stop, start)):
            sums[holding[at] - documents.start] += factor * impacts[at]
    return sums
