"""The books of any size, and the engines beside ours, on a handful of cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import asking, lookalikes, places, scale
from benchmarks.engines import Fts5, documents_of
from rulings.reading.load import open_book

pytest.importorskip("tantivy")
TEXTS = ("A guard may stand twice. It then tires. ", "Rain ends the turn at once. Nobody is paid.")


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Six invented cards in AtomicCards shape, two rulings each."""
    data = {
        name: [
            {
                "name": name,
                "foreignData": [{"language": "Japanese", "name": f"見張り{number}号"}],
                "rulings": [{"date": "2020-01-01", "text": f"{name}: {text}"} for text in TEXTS],
            }
        ]
        for number, name in enumerate(f"Guard {letter}" for letter in "ABCDEF")
    }
    path = tmp_path / "data" / "mtgjson-atomic-rulings.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"meta": {"date": "2020-01-01"}, "data": data}), "utf-8")
    return path


@pytest.mark.parametrize("size", [5, 12, 40])
def test_a_book_has_the_size_asked_for_and_is_always_the_same(
    cards: Path, tmp_path: Path, size: int
) -> None:
    for name in ("one", "other"):
        lookalikes.write_book(cards, size, tmp_path / name, ["雨が降る。"])
    one, other = (open_book([tmp_path / name]).entries for name in ("one", "other"))

    assert len(one) == size
    assert list(one) == list(other)
    assert [entry.title for entry in one.values()] == [entry.title for entry in other.values()]


def test_an_engine_finds_what_was_written(cards: Path, tmp_path: Path) -> None:
    lookalikes.write_book(cards, 12, tmp_path / "book")
    book = open_book([tmp_path / "book"])
    engine = Fts5(tmp_path)
    engine.write(documents_of(book))

    assert "Rain ends" in engine.search(["rain"])[0]


def test_questions_are_made_from_what_is_said() -> None:
    records = [{"answer": {"en": TEXTS[0]}}, {"answer": {"en": "「見張り」は、雨の番に二度立つ。"}}]

    assert asking.english(records, 3) == asking.english(records, 3)
    assert all("見" not in question for question in asking.english(records, 3))
    assert all("、" in question for question in asking.japanese(records, 3))


def test_the_tables_have_a_row_for_every_engine(
    cards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(places.VARIABLE, str(cards.parent.parent))

    tables = scale.tables(sizes=(12,), imported=(12,), questions=2)

    assert [len(table.rows) for table in tables] == [3, 3, 3, 3]
