"""Which entries are hardest to find."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Rulings, Write

from rulings.reading.load import open_book
from rulings_index import open_index
from rulings_index.lab.weaknesses import unknown_words, weakest

TWINS = """
rulings:
  - id: CH-Q7
    title: {en: Zebra}
    question: {en: May the zebra move the tower?}
    answer: {en: Never.}
    authority: house
  - id: CH-Q8
    title: {en: Tower}
    question: {en: Where does it stand?}
    answer: {en: The zebra may move the tower into a corner.}
    authority: house
"""


@pytest.fixture
def place(write_book: Write) -> Path:
    return write_book({"rules/twins.yaml": TWINS})


def test_an_entry_is_weak_that_says_nothing_of_what_it_is_asked_by(
    place: Path, tmp_path: Path
) -> None:
    book, index = open_book([place]), open_index([place], cache_dir=tmp_path / "cache")
    found = {one.entry: one for one in weakest(book, index, {"CH-Q7", "CH-Q8"})}

    assert found["CH-Q7"].place > 1
    assert "CH-Q8" in found["CH-Q7"].before
    assert list(found) == sorted(found, key=lambda name: -found[name].place)
    assert weakest(book, index, set()) == []
    assert unknown_words(index, ["zebra quagga", "quagga"]) == {"quagga": 2}


def test_the_command_names_the_weakest_first(place: Path, rulings: Rulings) -> None:
    ran = rulings("phrasings", "--book", str(place), "--only", "--kind", "ruling")

    assert ran.code == 0, ran.err
    first = ran.out.index("CH-Q7  May the zebra")
    assert (
        "found  at place 3, behind CH-Q8, CH 1.1; phrasings: none"
        in ran.out[first:].splitlines()[1]
    )


def test_a_program_reads_the_same(place: Path, rulings: Rulings) -> None:
    books = ("--book", str(place), "--only")
    rulings("tonight", "--event", "Cup", *books)
    rulings("search", "quagga?", *books)

    printed = rulings("phrasings", *books, "--kind", "ruling", "--limit", "1", "--json").json

    wrote, before = "May the zebra move the tower?", ["CH-Q8", "CH 1.1"]
    weak = {"entry": "CH-Q7", "place": 3, "wrote": wrote, "before": before, "phrasings": {}}
    assert printed["weakest"] == [weak]
    assert (printed["unanswered"], printed["unknown_words"]) == (["quagga?"], {"quagga": 1})
