"""Whether what was found answers what was asked, or is only the nearest there is.

A hit answers if it holds what makes the question particular. So the question's terms are weighed
by their rarity, and it counts how much of that weight the hit covers; words that the book does
not know at all, and topics that rules books seldom hold (prices, dates, other games), speak
against it. Of a long question, which holds more of a story, less must be covered. The measures go
into a logistic function whose coefficients were fitted on questions with and without an answer
(`benchmarks/calibrate.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import log
from operator import mul

from rulings_index.query.analysed import AnalysedQuery, Term
from rulings_index.query.names import CONCEPT
from rulings_index.ranking.scoring import rarity
from rulings_index.storage.segment import Segment
from rulings_index.weights import COEFFICIENTS, ORDINARY, THRESHOLD, TOPIC_WEIGHT


def answers(segment: Segment, question: AnalysedQuery, best: Sequence[int]) -> bool:
    """Whether the best entry answers the question."""
    if not best or not any(question.interpretations):
        return bool(best)
    return score(measures(segment, question, best)) >= THRESHOLD


def score(measured: tuple[float, float, float]) -> float:
    """The logit of the chance that the question is answered."""
    return sum(map(mul, COEFFICIENTS, features(measured)), 0.0)


def features(measured: tuple[float, float, float]) -> tuple[float, float, float, float]:
    """What is measured, as `COEFFICIENTS` take it."""
    covered, unknown, whole = measured
    return 1.0, covered / whole, unknown / whole, log(whole / ORDINARY)


def measures(
    segment: Segment, question: AnalysedQuery, best: Sequence[int]
) -> tuple[float, float, float]:
    """The weight of the question that is covered, unknown, and there in all."""
    first = _first_of_the_cued(segment, question, best)
    found = (_measure(segment, question, reading, first) for reading in question.interpretations)
    return max(found, key=lambda measured: measured[0] / measured[2])


def _measure(
    segment: Segment, question: AnalysedQuery, reading: Sequence[Term], entry: int
) -> tuple[float, float, float]:
    weights = {}
    unknown = 0.0
    for term in reading:
        postings = segment.postings("words", term.text)
        matching = len(postings[0]) if postings else 0
        weights[term.text] = term.weight * rarity(matching, segment.entries)
        if not matching:
            unknown += weights[term.text]
    for topic in question.topics:
        weights[topic] = TOPIC_WEIGHT * rarity(0, segment.entries)
    whole = sum(weights.values()) or 1.0
    return _covered(segment, question, weights, entry), unknown, whole


def _covered(
    segment: Segment, question: AnalysedQuery, weights: dict[str, float], entry: int
) -> float:
    """The weight of the terms that an entry holds, as they are or under another name."""
    named = "\n".join(
        question.folded.text[mention.start : mention.end]
        for mention in question.mentions
        if any(holds(segment, CONCEPT + concept, entry) for concept in mention.concepts)
    )
    return sum(
        weight
        for term, weight in weights.items()
        if holds(segment, term, entry) or (term in named and not term.startswith(CONCEPT))
    )


def holds(segment: Segment, term: str, entry: int) -> bool:
    """Whether an entry holds a term."""
    postings = segment.postings("words", term)
    if postings is None:
        return False
    entries = postings[0]
    at = bisect_left(entries, entry)
    return at < len(entries) and entries[at] == entry


def _first_of_the_cued(segment: Segment, question: AnalysedQuery, best: Sequence[int]) -> int:
    """The best entry; where a ruleset is named, the best of its own, for no other can answer."""
    cued = {entry for cue in question.cues for entry in segment.documents_of(cue)}
    return next((entry for entry in best if entry in cued), best[0])
