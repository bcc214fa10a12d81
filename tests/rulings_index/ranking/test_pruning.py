"""A big book is searched as if every word of every entry were added up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from places import ROOT

from rulings_index import Index, games
from rulings_index.lab.evaluation import read_questions
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.ranking import bounds, pruning
from rulings_index.ranking.pruning import PrunedRanker
from rulings_index.ranking.scoring import rank
from rulings_index.storage.segment import Segment

WANTED = 10
FILE = ROOT / "tests" / "data" / "questions.yaml"
QUESTIONS = [one.query for one in read_questions(FILE)][::4]
EVERY_OTHER_THIRD = set(range(0, 1000, 3))


@pytest.fixture(scope="module")
def asked(index: Index) -> tuple[Segment, list[AnalysedQuery]]:
    game = max(index.games, key=lambda one: one.segment.entries)
    return game.segment, [game.question(query) for query in QUESTIONS]


@pytest.fixture(autouse=True)
def _entries_are_scored_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """In so small a book a share of the entries is soon scored, and everything added up."""
    monkeypatch.setattr(pruning, "_MANY", 1.0)


def assert_the_best_are_the_same(
    asked: tuple[Segment, Sequence[AnalysedQuery]], allowed: set[int] | None = None
) -> None:
    segment, questions = asked
    big_book = PrunedRanker(segment)
    for question in questions:
        whole = rank(segment, question, allowed)
        pruned = big_book.rank(question, allowed, WANTED)
        assert pruned.best(WANTED) == whole.best(WANTED), question.folded.text
        assert pruned.total == whole.total, question.folded.text


@pytest.mark.parametrize("allowed", [None, EVERY_OTHER_THIRD, {5}, set()])
def test_the_best_and_their_scores_are_the_same(
    asked: tuple[Segment, list[AnalysedQuery]], allowed: set[int] | None
) -> None:
    assert_the_best_are_the_same(asked, allowed)


@pytest.mark.parametrize("common", [0.0, 1.0], ids=["all common", "all rare"])
def test_it_does_not_matter_how_terms_are_added_up(
    asked: tuple[Segment, list[AnalysedQuery]], monkeypatch: pytest.MonkeyPatch, common: float
) -> None:
    monkeypatch.setattr(bounds, "COMMON", common)

    assert_the_best_are_the_same(asked)


def test_nor_how_many_there_are(
    asked: tuple[Segment, list[AnalysedQuery]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "_TOGETHER", 3)
    monkeypatch.setattr(pruning, "_FIRST", 1)

    assert_the_best_are_the_same(asked)


def test_where_many_entries_score_alike_everything_is_added_up(
    asked: tuple[Segment, list[AnalysedQuery]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "_MANY", 0.0)
    segment, questions = asked
    big_book = PrunedRanker(segment)

    for question in questions[:20]:
        everything = rank(segment, question).scores
        assert big_book.rank(question, None, segment.entries).scores == everything


def test_no_entry_scores_more_than_it_can_reach(asked: tuple[Segment, list[AnalysedQuery]]) -> None:
    segment, questions = asked
    limits = bounds.Bounds(segment)
    for question in questions:
        question.cues.clear()
        reach = limits.of(question.terms.values())
        for entry, score in rank(segment, question).scores.items():
            assert score <= reach[entry] * pruning._ROUNDING, (question.folded.text, entry)


def test_few_entries_are_scored(asked: tuple[Segment, list[AnalysedQuery]]) -> None:
    segment, questions = asked
    big_book = PrunedRanker(segment)

    scored = [len(big_book.rank(question, None, WANTED).scores) for question in questions]

    assert sum(scored) < len(questions) * segment.entries / 2


@pytest.mark.parametrize(
    "query",
    [
        "poison and burn, who takes the prize?",
        '"Escape Rope" kind:ruling',
        '"take a Prize"',
        "status:active レイド",
        "BR-Q22",
    ],
)
def test_big_books_are_searched_so(
    index: Index, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    small = [(hit.id, hit.score) for hit in index.search(query).hits]
    assert small
    monkeypatch.setattr(games, "BIG_BOOK", 1)

    assert [(hit.id, hit.score) for hit in index.search(query).hits] == small
