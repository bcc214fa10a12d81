"""Which entries are hardest to find."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Rulings, Write

from rulings.reading.load import open_book
from rulings_index import open_index
from rulings_index.lab.weaknesses import weakest

TWINS = """
rulings:
  - id: CH-Q7
    title: {en: Moving the tower}
    question: {en: May it move?}
    answer: {en: Never.}
    authority: house
  - id: CH-Q8
    title: {en: May it move?}
    question: {en: May it move?}
    answer: {en: It may move.}
    asked: {en: [May it move?, Is it a move?]}
    authority: house
"""


@pytest.fixture
def place(write_book: Write) -> Path:
    return write_book({"rules/twins.yaml": TWINS})


def test_an_entry_is_weak_that_others_hide(place: Path, tmp_path: Path) -> None:
    book, index = open_book([place]), open_index([place], cache_dir=tmp_path / "cache")
    listed = weakest(index, book.entries.values())
    found = {weak["entry"]: weak for weak in listed}

    assert found["CH-Q7"]["place"] > 1
    assert "CH-Q8" in found["CH-Q7"]["before"]
    places = [weak["place"] for weak in listed]
    assert places == sorted(places, reverse=True)


def test_the_command_names_the_weakest_first(place: Path, rulings: Rulings) -> None:
    books = ("--book", str(place), "--only")
    shown = rulings("phrasings", *books, "--kind", "ruling").out
    printed = rulings("phrasings", *books, "--kind", "ruling", "--limit", "1", "--json").json

    assert shown.startswith("CH-Q7  May it move?\n")
    assert "found  at place 2, behind CH-Q8; phrasings: none" in shown.splitlines()[1]
    weak = {"entry": "CH-Q7", "place": 2, "wrote": "May it move?", "before": ["CH-Q8"]}
    assert printed["weakest"] == [weak | {"phrasings": {}}]
