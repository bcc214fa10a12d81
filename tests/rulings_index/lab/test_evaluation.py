"""The measures, checked by hand on small cases."""

from __future__ import annotations

from math import log2
from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings_index.lab.evaluation import Outcome, Question, read_questions, report


def question(identifier: str, *relevant: str, kind: str = "ja-natural", fact: str = "") -> Question:
    return Question(identifier, identifier, "BR", kind, list(relevant), fact)


def test_measures_of_one_question() -> None:
    measured = Outcome(question("q", "A", "B"), ["x", "A", "y", "B"]).measures()

    assert measured["success@1"] == 0
    assert measured["success@3"] == 1
    assert measured["mrr@10"] == 0.5
    assert measured["recall@10"] == 1
    ideal = 1 + 1 / log2(3)
    assert measured["ndcg@10"] == pytest.approx((1 / log2(3) + 1 / log2(5)) / ideal)


def test_what_stands_beyond_the_tenth_does_not_count() -> None:
    measured = Outcome(question("q", "A"), [*map(str, range(10)), "A"]).measures()
    assert measured == dict.fromkeys(measured, 0.0)


def test_reports_the_screens_and_the_ranking_by_kind() -> None:
    answers = {"a": ["A"], "b": ["x", "B"], "n": ["x"], "m": []}
    questions = [
        question("a", "A"),
        question("b", "B", kind="en-natural"),
        question("n", kind="no-answer"),
        question("m", kind="no-answer"),
    ]

    levels = {"m": "none"}
    outcomes = [
        Outcome(item, answers[item.id], levels.get(item.id, "answer")) for item in questions
    ]
    reported = report(outcomes)

    assert reported["all"]["plain"]["questions"] == 2
    assert reported["all"]["plain"]["plainly_right"] == 0.5
    assert reported["all"]["no_answer"]["questions"] == 2
    assert reported["all"]["no_answer"]["answer"] == 0.5
    assert reported["all"]["success@1"] == 0.5
    assert reported["by_language"]["en"]["success@1"] == 0
    assert reported["by_ruleset"]["BR"]["mrr@10"] == 0.75
    scores = {name: each["score"] for name, each in reported["questions"].items()}
    assert scores == {"a": 1.0, "b": 0.5, "n": 0.0, "m": 1.0}


SCREENS = {
    "plainly_right": Outcome(question("q", "A"), ["A", "x"]),
    "plainly_wrong": Outcome(question("q", "A"), ["x", "A"]),
    "hedged": Outcome(question("q", "A"), ["A"], "perhaps"),
    "asked_needlessly": Outcome(question("q", "A"), ["A"], is_asked=True, cases=["A", "B"]),
    "asked_rightly": Outcome(
        question("q", "A", "B", fact="f"), ["A"], is_asked=True, cases=["A", "B"]
    ),
    "asked_beside": Outcome(
        question("q", "A", "B", fact="f"), ["A"], is_asked=True, cases=["A", "x"]
    ),
    "not_asked": Outcome(question("q", "A", "B", fact="f"), ["A"]),
    "answer": Outcome(question("q"), ["x"]),
    "perhaps": Outcome(question("q"), ["x"], "perhaps"),
    "none": Outcome(question("q"), [], "none"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_what_a_judge_reads_first(screen: str) -> None:
    assert SCREENS[screen].screen == screen


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
