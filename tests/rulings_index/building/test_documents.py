"""What an entry is found by."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from running import Write

from rulings.lookup.links import cases_of
from rulings.reading.load import open_book
from rulings_index.building.documents import document_of, made_from, scale_of
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.text.analysis import PAIR

FORK = """
    forks:
      - id: CH-F1
        ask: {en: Which rank?, ja: どの段?}
        cases:
          - {when: {en: the last, ja: 最終段}, said: {en: [far edge]}, entry: CH 1.1}
          - {when: {en: another, ja: ほか}, entry: CH-Q1}
        sources: [{id: handbook}]
"""


@pytest.mark.parametrize(("phrasings", "scale"), [(0, -2), (30, -3)])
def test_entries_pass_for_longer_where_phrasings_are_few(
    write_book: Write, phrasings: int, scale: int
) -> None:
    book = open_book([write_book()])
    asked = {"en": ["x"] * phrasings}
    entry = replace(book.entries["CH 1.1"], title={"en": "x " * 350}, text={}, asked=asked)

    assert scale_of(book, [entry]) == scale


@pytest.mark.parametrize(("phrasings", "found"), [(0, True), (30, False)])
def test_an_entry_without_phrasings_is_found_by_what_is_said_of_its_case(
    write_book: Write, phrasings: int, *, found: bool
) -> None:
    book = open_book([write_book({"rules/forks.yaml": FORK})])
    entry = replace(book.entries["CH 1.1"], asked={"en": ["x"] * phrasings})
    cases = cases_of(book)
    document = document_of(book, entry, cases, Speech(book, "chess"))
    assert ("edg" in document.words) == found
    edited = made_from(book, entry, cases) != made_from(book, entry, {})
    assert edited == found, "only what holds the words of a fork is made anew with it"


@pytest.mark.parametrize(("asked", "pairs"), [([], set()), (["knight?"], {"a bishop"})])
def test_words_stand_in_pairs_where_an_entry_has_phrasings(
    write_book: Write, asked: list[str], pairs: set[str]
) -> None:
    book = open_book([write_book()])
    entry = book.entries["CH 1.1"]
    entry = replace(entry, title={"en": "A bishop"}, text={}, asked={"en": asked})

    words = document_of(book, entry, {}, Speech(book, "chess")).words

    assert {term[1:] for term in words if term[0] == PAIR} == pairs
