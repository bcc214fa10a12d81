"""What an entry is found by."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from running import Write

from rulings.lookup.links import cases_of
from rulings.reading.load import open_book
from rulings_index.building.documents import Bagger, document_of, made_from, style_of
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


@pytest.mark.parametrize(
    ("text", "asked"),
    [("手札は7枚。", "何枚"), ("最大五人まで", "何人"), ("7 cards", ""), ("CR 310.4b", "")],
)
def test_a_number_answers_how_many(write_book: Write, text: str, asked: str) -> None:
    speech = Speech(open_book([write_book()]), "chess")
    bag = Bagger(speech, pairs=False).bag(text, stated=True)

    assert [term for term in bag if term.startswith("何")] == ([asked] if asked else [])


@pytest.mark.parametrize(("phrasings", "scale", "pairs"), [(0, -2, False), (30, -3, True)])
def test_entries_pass_for_longer_and_need_no_pairs_where_phrasings_are_few(
    write_book: Write, phrasings: int, scale: int, *, pairs: bool
) -> None:
    book = open_book([write_book()])
    asked = {"en": ["x"] * phrasings}
    entry = replace(book.entries["CH 1.1"], title={"en": "x " * 350}, text={}, asked=asked)

    style = style_of(book, [entry])
    document = document_of(book, entry, {}, Bagger(Speech(book, "chess"), pairs=style.pairs))

    assert style == (scale, pairs)
    assert any(term[0] == PAIR for term in document.words) == pairs


@pytest.mark.parametrize(("phrasings", "found"), [(0, True), (30, False)])
def test_an_entry_without_phrasings_is_found_by_what_is_said_of_its_case(
    write_book: Write, phrasings: int, *, found: bool
) -> None:
    book = open_book([write_book({"rules/forks.yaml": FORK})])
    entry = replace(book.entries["CH 1.1"], asked={"en": ["x"] * phrasings})
    cases = cases_of(book)
    document = document_of(book, entry, cases, Bagger(Speech(book, "chess"), pairs=True))
    assert ("edg" in document.words) == found
    edited = made_from(book, entry, cases) != made_from(book, entry, {})
    assert edited == found, "only what holds the words of a fork is made anew with it"
