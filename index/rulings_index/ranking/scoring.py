"""Ranking: which entries answer a question, best first.

The score of an entry is what BM25 makes of its merged words, plus a share of what it makes of
the best single phrasing. Both are sums over the terms of the question of `weight x rarity x
impact`, where the impact was computed when the index was built (`rulings_index.building.write`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import chain
from math import log

from rulings.lookup.event import OWN_RULESET, Event
from rulings_index import weights
from rulings_index.query.analysed import AnalysedQuery, Term
from rulings_index.storage.segment import Segment

OPEN_POINTS, FORKS = "kind:open", "kind:fork"
"""The facets of the points that a document leaves open, and of forks."""

RULESET, BASE = "ruleset:", "base:"
"""How the facets begin of the entries of a ruleset, and of those that it rests on."""

LIKELY = 500
"""The best by their merged words, so many, are also looked at by their single phrasings."""


class Ranked:
    """Entries and `forks` found, with their scores, and how many more were too unlikely."""

    def __init__(self, scores: dict[int, float], unscored: int = 0) -> None:
        self.scores = scores
        self.unscored = unscored
        self.forks: dict[int, float] = {}

    def leave_out(self, entries: Iterable[int]) -> dict[int, float]:
        """Remove entries from the ranking; returns the scores of those that were found."""
        return {entry: self.scores.pop(entry) for entry in entries if entry in self.scores}

    def best(self, count: int) -> list[tuple[int, float]]:
        """The `count` best entries; ties fall in reading order."""
        order = nlargest(count, self.scores, key=self.scores.__getitem__)
        return [(entry, self.scores[entry]) for entry in order]


def rank(segment: Segment, question: AnalysedQuery, among: set[int] | None, count: int) -> Ranked:
    """The likeliest entries of an index for the words of a question, at least `count`, by their
    places in reading order; only those `among` which it may find.
    """
    terms = question.terms.values()
    words = _sum_up(segment, terms, "words")
    if among is not None:
        words = [score if entry in among else 0.0 for entry, score in enumerate(words)]
    reach = _multiplied(segment, question, words)
    least = min(nlargest(LIKELY + count, reach), default=0.0)
    likely = {
        place: entry
        for place, entry in enumerate(segment.order)
        if reach[entry] and (reach[entry] >= least or place >= segment.entries)
    }
    selective = (term for term in terms if term.weight >= weights.SELECTIVE)
    phrasings = _sum_up(segment, selective, "asked")
    share = in_manner(segment, weights.PLAIN_BEST_PHRASING, weights.BEST_PHRASING)
    starts = segment.phrasing_starts
    for entry in likely.values():
        words[entry] += share * max(phrasings[starts[entry] : starts[entry + 1]], default=0.0)
    scores = _multiplied(segment, question, words)
    unscored = len(reach) - reach.count(0.0) - len(likely)
    return Ranked({place: scores[entry] for place, entry in likely.items()}, unscored)


def expected_of(event: Event) -> tuple[str, ...]:
    """The facets of what an event is played by, and of its own calls; none without an event."""
    if not event.name:
        return ()
    return tuple(f"ruleset:{ruleset}" for ruleset in (*event.rulesets, OWN_RULESET))


def not_played(event: Event, rulesets: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The facets of the rulesets that an event is not played by, nor rests on: of all `rulesets`,
    with the `base` of each. None where the event names no ruleset.
    """
    if not event.rulesets:
        return []
    bases = (rulesets[name]["base"] for name in event.rulesets if name in rulesets)
    played = {OWN_RULESET, *event.rulesets, *bases}
    return [f"ruleset:{name}" for name in rulesets if name not in played]


def factored(segment: Segment, question: AnalysedQuery) -> Iterator[tuple[Collection[int], float]]:
    """Entries whose scores are multiplied, and by what."""
    named = [cue for cue in question.cues if cue.startswith(RULESET)]
    bases = (segment.documents_of(cue.replace(RULESET, BASE)) for cue in named)
    yield {*chain.from_iterable(bases)}, weights.BASE_OF_CUED
    factors = dict.fromkeys(question.cues, weights.CUED_RULESET) | {OPEN_POINTS: weights.OPEN_POINT}
    if not named:
        factors |= dict.fromkeys(question.expected, weights.EXPECTED_RULESET)
    for facet, factor in factors.items():
        yield segment.documents_of(facet), factor


def _multiplied(segment: Segment, question: AnalysedQuery, sums: Sequence[float]) -> list[float]:
    multiplied = list(sums)
    for entries, factor in factored(segment, question):
        for entry in entries:
            multiplied[entry] *= factor
    return multiplied


def scale(segment: Segment, question: AnalysedQuery) -> float:
    """What the sums of an index are multiplied by to be scores: 100 for an entry that says all of
    the question and nothing else, and more in a book without phrasings.
    """
    words = (term for term in question.terms.values() if not term.is_pair)
    most = weights.MOST_IMPACT * sum(worth_of(segment, term) for term in words)
    return weights.WHOLE_SCORE * in_manner(segment, weights.PLAIN_LIFT, 1.0) / (most or 1.0)


def phrased(segment: Segment) -> float:
    """How richly the entries of an index are phrased, from 0 to 1."""
    return richness(segment.phrasings / (segment.entries or 1))


def richness(phrasings: float) -> float:
    """How richly entries with so many phrasings each are phrased: 0 for few, 1 for many."""
    few, many = weights.FEW_PHRASINGS, weights.MANY_PHRASINGS
    return min(1.0, max(0.0, (phrasings - few) / (many - few)))


def in_manner(segment: Segment, plain: float, rich: float) -> float:
    """A weight between those for a book without phrasings and for one with many."""
    share = phrased(segment)
    return (1.0 - share) * plain + share * rich


def worth_of(segment: Segment, term: Term) -> float:
    """What a term weighs in an index, times how rare it is in the entries."""
    rare = rarity(segment.frequency("words", term.text), segment.entries)
    return _weight_in(segment, term) * rare


def _weight_in(segment: Segment, term: Term) -> float:
    plain = weights.PLAIN_WEIGHTS.get(term.weight)
    return term.weight if plain is None else in_manner(segment, plain, term.weight)


@lru_cache(maxsize=16384)
def rarity(matching: int, total: int) -> float:
    """BM25's inverse document frequency, in Lucene's form, which is never negative; damped."""
    return float(log(1 + (total - matching + 0.5) / (matching + 0.5)) ** weights.DAMPING)


def _sum_up(segment: Segment, terms: Iterable[Term], field: str) -> list[float]:
    """The score of each document: entries first, then phrasings."""
    asked = field == "asked"
    total = segment.phrasings if asked else segment.entries
    scores = [0.0] * segment.phrasing_starts[-1 if asked else 0]
    for term in terms:
        postings = segment.postings(field, term.text)
        if postings is None:
            continue
        rare = rarity(segment.frequency(field, term.text), total)
        factor = _weight_in(segment, term) * rare
        for document, impact in zip(*postings, strict=True):
            scores[document] += factor * impact
    return scores
