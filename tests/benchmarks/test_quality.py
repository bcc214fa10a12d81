"""The comparisons of quality, on three paragraphs and three rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from places import ROOT

from benchmarks import clauses, jsquad, places, quality
from rulings.books import open_book

PARAGRAPHS = [
    {
        "context": f"天気 [SEP] {text}",
        "qas": [{"question": question}],
    }
    for text, question in (
        ("梅雨は五月から七月に降る長雨である。", "梅雨はいつ降るか。"),
        ("台風は熱帯の海で生まれる渦である。", "台風はどこで生まれるか。"),
        ("雪は零度より冷たい雲から降る。", "雪はどんな雲から降るか。"),
    )
]


def test_each_question_finds_its_paragraph() -> None:
    assert jsquad.recall(PARAGRAPHS) == (1.0, 1.0)


def test_plain_search_finds_a_rule() -> None:
    search = clauses.plain_search(open_book([ROOT / "rulings" / "book"]))

    assert any(found.startswith("CR 310") for found in search("battle defense counters"))


def test_quality_needs_only_our_own_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_book: Callable[..., Path]
) -> None:
    monkeypatch.setattr(places, "BOOK", write_book())
    few = tmp_path / "questions.yaml"
    few.write_text(
        "- {id: Q1, query: CH-Q1, ruleset: CH, kind: id-lookup, relevant: [CH-Q1]}\n"
        "- {id: Q2, query: 将棋の二歩は反則?, ruleset: none, kind: no-answer, relevant: []}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(quality, "OURS", [few])
    monkeypatch.setenv(places.VARIABLE, str(tmp_path))

    (table,) = quality.tables()

    assert [row[0] for row in table.rows][:3] == ["all", "kind: id-lookup", "kind: no-answer"]
    assert "dev.yaml" in table.note
