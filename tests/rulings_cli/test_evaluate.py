"""`rulings eval` on questions whose answers are known."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Rulings

QUESTIONS = """
- {id: E1, query: BR-Q22, ruleset: BR, kind: id-lookup, relevant: [BR-Q22]}
- {id: E2, query: poison and burn who takes the prize, ruleset: BR, kind: en-keywords,
   relevant: [BR-N1]}
- {id: E3, query: 将棋の二歩は反則?, ruleset: none, kind: no-answer, relevant: []}
- {id: E4, query: 将棋の二歩は反則?, ruleset: RAID, kind: ja-keywords, relevant: [RAID 1.1]}
"""


@pytest.fixture
def questions(tmp_path: Path) -> str:
    file = tmp_path / "questions.yaml"
    file.write_text(QUESTIONS, encoding="utf-8")
    return str(file)


def test_prints_what_a_judge_reads_first_then_the_ranking(rulings: Rulings, questions: str) -> None:
    answered, unanswered, ranking = rulings("eval", questions).out.split("\n\n")[:3]

    assert row(answered, "all") == ["3", "0.333", "0.000", "0.333", "0.333"]
    assert row(answered, "id-lookup") == ["1", "1.000", "0.000", "0.000", "0.000"]
    assert row(unanswered, "all") == ["1", "0.000", "0.000", "1.000"]
    assert row(ranking, "all")[0] == "0.333"
    assert all(row(ranking, name) for name in ("BR", "RAID", "none", "en", "ja", "id"))


def row(table: str, name: str) -> list[str]:
    rows = {line.split()[0]: line.split()[1:] for line in table.splitlines()[1:]}
    return rows.get(name, [])


@pytest.mark.parametrize(
    ("content", "says"),
    [("[]", "no questions here"), ("a: b", "needs a list of questions")],
)
def test_what_is_refused(rulings: Rulings, tmp_path: Path, content: str, says: str) -> None:
    file = tmp_path / "questions.yaml"
    file.write_text(content, encoding="utf-8")

    ran = rulings("eval", str(file))

    assert ran.code == 2
    assert says in ran.err.replace("\n", " ")
    assert not ran.out
