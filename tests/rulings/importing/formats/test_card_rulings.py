"""The rulings of MTGJSON: their ids over several imports, hostile files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from soundness import errors_in

from rulings.errors import RulingsError
from rulings.format.model import Ruling
from rulings.importing.formats.mtgjson import import_mtgjson
from rulings.importing.importer import Report
from rulings.reading.load import load_book, open_book

TODAY = "2026-01-02"


def face(name: str, *rulings: tuple[str, str], ja: str = "", **more: Any) -> dict[str, Any]:
    foreign = [{"language": "Japanese", "name": ja}] if ja else []
    listed = [{"date": date, "text": text} for date, text in rulings]
    return {"name": name, "foreignData": foreign, "rulings": listed, **more}


BURNS = (("2001-02-03", "It burns. Twice."), ("2004-05-06", "It is red."))
CARDS: dict[str, Any] = {
    "Old Lantern": [face("Old Lantern", *BURNS, ja="灯")],
    "Dusk // Dawn": [
        face("Dusk // Dawn", ("2010-01-01", "Both."), ja="黄昏 // 夜明け", faceName="Dusk"),
        face("Dusk // Dawn", ("2010-01-01", "Both."), ja="黄昏 // 夜明け", faceName="Dawn"),
    ],
    "Without Rulings": [face("Without Rulings")],
}


def mtgjson(tmp_path: Path, cards: Any) -> Report:
    path = tmp_path / "cards.json"
    document = {"meta": {"date": "2018-11-07"}, "data": cards}
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return import_mtgjson(path, tmp_path / "book", TODAY)


def answers(folder: Path) -> dict[str, tuple[str, str]]:
    """Id -> status and answer."""
    entries = open_book([folder]).entries.values()
    return {
        each.id: (str(each.status), each.answer["en"])
        for each in entries
        if isinstance(each, Ruling)
    }


def test_cards_and_their_rulings(tmp_path: Path) -> None:
    report = mtgjson(tmp_path, CARDS)
    assert report == Report({"rulings": 3, "cards": 2, "withdrawn": 0}, book=tmp_path / "book")
    loading = load_book([tmp_path / "book"])
    assert errors_in(loading) == []
    cards = loading.book.cards
    assert cards["mtg", "old-lantern"].name["ja"] == "灯"
    assert cards["mtg", "dusk-dawn"].aliases["en"] == ["Dusk", "Dawn"]
    ruling = loading.book.entries["MTG-Q1"]
    assert isinstance(ruling, Ruling)
    assert ruling.title == {"en": "Old Lantern", "ja": "灯"}
    assert (ruling.answer, ruling.verdict) == ({"en": "It burns. Twice."}, {})
    assert (ruling.history[0].date, ruling.sources[0].where) == ("2001-02-03", "2001-02-03")


def test_importing_again_keeps_ids(tmp_path: Path) -> None:
    mtgjson(tmp_path, CARDS)
    edited = {
        "New Card": [face("New Card", ("2020-01-01", "Brand new."))],
        "Old Lantern": [
            face("Old Lantern", ("2004-05-06", "It is red."), ("2001-02-03", "It burns. Thrice."))
        ],
    }
    assert mtgjson(tmp_path, edited).counts["withdrawn"] == 1
    assert answers(tmp_path / "book") == {
        "MTG-Q1": ("active", "It burns. Thrice."),
        "MTG-Q2": ("active", "It is red."),
        "MTG-Q3": ("withdrawn", "Both."),
        "MTG-Q4": ("active", "Brand new."),
    }
    assert mtgjson(tmp_path, CARDS).counts["withdrawn"] == 1  # now the new card is gone
    assert answers(tmp_path / "book")["MTG-Q3"] == ("active", "Both.")
    assert answers(tmp_path / "book")["MTG-Q4"][0] == "withdrawn"


ODD: dict[str, dict[str, Any]] = {
    "a face that is a word": {"A": ["x"]},
    "a ruling that is a word": {"A": [face("A") | {"rulings": ["x"]}]},
    "a ruling without text": {"A": [face("A") | {"rulings": [{"date": "2001-01-01"}]}]},
    "names that are a number": {"A": [face("A") | {"foreignData": 7}]},
}


@pytest.mark.parametrize("name", ODD)
def test_odd_shapes_are_told(tmp_path: Path, name: str) -> None:
    report = mtgjson(tmp_path, CARDS | ODD[name])
    assert len(report.warnings) == 1
    assert report.counts["rulings"] == 3


HOSTILE = {
    "empty": b"",
    "a list": b"[1, 2]",
    "no cards": b'{"data": {}}',
    "words": b"These rules are effective",
    "random": bytes(range(256)) * 20,
    "a long line": b'{"data": {"A": "' + b"x" * (20 * 2**20) + b'"}}',
    "not UTF-8": b'{"data": {"A\xff": []}}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_one_line_and_change_nothing(tmp_path: Path, name: str) -> None:
    mtgjson(tmp_path, CARDS)
    before = answers(tmp_path / "book")
    path = tmp_path / "hostile.json"
    path.write_bytes(HOSTILE[name])
    with pytest.raises(RulingsError) as told:
        import_mtgjson(path, tmp_path / "book", TODAY)
    assert "\n" not in str(told.value)
    assert answers(tmp_path / "book") == before


def test_a_file_cut_anywhere(tmp_path: Path) -> None:
    raw = json.dumps({"data": CARDS}).encode()
    path = tmp_path / "cut.json"
    for length in range(0, len(raw), 7):
        path.write_bytes(raw[:length])
        with pytest.raises(RulingsError):
            import_mtgjson(path, tmp_path / "book", TODAY)
    assert not (tmp_path / "book").exists()


def test_a_line_of_200_mb(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    with path.open("wb") as stream:
        stream.write(b'{"data": {"A": "')
        stream.truncate(200 * 2**20)
    with pytest.raises(RulingsError):
        import_mtgjson(path, tmp_path / "book", TODAY)


@pytest.mark.long
@pytest.mark.shared
def test_the_real_collection(shared: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="measured where the system counts it")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    path = shared / "data" / "mtgjson-atomic-rulings.json"
    report = import_mtgjson(path, tmp_path / "mtgjson", TODAY)
    assert report.counts == {"rulings": 31_596, "cards": 10_104, "withdrawn": 0}
    assert report.warnings == []
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kilobytes
