"""Whole books that are made by commands alone: they hold the same as the books they copy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cases import DATA
from growing import commands, rows_of, table_of
from running import Rulings

from rulings import open_book
from rulings.reading.book import Book


def grown(book: Book, goal: Path, rulings: Rulings) -> None:
    (ruleset,) = book.rulesets.values()
    for _, *typed in commands(table_of(book), str(goal), ruleset.languages[0]):
        ran = rulings(*typed)
        assert (ran.code, ran.err) == (0, ""), typed


BEGUN: dict[str, Any] = {"history": [], "checked_against": {}}
"""What says on which day an entry was begun, and by which edition of the rules."""


def exported(book: Path, rulings: Rulings) -> dict[str, Any]:
    lines = rulings("export", "--only", "--book", str(book)).out.splitlines()
    records = [json.loads(line) | BEGUN for line in lines]
    return {record["id"]: record for record in records}


def same(one: Path, other: Path, rulings: Rulings) -> None:
    """Two books export the same records, but for when each entry was begun; games, sources,
    cards and terms are the same.
    """
    before, after = exported(one, rulings), exported(other, rulings)
    assert before and before == after
    books = open_book([one]), open_book([other])
    for shelf in ("games", "sources", "cards", "terms"):
        assert getattr(books[0], shelf) == getattr(books[1], shelf)


def test_a_french_book_is_grown_and_passes_the_checks(rulings: Rulings, tmp_path: Path) -> None:
    book, goal = open_book([DATA / "french.yaml"]), tmp_path / "belote"
    assert len(book.entries) == 10

    grown(book, goal, rulings)
    same(DATA / "french.yaml", goal, rulings)

    assert rulings("check", str(goal), "--only", "--strict").out == ""


def test_the_thin_book_of_another_game_is_grown_by_commands(
    rulings: Rulings, tmp_path: Path, shared: Path
) -> None:
    thin, goal = shared / "eval" / "thin-book", tmp_path / "dm"

    grown(open_book([thin]), goal, rulings)
    same(thin, goal, rulings)

    report = rulings("check", str(goal), "--only")
    assert report.code == 0, "warnings alone: it has few phrasings"
    asked = str(shared / "eval" / "thin-dev.yaml")
    answered = [
        rulings("eval", asked, "--only", "--book", str(path), "--json").json
        for path in (thin, goal)
    ]
    assert answered[0] == answered[1]


def test_an_empty_row_of_a_table_is_no_command() -> None:
    rows = [["kind", "title"], [], ["", ""], ["ruling", "May I?"], ["", "May I not?"]]

    (*empty, ruling, without_kind) = commands(rows, "book", "en")

    assert empty == [[], []] and "title=May I?" in ruling and "title=May I not?" in without_kind


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (None, "it cannot be read: No such file"),
        ("", "row 1 holds the headings"),
        ("kind,title\n", "row 1 holds the headings"),
        ("ruling,May I?\nruling,May I not?\n", "row 1 holds the headings"),
        ('kind,title\nruling,May I?\nruling,"May I not?\nruling,May we?\n', "row 3: a cell that"),
        ("kind,title\nruling,\0May I?\n", "save it as CSV in UTF-8"),
        ("kind,title\nruling,May I?,No.\n", "row 2: more cells than headings: ruling, May I?, No."),
    ],
)
def test_a_faulty_table_is_named_before_anything_is_written(
    tmp_path: Path, text: str | None, fault: str
) -> None:
    table = tmp_path / "table.csv"
    if text is not None:
        table.write_text(text, encoding="utf-8")

    with pytest.raises(SystemExit) as ended:
        rows_of(table, "en")

    assert str(ended.value).startswith(f"{table}: {fault}")
