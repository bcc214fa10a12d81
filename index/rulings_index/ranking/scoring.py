"""Ranking: which entries answer a question, best first.

The score of an entry is what BM25 makes of its merged words, plus a share of what it makes of
the best single phrasing. Both are sums over the terms of the question of `weight x rarity x
impact`, where the impact was computed when the index was built (`rulings_index.building.write`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import log

from rulings.lookup.event import OWN_RULESET, Event
from rulings_index.query.analysed import AnalysedQuery, Term
from rulings_index.storage.document_weights import manner_of
from rulings_index.storage.segment import Segment
from rulings_index.weights import (
    CUED_RULESET,
    DAMPING,
    EXPECTED_RULESET,
    MOST_IMPACT,
)

OPEN_POINTS = "kind:open"
"""The facet of the points that a document leaves open."""

ABOUT = "about"
"""The facet of the entries that are about cards; with the slug of one behind, about that one."""

OF_CARDS = ("card:", "move:")
"""How the names of cards begin, and those of what a card does."""


class Ranked:
    """Entries found, with their scores, and how many were found besides, not scored."""

    def __init__(self, scores: dict[int, float], unscored: int = 0) -> None:
        self.scores = scores
        self.unscored = unscored

    def leave_out(self, entries: Iterable[int]) -> None:
        """Take entries out of what was found."""
        for entry in entries:
            self.scores.pop(entry, None)

    @property
    def total(self) -> int:
        """How many entries were found."""
        return len(self.scores) + self.unscored

    def best(self, count: int) -> list[tuple[int, float]]:
        """The `count` best entries; ties fall in reading order."""
        order = sorted(sorted(self.scores), key=self.scores.__getitem__, reverse=True)
        return [(entry, self.scores[entry]) for entry in order[:count]]


def rank(segment: Segment, question: AnalysedQuery, allowed: set[int] | None = None) -> Ranked:
    """Score the entries of an index; `allowed` are those that the filters let through."""
    terms = question.terms.values()
    selective = [term for term in terms if term.is_selective]
    manner = manner_of(segment)
    words = _sum_up(segment, terms, "words", manner.damping)
    asked = _sum_up(segment, selective, "asked", manner.damping)
    best = _best_phrasings(segment, asked)
    scores = {
        entry: score + manner.best_phrasing * phrasing
        for entry, (score, phrasing) in enumerate(zip(words, best, strict=True))
        if score or phrasing
    }
    for entries, factor in factored(segment, question):
        for entry in entries:
            if entry in scores:
                scores[entry] *= factor
    if allowed is not None:
        scores = {entry: score for entry, score in scores.items() if entry in allowed}
    return Ranked(scores)


def expected_of(event: Event) -> tuple[str, ...]:
    """The facets of what an event is played by, and of its own calls; none without an event."""
    if not event.name:
        return ()
    return tuple(f"ruleset:{one}" for one in (*event.rulesets, OWN_RULESET))


def factored(segment: Segment, question: AnalysedQuery) -> Iterator[tuple[Collection[int], float]]:
    """Entries whose scores are multiplied, and by what."""
    manner = manner_of(segment)
    found = dict.fromkeys(question.cues, CUED_RULESET) | {OPEN_POINTS: manner.open_point}
    if not any(cue.startswith("ruleset:") for cue in question.cues):
        found |= dict.fromkeys(question.expected, EXPECTED_RULESET)
    for facet, factor in found.items():
        yield segment.documents_of(facet), factor
    if manner.about_another < 1.0:
        yield _about_others(segment, question), manner.about_another


def _about_others(segment: Segment, question: AnalysedQuery) -> set[int]:
    """The entries that are about cards of which the question names none."""
    found = set(segment.documents_of(ABOUT))
    concepts = {concept for mention in question.mentions for concept in mention.concepts}
    for concept in concepts if found else ():
        if concept.startswith(OF_CARDS):
            found.difference_update(segment.documents_of(f"{ABOUT}:{card_of(concept)}"))
    return found


def card_of(concept: str) -> str:
    """The card that a name of `OF_CARDS` is of: ``move:pidgeot/gust`` -> ``pidgeot``."""
    return concept.partition(":")[2].partition("/")[0]


def most(segment: Segment, question: AnalysedQuery) -> float:
    """The most that an entry could score by its words: one that says them and nothing else."""
    entries, damping = segment.entries, manner_of(segment).damping
    words = (term for term in question.terms.values() if not term.is_repeated)
    found = ((term, segment.frequency("words", term.text)) for term in words)
    return MOST_IMPACT * sum(term.weight * rarity(count, entries, damping) for term, count in found)


def rarity(matching: int, total: int, damping: float = DAMPING) -> float:
    """BM25's inverse document frequency, in Lucene's form, which is never negative; damped."""
    return float(log(1 + (total - matching + 0.5) / (matching + 0.5)) ** damping)


def _sum_up(segment: Segment, terms: Iterable[Term], field: str, damping: float) -> list[float]:
    """The score of each document: entries first, then phrasings."""
    asked = field == "asked"
    total = segment.phrasings if asked else segment.entries
    scores = [0.0] * (segment.entries + segment.phrasings if asked else segment.entries)
    for term in terms:
        found = segment.postings(field, term.text)
        if found is None:
            continue
        factor = term.weight * rarity(len(found[0]), total, damping)
        for document, impact in zip(*found, strict=True):
            scores[document] += factor * impact
    return scores


def _best_phrasings(segment: Segment, scores: Sequence[float]) -> list[float]:
    """The score of the best phrasing of each entry."""
    starts = segment.phrasing_starts
    return [max(scores[start:end], default=0.0) for start, end in pairwise(starts)]
