"""How a book is ranked: by what was tuned on phrasings in the measure in which it has them.

A book that nobody has given phrasings is ranked as plainly as one that was never seen before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rulings_index.weights import (
    ABOUT_ANOTHER,
    BEST_PHRASING,
    CONCEPT_WEIGHT,
    DAMPING,
    FEW_PHRASINGS,
    GRAMMAR,
    MANY_PHRASINGS,
    OPEN_POINT,
    PAIR_OF_WORDS,
    PLAIN_ABOUT_ANOTHER,
    PLAIN_BEST_PHRASING,
    PLAIN_CONCEPT_WEIGHT,
    PLAIN_DAMPING,
    PLAIN_GRAMMAR,
    PLAIN_LIFT,
    PLAIN_OPEN_POINT,
)

if TYPE_CHECKING:
    from rulings_index.storage.segment import Segment


class Manner(NamedTuple):
    """How the entries of an index are ranked."""

    damping: float
    """What rarity is raised to."""
    best_phrasing: float
    """What the best single phrasing counts."""
    lift: float
    """What scores are multiplied by, to be compared with those of a book with many phrasings."""
    name: float
    """What the name of a card or term is worth."""
    open_point: float
    """What the score of an open point is multiplied by."""
    about_another: float
    """What the score of an entry about a card that is not asked for is multiplied by."""
    grammar: float
    """What an English word is worth that is mostly grammar."""
    pair: float
    """What two English words are worth that stand side by side, whatever they are."""


def curated(segment: Segment) -> float:
    """In what measure its entries have phrasings: 0 where they have their titles alone, up to 1."""
    return measure(segment.phrasings / (segment.entries or 1))


def measure(phrasings: float) -> float:
    """In what measure a book has phrasings whose entries have so many each, titles among them."""
    return min(1.0, max(0.0, (phrasings - FEW_PHRASINGS) / (MANY_PHRASINGS - FEW_PHRASINGS)))


def manner_of(segment: Segment) -> Manner:
    """How the entries of an index are ranked."""
    return manner(curated(segment))


@lru_cache(maxsize=64)
def manner(measure: float) -> Manner:
    """How entries are ranked that have phrasings in some measure."""

    def between(plain: float, tuned: float) -> float:
        return plain + measure * (tuned - plain)

    return Manner(
        damping=between(PLAIN_DAMPING, DAMPING),
        best_phrasing=between(PLAIN_BEST_PHRASING, BEST_PHRASING),
        lift=between(PLAIN_LIFT, 1.0),
        name=between(PLAIN_CONCEPT_WEIGHT, CONCEPT_WEIGHT),
        open_point=between(PLAIN_OPEN_POINT, OPEN_POINT),
        about_another=between(PLAIN_ABOUT_ANOTHER, ABOUT_ANOTHER),
        grammar=between(PLAIN_GRAMMAR, GRAMMAR),
        pair=between(0.0, PAIR_OF_WORDS),
    )


TUNED = manner(1.0)
"""How a book with many phrasings is ranked."""
