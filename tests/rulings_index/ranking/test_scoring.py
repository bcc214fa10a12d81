"""A book is ranked as its phrasings allow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from rulings_index import Index
from rulings_index.ranking import scoring
from rulings_index.ranking.confidence import threshold_of
from rulings_index.ranking.scoring import in_manner, phrased
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


def test_weights_change_from_those_of_a_plain_book_to_those_of_a_rich_one() -> None:
    weights = [in_manner(segment(phrasings), 1.3, 0.75) for phrasings in (20, 80, 600)]
    assert weights == [1.3, pytest.approx(1.025), 0.75]


def test_a_book_with_fewer_phrasings_is_believed_sooner() -> None:
    lowest = [threshold_of(segment(phrasings)) for phrasings in (20, 80, 600)]
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
