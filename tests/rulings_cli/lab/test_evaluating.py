"""`rulings eval` on questions whose answers are known."""

from __future__ import annotations

import json
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


def test_a_miss_says_why(rulings: Rulings, questions: str) -> None:
    out = rulings("eval", questions, "--worst", "5").out
    misses = out[out.index("\n\n") :]

    assert "E1" not in misses
    assert "E3" not in misses
    e2, e4 = misses.split("E4 ")[0], misses.split("E4 ")[1]
    assert "wanted  BR-N1" in e2
    assert "burn" in e2.split("ranks")[1], "the words by which the first hit was found"
    assert "nothing sure enough" in e4


def test_compares_with_an_older_report(rulings: Rulings, questions: str, tmp_path: Path) -> None:
    older = rulings("eval", questions, "--json").json
    older["questions"]["E1"]["score"] = 0.5
    older["all"]["mrr@10"] -= 0.1
    file = tmp_path / "older.json"
    file.write_text(json.dumps(older))

    out = rulings("eval", questions, "--compare", str(file)).out

    assert "mrr@10        +0.1000" in out
    assert "better  E1" in out
    assert "worse  none" in out


@pytest.mark.parametrize(
    ("content", "options", "says"),
    [
        ("[]", [], "no questions here"),
        (QUESTIONS, ["--ruleset", "NS"], "no questions here"),
        ("a: b", [], "needs a list of questions"),
        (QUESTIONS, ["--compare", "{file}"], "is not a report of `rulings eval --json`"),
    ],
)
def test_what_is_refused(
    rulings: Rulings, tmp_path: Path, content: str, options: list[str], says: str
) -> None:
    file = tmp_path / "questions.yaml"
    file.write_text(content, encoding="utf-8")

    ran = rulings("eval", str(file), *(option.format(file=file) for option in options))

    assert ran.code == 2
    assert says in ran.err.replace("\n", " ")
    assert not ran.out
