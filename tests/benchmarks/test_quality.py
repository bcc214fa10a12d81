"""The comparisons of quality, on three paragraphs and three rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import ROOT
from running import Write

from benchmarks import anybook, calibrate, clauses, heldout, jsquad, localgov, places, quality
from rulings.format.model import Ruling
from rulings.reading.load import open_book

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


def test_a_question_and_its_answer_become_a_ruling(tmp_path: Path) -> None:
    corpus = {"7": "Question: 粗大ごみの出し方は?\nAnswer: 予約してください。\n"}
    localgov.write_book(corpus, tmp_path / "book")
    entry = open_book([tmp_path / "book"]).entries["LG-Q7"]

    assert isinstance(entry, Ruling)
    assert (entry.question["ja"], entry.answer["ja"]) == (
        "粗大ごみの出し方は?",
        "予約してください。",
    )


def test_plain_search_finds_a_rule() -> None:
    search = clauses.plain_search(open_book([ROOT / "rulings" / "book"]))

    assert any(found.startswith("CR 310") for found in search("battle defense counters"))


def test_quality_needs_only_our_own_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_book: Write
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

    answered, ambiguous, unanswered, ranking = quality.tables()

    assert answered.rows == [("questions.yaml", 1, "1.000", "0.000", "0.000", "0.000")]
    assert not ambiguous.rows
    assert unanswered.rows == [("questions.yaml", 1, "0.000", "0.000", "1.000")]
    assert "dev.yaml" in ranking.note


def test_a_book_of_several_games_is_asked_what_was_taken_out_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_book: Write
) -> None:
    monkeypatch.setattr(places, "BOOK", write_second_game(write_book()))
    few = tmp_path / "questions.yaml"
    few.write_text(
        "- {id: Q1, query: how may the tower move, relevant: [TW 1]}\n"
        "- {id: Q2, query: what does a ticket cost, relevant: []}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(places, "OWN_QUESTIONS", few)
    monkeypatch.setattr(places, "UNANSWERED", few)
    given = few.rename(tmp_path / "evening.yaml")
    few.write_text("- {id: Q1, query: how may the tower move, relevant: [TW 1]}\n", "utf-8")

    assert heldout.tables()[0].rows[-1][:2] == ("both", 17)
    pytest.importorskip("sklearn")  # the rest is what the extra for benchmarks brings
    groups = {row[0]: row[1] for row in calibrate.tables([given])[1].rows}
    assert groups["our questions"] == groups["evening.yaml"] == 1
    assert "asked of the book without towers" in groups


def write_second_game(book: Path) -> Path:
    (book / "towers" / "tower").mkdir(parents=True)
    (book / "towers" / "game.yaml").write_text("game: {id: towers, name: {en: Towers}}\n", "utf-8")
    (book / "towers" / "tower" / "tower.yaml").write_text(
        "ruleset: {id: tower, prefix: TW, game: towers, edition: '1', name: {en: Tower}}\n"
        "clauses:\n"
        "  - {id: TW 1, title: {en: How a tower moves}, text: {en: A tower moves straight.},\n"
        "     authority: official, asked: {en: [can the tower go round corners]}}\n",
        "utf-8",
    )
    return book


@pytest.mark.parametrize("kept", [0, 1])
def test_a_cut_book_keeps_so_many_phrasings_of_each_file(
    tmp_path: Path, write_book: Write, kept: int
) -> None:
    whole = write_book()
    (whole / "asked.yaml").write_text("asked: {CH-Q1: {fr: [un, deux]}}\n", encoding="utf-8")
    anybook.write_cut(whole, tmp_path / "cut", kept)
    entries = open_book([tmp_path / "cut"]).entries

    assert entries.keys() == open_book([whole]).entries.keys()
    assert {len(asked) for entry in entries.values() for asked in entry.asked.values()} <= {0, kept}
    assert len(entries["CH-Q1"].asked["fr"]) == kept


def test_parts_whose_documents_are_absent_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_book: Write
) -> None:
    few = tmp_path / "questions.yaml"
    few.write_text("- {id: Q1, query: CH-Q1, relevant: [CH-Q1]}\n", encoding="utf-8")
    monkeypatch.setattr(places, "BOOK", write_book())
    monkeypatch.setattr(places, "HELD_OUT", [few])
    monkeypatch.setattr(quality, "OURS", [few])
    monkeypatch.setenv(places.VARIABLE, str(tmp_path))

    (table,) = anybook.tables()

    assert [row[0] for row in table.rows] == [
        *("ours, 0 phrasings", "ours, 1 phrasings", "ours, 3 phrasings", "ours"),
    ]
    assert "thin-book" in table.note and "jsquad" in table.note
