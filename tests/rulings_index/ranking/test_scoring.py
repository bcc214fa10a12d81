"""A book is ranked as its phrasings allow."""

from __future__ import annotations

from bisect import bisect_right
from itertools import chain
from math import log
from types import SimpleNamespace
from typing import cast

import pytest

from rulings_index import Index
from rulings_index.games import Asked
from rulings_index.ranking.confidence import threshold_of
from rulings_index.ranking.scoring import in_manner, phrased
from rulings_index.storage.segment import Segment
from rulings_index.weights import THRESHOLD, WELL_PHRASED


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
    lowest = [threshold_of(segment(each * 10, 10)) for each in (0, 1, 10, WELL_PHRASED, 99)]
    logarithms = (log(WELL_PHRASED), log(WELL_PHRASED), log(WELL_PHRASED / 10), 0, 0)
    assert lowest == pytest.approx([THRESHOLD - lower for lower in logarithms])


@pytest.mark.parametrize(
    "asked",
    ["who takes the prize when poisoned", "サイドは誰が取る", "raid boss", "310.4", "zzz"],
)
@pytest.mark.parametrize("count", [1, 5, 30, 10_000])
def test_the_likeliest_entries_hold_the_best(index: Index, asked: str, count: int) -> None:
    ranked = Asked(index.games, asked).rank(lambda _: None)
    entries = [entry for game in index.games for entry in range(game.first, game.forks.start)]
    scores = {entry: ranked.score(entry) for entry in entries}
    best = sorted(filter(scores.get, entries), key=lambda entry: -scores[entry])

    assert ranked.best(count) == [(entry, scores[entry]) for entry in best[:count]]
    assert len(ranked) == len(best)


def test_what_is_left_out_has_no_score_and_what_is_put_first_the_highest(index: Index) -> None:
    ranked = Asked(index.games, "raid boss").rank(lambda _: None)
    (first, score), (second, _), (third, _) = ranked.best(3)
    count = len(ranked)

    ranked.leave_out([first])
    ranked.put_first(third)

    assert [entry for entry, _ in ranked.best(2)] == [third, second]
    assert (ranked.score(first), len(ranked)) == (0.0, count - 1)
    assert ranked.score(third) > 1000 > score


@pytest.mark.long
def test_an_entry_holds_all_words_of_its_phrasings(index: Index) -> None:
    for segment in (game.segment for game in index.games):
        for term in chain(*(part.terms_from("asked", "") for _, part in segment.parts["asked"])):
            holding = set(segment.postings("words", term)[0])
            asked, _ = segment.postings("asked", term)
            owners = {bisect_right(segment.phrasing_starts, phrasing) - 1 for phrasing in asked}
            assert owners <= holding, term
