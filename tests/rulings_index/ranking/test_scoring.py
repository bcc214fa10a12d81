"""A book is ranked as its phrasings allow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from rulings_index import Index
from rulings_index.ranking import scoring
from rulings_index.ranking.confidence import thresholds_of
from rulings_index.ranking.scoring import phrased
from rulings_index.storage.segment import Segment
from rulings_index.weights import PLAIN_THRESHOLD, THRESHOLD


def segment(phrasings: int, entries: int = 10) -> Segment:
    return cast("Segment", SimpleNamespace(entries=entries, phrasings=phrasings))


def test_our_book_is_richly_phrased(index: Index) -> None:
    assert {phrased(game.segment) for game in index.games} == {1.0}


@pytest.mark.parametrize(
    ("entries", "phrasings", "rich"),
    [(0, 0, 0.0), (10, 0, 0.0), (10, 40, 0.0), (10, 80, 0.5), (10, 600, 1.0)],
)
def test_more_phrasings_count_more(entries: int, phrasings: int, rich: float) -> None:
    assert phrased(segment(phrasings, entries)) == rich


def test_a_book_with_fewer_phrasings_is_believed_sooner() -> None:
    lowest = [thresholds_of(segment(phrasings)).perhaps for phrasings in (20, 80, 600)]
    assert lowest == pytest.approx(
        [PLAIN_THRESHOLD, (3 * PLAIN_THRESHOLD + THRESHOLD) / 4, THRESHOLD]
    )


@pytest.mark.parametrize(
    "asked", ["who takes the prize when poisoned", "サイドは誰が取る", "raid boss"]
)
@pytest.mark.parametrize("filters", [{}, {"ruleset": "RAID"}])
def test_the_likeliest_entries_hold_the_best(
    index: Index, monkeypatch: pytest.MonkeyPatch, asked: str, filters: dict[str, str]
) -> None:
    whole = index.search(asked, **filters)  # type: ignore[arg-type]
    monkeypatch.setattr(scoring, "LIKELY", 30)

    likeliest = index.search(asked, **filters)  # type: ignore[arg-type]

    assert [(hit.id, hit.score) for hit in likeliest.hits[:3]] == [
        (hit.id, hit.score) for hit in whole.hits[:3]
    ]
    assert likeliest.total == whole.total > 60
