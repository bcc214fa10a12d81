"""A book without phrasings is ranked plainly, one with many as ours."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from rulings_index import Index
from rulings_index.ranking.confidence import threshold
from rulings_index.storage.document_weights import Manner, curated, manner_of
from rulings_index.storage.segment import Segment
from rulings_index.weights import (
    ABOUT_ANOTHER,
    BEST_PHRASING,
    CONCEPT_WEIGHT,
    DAMPING,
    GRAMMAR,
    OPEN_POINT,
    PAIR_OF_WORDS,
    PLAIN_ABOUT_ANOTHER,
    PLAIN_BEST_PHRASING,
    PLAIN_CONCEPT_WEIGHT,
    PLAIN_DAMPING,
    PLAIN_GRAMMAR,
    PLAIN_LIFT,
    PLAIN_OPEN_POINT,
    PLAIN_THRESHOLD,
    THRESHOLD,
)

OURS = Manner(
    DAMPING, BEST_PHRASING, 1.0, CONCEPT_WEIGHT, OPEN_POINT, ABOUT_ANOTHER, GRAMMAR, PAIR_OF_WORDS
)
PLAIN = Manner(
    PLAIN_DAMPING,
    PLAIN_BEST_PHRASING,
    PLAIN_LIFT,
    PLAIN_CONCEPT_WEIGHT,
    PLAIN_OPEN_POINT,
    PLAIN_ABOUT_ANOTHER,
    PLAIN_GRAMMAR,
    0.0,
)


def test_our_book_is_ranked_as_it_was_tuned(index: Index) -> None:
    for game in index.games:
        assert manner_of(game.segment) == OURS


def test_a_book_with_titles_alone_is_ranked_plainly() -> None:
    segment = cast("Segment", SimpleNamespace(entries=10, phrasings=20))
    assert manner_of(segment) == PLAIN


@pytest.mark.parametrize(("phrasings", "measure"), [(0, 0.0), (40, 0.0), (80, 0.5), (600, 1.0)])
def test_more_phrasings_count_more(phrasings: int, measure: float) -> None:
    segment = cast("Segment", SimpleNamespace(entries=10, phrasings=phrasings))
    assert curated(segment) == measure


def test_an_empty_book_has_a_manner() -> None:
    assert manner_of(cast("Segment", SimpleNamespace(entries=0, phrasings=0)))


def test_a_book_with_fewer_phrasings_is_believed_sooner() -> None:
    lines = [
        threshold(cast("Segment", SimpleNamespace(entries=10, phrasings=phrasings)))
        for phrasings in (20, 80, 600)
    ]
    assert lines == [PLAIN_THRESHOLD, (3 * PLAIN_THRESHOLD + THRESHOLD) / 4, THRESHOLD]
