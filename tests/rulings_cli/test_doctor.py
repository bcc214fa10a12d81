from __future__ import annotations

import pytest
from running import Rulings, Write


def test_a_sound_installation(rulings: Rulings) -> None:
    ran = rulings("doctor", "--json")

    findings = {finding["name"]: finding for finding in ran.json["findings"]}
    assert ran.code == 0, ran.out
    assert {"rulings", "python", "configuration", "book", "index"} <= findings.keys()
    assert "entries" in findings["index"]["state"]


def test_a_faulty_book_is_named_with_its_remedy(rulings: Rulings, write_book: Write) -> None:
    path = write_book({"terms.yaml": "terms: 5\n"})

    ran = rulings("doctor", "--only", "--book", str(path))

    assert ran.code == 1
    assert "rulings check" in ran.out


def test_the_screens_of_the_machine_are_in_japanese(
    rulings: Rulings, write_book: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    book = str(write_book())

    shown = rulings("doctor", "--book", book).out
    assert f"{book}(--book):問題なし" in shown.replace("\n", "").replace(" ", "")
    assert "索引  最新、" in shown
    assert rulings("index", "--book", book).out.startswith("状態  最新\n場所  ")
