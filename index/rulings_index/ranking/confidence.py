"""How sure it is that what was found answers what was asked.

A hit answers if it holds what makes the question particular. So the question's terms are weighed
by their rarity, and it counts how much of that weight the hit covers; words that the book does
not know at all, and topics that rules books seldom hold (prices, dates, other games), speak
against it. Of a long question, which holds more of a story, less must be covered. And it counts
how much of the score that the question could reach is reached: what is said in passing covers a
word, but does not speak of it. Cards and terms that the question names and the hit does not know
speak against it. What the document leaves open is seldom said as surely as what it settles, but is
shown as soon. The measures go into a logistic function whose coefficients were fitted on questions
with and without an answer; those at the table weigh most (`benchmarks/calibrate.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from hashlib import blake2b
from math import log
from typing import NamedTuple

from rulings_index.lexicon.names import CONCEPT, TOPIC
from rulings_index.query.analysed import CUES, AnalysedQuery, Term
from rulings_index.ranking.scoring import OPEN_POINTS, rarity
from rulings_index.storage.document_weights import curated
from rulings_index.storage.segment import Segment
from rulings_index.weights import (
    COEFFICIENTS,
    MOST_IMPACT,
    ORDINARY,
    PLAIN_THRESHOLD,
    REPEATED_HELD,
    SURE,
    THRESHOLD,
    TOPIC_WEIGHT,
)

FITTED = "line:"
"""How the facets begin that say which lines were fitted to the book of an entry."""

NO_THINGS = tuple(CONCEPT + beginning for beginning in (*CUES, TOPIC))
"""How the names begin that say where to look, or stand for what a book seldom holds."""

LEVELS = ANSWER, PERHAPS, NONE = "answer", "perhaps", "none"
"""How sure a search is."""


class Measured(NamedTuple):
    """The weight of a question that is covered, that is unknown, and there in all; the shares that
    are reached of the best score it could have, and of the things it names that the entry does not
    know; and whether the entry is an open point.
    """

    covered: float
    unknown: float
    whole: float
    reached: float
    unmet: float
    is_open: bool


class Judged(NamedTuple):
    """The entry by which it is judged whether a question is answered, the logit of the chance that
    it is, and whether the entry holds every word of the question.
    """

    entry: int
    score: float
    held: bool


class Lines(NamedTuple):
    """From which score on the best entry is an answer, and from which on it perhaps is one."""

    answer: float
    perhaps: float

    def level(self, score: float, held: bool) -> str:
        """``answer``, ``perhaps`` or ``none``."""
        if score >= self.answer:
            return ANSWER
        return PERHAPS if held or score >= self.perhaps else NONE  # every word: worth a look


def judge(
    segment: Segment, question: AnalysedQuery, best: Sequence[tuple[int, float]]
) -> Judged | None:
    """How sure it is that the best of some entries, which come with their scores, answers; None
    where the question has no words.
    """
    if not best or not any(question.interpretations):
        return None
    measured = measures(segment, question, best)
    entry = _first_of_the_cued(segment, question, [entry for entry, _ in best])
    return Judged(entry, score(measured), measured.covered >= measured.whole)


def shipped_lines(segment: Segment) -> Lines:
    """The lines where none were fitted."""
    return Lines(SURE, threshold(segment))


def lines_of(segment: Segment, entry: int) -> Lines:
    """The lines that hold for an entry: those fitted to its book, or those that ship."""
    for facet in segment.terms_from("facet", FITTED):
        if entry in segment.documents_of(facet):
            return Lines(*map(float, facet.removeprefix(FITTED).split("/")))
    return shipped_lines(segment)


def fitted_facet(answer: float, perhaps: float) -> str:
    """The facet of the entries for which these lines were fitted."""
    return f"{FITTED}{answer}/{perhaps}"


def measure_name() -> str:
    """Changes with what a score is made of: a line fitted to another means nothing."""
    told = (COEFFICIENTS, TOPIC_WEIGHT, ORDINARY, MOST_IMPACT, REPEATED_HELD, THRESHOLD)
    return blake2b(repr(told).encode(), digest_size=4).hexdigest()


def threshold(segment: Segment) -> float:
    """Below it a book holds nothing on a question: lower where fewer phrasings cover questions. A
    few cover little more than none.
    """
    return PLAIN_THRESHOLD + curated(segment) ** 2 * (THRESHOLD - PLAIN_THRESHOLD)


def score(measured: Measured) -> float:
    """The logit of the chance that the question is answered; an open point is not refused for being
    one.
    """
    *settled, left_open = (
        one * two for one, two in zip(COEFFICIENTS, features(measured), strict=True)
    )
    found = sum(settled)
    return max(found + left_open, min(found, THRESHOLD))


def features(measured: Measured) -> tuple[float, ...]:
    """What is measured, as `COEFFICIENTS` take it."""
    covered, unknown, whole, reached, unmet, is_open = measured
    length = log(whole / ORDINARY)
    return 1.0, covered / whole, unknown / whole, length, reached, unmet, float(is_open)


def measures(
    segment: Segment, question: AnalysedQuery, best: Sequence[tuple[int, float]]
) -> Measured:
    """What there is of the question in the best of some entries, which come with their scores."""
    first = _first_of_the_cued(segment, question, [entry for entry, _ in best])
    besides = (
        _reached(segment, question, first),
        _unmet(segment, question, first),
        first in segment.documents_of(OPEN_POINTS),
    )
    found = (
        Measured(*_measure(segment, question, reading, first), *besides)
        for reading in question.interpretations
    )
    return max(found, key=lambda measured: measured.covered / measured.whole)


def _reached(segment: Segment, question: AnalysedQuery, entry: int) -> float:
    reached = most = 0.0
    for term in question.terms.values():
        found = segment.postings("words", term.text)
        factor = term.weight * rarity(len(found[0]) if found else 0, segment.entries)
        if term.is_repeated:
            factor *= REPEATED_HELD
        else:
            most += factor * MOST_IMPACT
        if found:
            at = bisect_left(found[0], entry)
            if at < len(found[0]) and found[0][at] == entry:
                reached += factor * found[1][at]
    return reached / (most or 1.0)


def _unmet(segment: Segment, question: AnalysedQuery, entry: int) -> float:
    """The share of the cards and terms that a question names of which an entry does not know."""
    unmet = named = 0.0
    for term in question.terms.values():
        if term.text.startswith(CONCEPT) and not term.text.startswith(NO_THINGS):
            found = segment.postings("words", term.text)
            weight = term.weight * rarity(len(found[0]) if found else 0, segment.entries)
            named += weight
            unmet += 0.0 if holds(segment, term.text, entry) else weight
    return unmet / (named or 1.0)


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
