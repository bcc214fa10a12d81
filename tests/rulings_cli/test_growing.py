"""Whole books grown from nothing by commands alone: what they hold is what was to be grown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from cases import DATA
from growing import commands_of

from rulings import open_book
from rulings.books import Book
from rulings.model import AnyEntry

Rulings = Callable[..., Any]


def grown(book: Book, goal: Path, rulings: Rulings) -> Book:
    for typed in commands_of(book, str(goal)):
        ran = rulings("--only", *typed)
        assert (ran.code, ran.err) == (0, ""), typed
    return open_book([goal])


def same(one: Book, other: Book) -> None:
    """Two books hold the same, but for when each entry was begun, and numbers of editions."""
    assert one.games == other.games and one.sources == other.sources
    assert one.cards == other.cards and one.terms == other.terms
    assert one.entries.keys() == other.entries.keys()
    for identifier, entry in one.entries.items():
        assert plain(entry) == plain(other.entries[identifier])


def plain(entry: AnyEntry) -> AnyEntry:
    """An entry without what was written for its author's sake: an empty place for phrasings."""
    asked = {code: said for code, said in entry.asked.items() if said}
    return msgspec.structs.replace(entry, history=[], checked_against={}, asked=asked)


def test_a_french_book_is_grown_checked_searched_printed_and_paged(
    rulings: Rulings, tmp_path: Path
) -> None:
    book, goal = open_book([DATA / "french.yaml"]), tmp_path / "belote"
    assert len(book.entries) == 10

    same(grown(book, goal, rulings), book)

    only = ("--only", "--book", str(goal))
    assert rulings("check", str(goal), "--only", "--strict").out == ""
    found = rulings("search", "dois-je couper si mon partenaire est maître", "--json", *only).json
    assert (found["hits"] or found["nearest"])[0]["id"] == "BX-Q2"
    printed = rulings("sheet", "BX", "--format", "md", "--lang", "fr", *only).out
    assert "Oui, on redonne." in printed
    assert rulings("page", "-o", str(tmp_path / "page.html"), *only).code == 0
    assert "Oui, on redonne." in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_thin_book_of_another_game_is_grown_by_commands(
    rulings: Rulings, tmp_path: Path, shared: Path
) -> None:
    thin = open_book([shared / "eval" / "thin-book"])

    same(grown(thin, tmp_path / "dm", rulings), thin)

    told = rulings("check", str(tmp_path / "dm"), "--only")
    assert told.code == 0, "warnings alone: it has few phrasings"
    found = rulings(
        "search", "進化したターンに殴れる?", "--only", "--book", str(tmp_path / "dm"), "--json"
    )
    assert found.json["hits"][0]["id"] == "DM-Q1"
