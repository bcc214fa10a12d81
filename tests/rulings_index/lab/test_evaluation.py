"""The measures, checked by hand on small cases."""

from __future__ import annotations

from math import log2
from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings_index.lab.evaluation import Outcome, Question, misses, read_questions, report


def question(identifier: str, *relevant: str, kind: str = "ja-natural") -> Question:
    return Question(identifier, identifier, "BR", kind, list(relevant))


def test_measures_of_one_question() -> None:
    measured = Outcome(question("q", "A", "B"), ["x", "A", "y", "B"]).measures()

    assert measured["success@1"] == 0
    assert measured["success@3"] == 1
    assert measured["mrr@10"] == 0.5
    assert measured["recall@10"] == 1
    ideal = 1 + 1 / log2(3)
    assert measured["ndcg@10"] == pytest.approx((1 / log2(3) + 1 / log2(5)) / ideal)


def test_an_open_point_that_says_so_is_counted_beside_the_false_answers() -> None:
    asked = Question("q", "q", open=["BR-O6"])
    outcomes = [Outcome(asked, found) for found in (["BR-O6"], ["BR 7.1", "BR-O6"], [])]

    told = report(outcomes)["all"]

    assert (told["no_answer"], told["false_answers"], told["left_open"]) == (3, 2, 1)


def test_what_stands_beyond_the_tenth_does_not_count() -> None:
    measured = Outcome(question("q", "A"), [*map(str, range(10)), "A"]).measures()
    assert measured == dict.fromkeys(measured, 0.0)


def test_reports_by_kind_and_counts_false_answers() -> None:
    answers = {"a": ["A"], "b": ["x", "B"], "n": ["x"], "m": []}
    questions = [
        question("a", "A"),
        question("b", "B", kind="en-natural"),
        question("n", kind="no-answer"),
        question("m", kind="no-answer"),
    ]

    outcomes = [Outcome(one, answers[one.id]) for one in questions]
    told = report(outcomes)

    assert told["all"]["questions"] == 2
    assert told["all"]["no_answer"] == 2
    assert told["all"]["false_answers"] == 1
    assert told["all"]["success@1"] == 0.5
    assert told["by_language"]["en"]["success@1"] == 0
    assert told["by_ruleset"]["BR"]["mrr@10"] == 0.75
    assert [miss.question.id for miss in misses(outcomes)] == ["n", "b"]


def test_a_case_of_the_fork_put_first_counts_as_answered() -> None:
    measured = Outcome(question("q", "A"), ["x", "A"], cases=["x", "A"]).measures()

    assert (measured["success@1"], measured["answered@1"]) == (0, 1)


def test_reports_how_sure_the_search_was_by_kind() -> None:
    told = report(
        [
            Outcome(question("a", "A"), ["A"], "answer"),
            Outcome(question("b", "B"), ["x"], "perhaps"),
            Outcome(question("n", kind="no-answer"), ["x"], "perhaps"),
        ]
    )

    assert told["certainty"]["ja-natural"] == {"answer": 1, "perhaps": 1, "none": 0}
    assert told["all"]["false_answers"] == 0


@pytest.mark.parametrize(
    ("kind", "query", "language"),
    [
        ("ja-kana", "どく", "ja"),
        ("romaji", "doku", "romaji"),
        ("no-answer", "将棋の二歩", "ja"),
        ("no-answer", "how do I castle", "en"),
        ("", "毒", "ja"),
    ],
)
def test_the_language_of_a_question(kind: str, query: str, language: str) -> None:
    assert Question("q", query, kind=kind).language == language


@pytest.mark.parametrize("content", ["a: b\n", "- 1\n", "- {id: x}\n", "["])
def test_a_file_that_holds_no_questions(tmp_path: Path, content: str) -> None:
    file = tmp_path / "questions.yaml"
    file.write_text(content)
    with pytest.raises(RulingsError):
        read_questions(file)
