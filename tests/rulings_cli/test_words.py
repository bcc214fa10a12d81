"""The words of pages, sheets and sites in the language of a book."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import DATA

from rulings.checks import run
from rulings.format.words import WORDS, bring
from rulings.languages import SPOKEN
from rulings.reading.load import load_book
from rulings_cli.html.selection import select
from rulings_cli.places.opening import open_to_publish
from rulings_cli.sheets.request import SheetRequest
from rulings_cli.site.site import Site

BLANKS = re.compile(r"\{\w*\}|#")
ALL = {name: f"«{name}»{''.join(BLANKS.findall(words['en']))}" for name, words in WORDS.items()}


@pytest.fixture(autouse=True)
def no_words_left() -> Iterator[None]:
    yield
    bring({})


def book_with(words: dict[str, str], folder: Path) -> Path:
    text = (DATA / "french.yaml").read_text("utf-8")
    book = json.dumps({"title": {"fr": "Belote"}, "words": {"fr": words}}, ensure_ascii=False)
    (folder / "book.yaml").write_text(f"book: {book}\n{text}", "utf-8")
    return folder


def faults_of(folder: Path) -> list[tuple[str, str]]:
    return [(problem.code, problem.message) for problem in run(load_book([folder]))]


def site_of(folder: Path) -> dict[str, str]:
    selection = select(open_to_publish([folder]), (), None)
    return Site(selection).files()


def test_a_book_brings_every_word_of_its_pages_and_sheets(tmp_path: Path) -> None:
    book = book_with(ALL, tmp_path)
    pages = [text for path, text in site_of(book).items() if path.endswith(".html")]
    sheet = SheetRequest(["BX"], [book], language="fr").make("md").content.decode()
    shown = re.sub(r"(?s)<script.*?</script>", "", "\n".join([*pages, sheet]))

    assert "«search»" in shown
    assert "«sources»" in sheet
    assert [w["en"] for w in WORDS.values() if f">{w['en']}<" in shown] == []
    assert faults_of(book) == []


def test_english_stands_in_for_words_that_are_missing_or_cannot_be_used(tmp_path: Path) -> None:
    book = book_with({"home": "Accueil", "replaced_by": "remplacé", "serch": "x"}, tmp_path)
    index = site_of(book)["index.html"]

    assert "Accueil" in index
    assert ">Search<" in index
    assert set(WORDS["replaced_by"]) == set(SPOKEN)
    assert faults_of(book) == [
        ("B903", "'replaced_by' needs {book}, as the English words have"),
        ("B903", "'serch' is no word of pages and sheets; correct the name"),
    ]


def test_the_words_of_one_book_are_not_those_of_the_next(tmp_path: Path) -> None:
    open_to_publish([book_with(ALL, tmp_path)])
    open_to_publish([DATA / "french.yaml"])

    assert {code for words in WORDS.values() for code in words} == set(SPOKEN)
