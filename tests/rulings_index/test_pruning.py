"""A big book is searched as if every word of every entry were added up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from places import ROOT

from rulings_index import Index, open_index, pruning, searching
from rulings_index.evaluation import read_questions
from rulings_index.pruning import rank_big
from rulings_index.questions import Question
from rulings_index.ranking import Ranked, rank
from rulings_index.segment import Segment

WANTED = 10
FILE = ROOT / "tests" / "data" / "questions.yaml"
QUESTIONS = [one.query for one in read_questions(FILE)][::4]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return open_index([ROOT / "rulings" / "book"], cache_dir=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def asked(index: Index) -> tuple[Segment, list[Question]]:
    return index._segment, [index.question(query) for query in QUESTIONS]


def ids(ranked: Ranked) -> list[int]:
    return [entry for entry, _ in ranked.best(WANTED)]


def agreeing(asked: tuple[Segment, Sequence[Question]], excluded: frozenset[int]) -> float:
    segment, questions = asked
    same = 0
    for question in questions:
        whole = Ranked(
            {one: got for one, got in rank(segment, question).scores.items() if one not in excluded}
        )
        same += ids(whole) == ids(
            rank_big(segment, question, lambda entry: entry not in excluded, WANTED)
        )
    return same / len(questions)


def test_the_ten_best_are_the_same(asked: tuple[Segment, list[Question]]) -> None:
    assert agreeing(asked, frozenset()) >= 0.99


def test_they_are_the_same_among_those_that_may_be_found(
    asked: tuple[Segment, list[Question]],
) -> None:
    assert agreeing(asked, frozenset(range(0, 400, 3))) >= 0.99


def test_with_the_sure_bound_all_are_the_same(
    asked: tuple[Segment, list[Question]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "LIKELY", 1.0)

    assert agreeing(asked, frozenset()) == 1.0


@pytest.mark.parametrize(
    "query", ["poison and burn, who takes the prize?", '"Escape Rope" kind:ruling', "BR-Q22"]
)
def test_big_books_are_searched_so(
    index: Index, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    small = [hit.id for hit in index.search(query).hits]
    monkeypatch.setattr(searching, "BIG_BOOK", 1)

    assert [hit.id for hit in index.search(query).hits] == small
