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


def test_prints_the_measures_by_kind_ruleset_and_language(rulings: Rulings, questions: str) -> None:
    lines = [line.split() for line in rulings("eval", questions).out.splitlines()]
    measures = reversed(lines)  # the levels of certainty, by kind again, stand below
    figures = {line[0]: line[1:] for line in measures if len(line) > 2}

    assert figures["all"] == ["3", "0.333", "0.333", "0.333", "0.333", "0.333", "0.333", "1", "0"]
    assert figures["id-lookup"][:2] == ["1", "1.000"]
    assert {"BR", "RAID", "none", "en", "ja", "id"} <= figures.keys()


def test_the_worst_are_shown_first(rulings: Rulings, questions: str) -> None:
    out = rulings("eval", questions, "--worst", "5").out
    misses = out[out.index("\n\nE") :]

    assert "E1" not in misses
    assert "E3" not in misses
    e2, e4 = misses.split("E4 ")[0], misses.split("E4 ")[1]
    assert "expected  BR-N1" in e2
    assert "expected  RAID 1.1" in e4
    assert "found  nothing (none)" in e4


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
