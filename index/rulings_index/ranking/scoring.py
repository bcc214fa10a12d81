"""Ranking: which entries answer a question, best first.

The score of an entry is what BM25 makes of its merged words, plus a share of what it makes of
the best single phrasing. Both are sums over the terms of the question of `weight x rarity x
impact`, where the impact was computed when the index was built (`rulings_index.building.write`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappushpop, nlargest
from itertools import chain
from math import log

from rulings.lookup.event import OWN_RULESET, Event
from rulings_index import weights
from rulings_index.query.analysed import RULESET, AnalysedQuery, Term
from rulings_index.storage.segment import Phrasings, Segment

OPEN_POINTS, FORKS, VARIANTS = "kind:open", "kind:fork", "kind:variant"
"""The facets of the points that a document leaves open, of forks and of variants."""

ON_CARDS = "on:cards"
"""The facet of rulings on cards that they name."""

BASE = "base:"
"""How the facets begin of the entries that a ruleset rests on."""

Best = list[tuple[int, float]]
"""Entries by their numbers among all, with their scores, the best first."""

_ROUNDING = 1 - 1e-9
"""Sums in another order differ by less than this."""


class Scores:
    """What the entries of a game score for a question, by their places in reading order; only the
    entries `among` which it may find. `most` is the most that each may score, since its best
    phrasing is compared only if the entry is likely.
    """

    def __init__(self, segment: Segment, question: AnalysedQuery, among: set[int] | None) -> None:
        self._segment = segment
        self._scale = scale(segment, question)
        self._share = in_manner(segment, weights.PLAIN_BEST_PHRASING, weights.BEST_PHRASING)
        self._words = [0.0] * segment.phrasing_starts[0]
        self._selective: list[tuple[Phrasings, float]] = []
        phrasings = self._sum_up(question)
        size = len(self._words)
        self._factors = [1.0] * size if among is None else [float(n in among) for n in range(size)]
        for entries, factor in factored(segment, question):
            for entry in entries:
                self._factors[entry] *= factor
        sums = zip(self._words, phrasings, self._factors, strict=True)
        most = [self._scale * ((words + best) * factor) for words, best, factor in sums]
        self.most = [most[entry] for entry in segment.order]

    def _sum_up(self, question: AnalysedQuery) -> list[float]:
        """Add up what the terms make of the merged words of each entry; returns what they make of
        its best phrasing at most, since an entry holds all words of its phrasings.
        """
        segment, words = self._segment, self._words
        phrasings = words.copy()
        worths = worths_of(segment, question)
        for term in question.terms.values():
            postings = segment.postings("words", term.text)
            factor = worths[term.text]
            for document, impact in zip(*postings, strict=True):
                words[document] += factor * impact
            is_selective = term.weight >= weights.SELECTIVE
            if is_selective and (asked := segment.postings("asked", term.text))[0]:
                rare = rarity(segment.frequency("asked", term.text), segment.phrasings)
                factor = _weight_in(phrased(segment), term.weight) * rare
                self._selective.append((segment.phrasings_with(term.text), factor))
                highest = self._share * factor * max(asked[1])
                for document in postings[0]:
                    phrasings[document] += highest
        return phrasings

    def score(self, place: int) -> float:
        """The score of an entry."""
        entry = self._segment.order[place]
        score = self._words[entry] + self._share * self._best_phrasing(entry)
        return self._scale * (score * self._factors[entry])

    def _best_phrasing(self, entry: int) -> float:
        first, end = self._segment.phrasing_starts[entry : entry + 2]
        scores = [0.0] * (end - first)
        for holding, factor in self._selective:
            for place, impact in holding[entry]:
                scores[place] += factor * impact
        return max(scores, default=0.0)


class Ranked:
    """Entries found, by their numbers among all: `most` is the most that each may score, `score_of`
    works out its score, `may_find` tells whether it may be found. `forks` are scored, not listed.
    """

    def __init__(
        self,
        most: Sequence[float],
        score_of: Callable[[int], float],
        forks: Iterable[int],
        may_find: Callable[[int], bool],
    ) -> None:
        self._most = [*most]
        self._score_of, self._may_find = score_of, may_find
        self._left_out: set[int] = set()
        self._scores: dict[int, float] = {}
        self._factors: dict[int, float] = {}
        self._forks = {fork: most[fork] for fork in forks}
        for fork in self._forks:
            self._most[fork] = 0.0

    def __len__(self) -> int:
        return len(self._most) - self._most.count(0.0)

    def leave_out(self, entries: Iterable[int]) -> None:
        """Let a search not find entries, or forks."""
        for entry in entries:
            self._most[entry] = self._scores[entry] = 0.0
            self._left_out.add(entry)

    def lower(self, entries: Iterable[int], factor: float) -> None:
        """Multiply what entries score by a factor below 1."""
        for entry in entries:
            self._factors[entry] = factor
            self._most[entry] *= factor

    def put_first(self, entry: int) -> None:
        """Rank an entry before all that were not put first."""
        self._most[entry] = self._scores[entry] = self.score(entry) + weights.EXACT_ID

    def score(self, entry: int) -> float:
        """The score of an entry or fork: 0 where a search must not find it."""
        if entry not in self._scores:
            self._scores[entry] = self._factors.get(entry, 1.0) * self._score_of(entry)
        return self._scores[entry]

    def score_of_case(self, entry: int) -> float:
        """The score of an entry as a case of a fork, if it holds no word of the question too."""
        if score := self.score(entry):
            return score  # else it may be a clause whose text is not here
        return 1e-9 if entry not in self._left_out and self._may_find(entry) else 0.0

    def forks_above(self, score: float) -> list[int]:
        """The forks that score more than this, the best first."""
        likely = (fork for fork, most in self._forks.items() if most > score < self.score(fork))
        return sorted(likely, key=self.score, reverse=True)

    def best(self, count: int) -> Best:
        """The `count` best entries with their scores; ties fall in reading order."""
        bar = min(nlargest(count, self._most), default=0.0)
        likeliest = (entry for entry, most in enumerate(self._most) if most and most >= bar)
        least = _ROUNDING * min(map(self.score, likeliest), default=0.0)
        likely = [entry for entry, most in enumerate(self._most) if most and most >= least]
        scored: list[int] = []
        lowest = [0.0] * count  # a heap of the best scores so far
        for entry in sorted(likely, key=self._most.__getitem__, reverse=True):
            if self._most[entry] < _ROUNDING * lowest[0]:
                break
            heappushpop(lowest, self.score(entry))
            scored.append(entry)
        return [(entry, self.score(entry)) for entry in nlargest(count, sorted(scored), self.score)]


def expected_of(event: Event) -> tuple[str, ...]:
    """The facets of the rulesets of an event, and of its own calls; none without an event."""
    if not event.name:
        return ()
    return tuple(f"ruleset:{ruleset}" for ruleset in (*event.rulesets, OWN_RULESET))


def factored(segment: Segment, question: AnalysedQuery) -> Iterator[tuple[Collection[int], float]]:
    """Entries whose scores are multiplied, and by what."""
    named = [cue for cue in question.cues if cue.startswith(RULESET)]
    expected = () if named else question.expected
    bases = (segment.documents_of(each.replace(RULESET, BASE)) for each in named or expected)
    yield {*chain.from_iterable(bases)}, weights.BASE_OF_CUED if named else weights.BASE_OF_EXPECTED
    factors = dict.fromkeys(question.cues, weights.CUED_RULESET) | {OPEN_POINTS: weights.OPEN_POINT}
    factors |= dict.fromkeys(expected, weights.EXPECTED_RULESET)
    for facet, factor in factors.items():
        yield segment.documents_of(facet), factor
    if (factor := in_manner(segment, 1.0, weights.UNNAMED_CARD)) < 1.0:
        held = (segment.postings("words", card)[0] for card in question.cards)
        yield {*segment.documents_of(ON_CARDS)}.difference(*held), factor


def scale(segment: Segment, question: AnalysedQuery) -> float:
    """The factor that makes scores of sums: `WHOLE_SCORE` if an entry says just the question."""
    worths = worths_of(segment, question)
    words = (worths[term.text] for term in question.terms.values() if not term.is_pair)
    most = weights.MOST_IMPACT * sum(words)
    return weights.WHOLE_SCORE * in_manner(segment, weights.PLAIN_LIFT, 1.0) / (most or 1.0)


def phrased(segment: Segment) -> float:
    """How richly the entries of an index are phrased, from 0 to 1."""
    return richness(segment.phrasings / (segment.entries or 1))


@lru_cache(maxsize=64)
def richness(phrasings: float) -> float:
    """How richly entries with so many phrasings each are phrased: 0 for few, 1 for many."""
    few, many = weights.FEW_PHRASINGS, weights.MANY_PHRASINGS
    return min(1.0, max(0.0, (phrasings - few) / (many - few)))


def in_manner(segment: Segment, plain: float, rich: float) -> float:
    """A weight between that for a book without phrasings and that for one with many."""
    share = phrased(segment)
    return (1.0 - share) * plain + share * rich


@lru_cache(maxsize=8)  # one question, in the segments of all games
def worths_of(segment: Segment, question: AnalysedQuery) -> dict[str, float]:
    """What each term of a question is worth in an index."""
    return {term.text: worth_of(segment, term) for term in question.terms.values()}


def worth_of(segment: Segment, term: Term) -> float:
    """What a term is worth in an index: its weight, times how rare it is in the entries."""
    rare = rarity(segment.frequency("words", term.text), segment.entries)
    return _weight_in(phrased(segment), term.weight) * rare


@lru_cache(maxsize=256)  # not by segment, which it would keep
def _weight_in(share: float, weight: float) -> float:
    plain = weights.PLAIN_WEIGHTS.get(weight)
    return weight if plain is None else (1.0 - share) * plain + share * weight


@lru_cache(maxsize=16384)
def rarity(matching: int, total: int) -> float:
    """BM25's inverse document frequency, in Lucene's form, which is never negative; damped."""
    return float(log(1 + (total - matching + 0.5) / (matching + 0.5)) ** weights.DAMPING)
