"""What one book replaces of another is said wherever it answers, and listed by those who check."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from running import Rulings, Ship, Write

from rulings.lookup.event import NO_EVENT
from rulings.reading.book import BUILT_IN_BOOK
from rulings_cli.desk.texts import answer, citation

FOREIGN = """
sources:
  - {id: handbook, title: {en: The publisher's rulebook, ja: 公式の手引き}}
rulings:
  - id: CH-Q1
    title: {en: Forced?, ja: 強制か}
    verdict: {en: "No, never.", ja: いいえ。}
    question: {en: Must it be promoted?, ja: 必ず昇格するのか。}
    answer: {en: "No.", ja: いいえ。}
    clauses: [CH 1.1]
    authority: official
    sources: [{id: handbook}]
"""
EN, JA = "official, replaced by the book fan-rules", "公式, 「fan-rules」の本による差し替え"


@pytest.fixture
def foreign(tmp_path: Path, ship: Ship, write_book: Write) -> str:
    ship(write_book())
    book = tmp_path / "fan-rules"
    book.mkdir()
    (book / "a.yaml").write_text(FOREIGN, encoding="utf-8")
    return str(book)


@pytest.mark.parametrize("command", ["search", "show"])
@pytest.mark.parametrize(("language", "who"), [("en", EN), ("ja", JA)])
def test_an_answer_names_the_book(
    rulings: Rulings, foreign: str, command: str, language: str, who: str
) -> None:
    ran = rulings(command, "CH-Q1", "--book", foreign, "--lang", language)
    shown = " ".join(ran.out.split())
    assert who in shown
    assert command == "search" or shown.count("fan-rules") >= 2, "its source too"


def test_a_record_names_the_book(rulings: Rulings, foreign: str) -> None:
    (record,) = rulings("show", "CH-Q1", "--book", foreign, "--json").json["entries"]
    assert record["book"] == record["sources"][0]["book"] == "fan-rules"
    (record,) = rulings("show", "CH 1.1", "--book", foreign, "--json").json["entries"]
    assert "book" not in record
    assert record["sources"][0]["book"] == "fan-rules"


def test_nothing_is_said_where_nothing_is_replaced(rulings: Rulings, foreign: str) -> None:
    assert "replaced" not in rulings("show", "CH-Q1").out
    book = Path(foreign, "a.yaml")
    book.write_text("sources: [{id: handbook, title: {en: Handbook, ja: 手引き}}]\n")
    assert "replaced" not in rulings("show", "CH-Q1", "--book", foreign).out


def test_the_desk_names_the_book(rulings: Rulings, foreign: str) -> None:
    (record,) = rulings("show", "CH-Q1", "--book", foreign, "--json").json["entries"]
    for language, who in (("en", EN), ("ja", JA)):
        assert who in str(answer(record, language, NO_EVENT))
        assert who in citation(record, language, NO_EVENT)


def test_a_page_names_the_book(rulings: Rulings, foreign: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert rulings("page", "--book", foreign, "-o", str(page)).code == 0
    assert EN in page.read_text(encoding="utf-8")
    assert JA in page.read_text(encoding="utf-8")


def test_a_sheet_names_the_book(rulings: Rulings, foreign: str, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.md"
    rulings("sheet", "CH-Q1", "--book", foreign, "--lang", "both", "-o", str(sheet))
    text = sheet.read_text(encoding="utf-8")
    assert text.count("replaced by the book fan-rules") == 2
    assert text.count("「fan-rules」の本による差し替え") == 2


@pytest.mark.long
def test_a_copy_of_the_book_replaces_only_what_was_edited(rulings: Rulings, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(BUILT_IN_BOOK, copy)
    assert rulings("check", str(copy)).out == ""
    file = copy / "duel-boy" / "duel-boy-pocket" / "rulings.yaml"
    text = file.read_text(encoding="utf-8").replace("Equal power in a battle", "The same power")
    file.write_text(text, encoding="utf-8")
    assert rulings("check", str(copy)).out == ""
    for name, book in (("DB-Q1", "copy"), ("DB-Q2", None)):
        (entry,) = rulings("show", name, "--book", str(copy), "--json").json["entries"]
        assert entry.get("book") == book


def test_phrasings_of_entries_below_are_no_fault(
    rulings: Rulings, write_book: Write, tmp_path: Path
) -> None:
    """Also where the book has a game of its own, and so is checked alone."""
    asked = "asked: {BR-Q22: {en: [poison, then burn]}}\n"
    book = write_book({"asked.yaml": asked})

    assert rulings("check", str(book)).out == ""
    (book / "asked.yaml").write_text(asked.replace("BR-Q22", "BR-Q999"))
    assert "B311 'BR-Q999' is not in the book" in rulings("check", str(book)).out
    (book / "unread.yaml").write_text("rulings: [{id: BR-Q999, title: {en: “Late”}]\n", "utf-8")
    assert "B311" not in rulings("check", str(book)).out, "the file that cannot be read may hold it"


def test_the_faults_of_the_own_book_stand_first(
    rulings: Rulings, write_book: Write, ship: Ship
) -> None:
    mine = write_book({"game.yaml": "game: {id: go, name: {en: Go}}\n"}, "mine")
    below = write_book()
    for book in (mine, below):
        file = book / "rules" / "rulings.yaml"
        file.write_text(file.read_text().replace("[a, b, c, d]", "[a, b, c]"))
    ship(below)
    head = mine / "rules" / "ruleset.yaml"
    head.write_text(head.read_text().replace("CH", "GO").replace("chess", "go"))
    for name in ("clauses", "rulings"):
        file = mine / "rules" / f"{name}.yaml"
        file.write_text(file.read_text().replace("CH", "GO").replace("chess", "go"))

    first, second, *_ = rulings("check", "--book", str(mine)).out.splitlines()

    assert first.startswith(str(mine)) and "B406" in first
    assert not second.startswith(str(mine))
