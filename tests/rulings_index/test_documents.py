"""What an entry is found by."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from running import Write

from rulings.loading import open_book
from rulings_index.documents import Bagger, Game, document_of, scale_of


@pytest.mark.parametrize(
    ("text", "asked"),
    [("手札は7枚。", "何枚"), ("最大五人まで", "何人"), ("7 cards", ""), ("CR 310.4b", "")],
)
def test_a_number_answers_how_many(write_book: Write, text: str, asked: str) -> None:
    bag = Bagger(Game(open_book([write_book()]), "chess")).bag(text, stated=True)

    assert [term for term in bag if term.startswith("何")] == ([asked] if asked else [])


@pytest.mark.parametrize(("phrasings", "scale"), [(0, -2), (30, -3)])
def test_entries_pass_for_longer_where_phrasings_are_few(
    write_book: Write, phrasings: int, scale: int
) -> None:
    book = open_book([write_book()])
    asked = {"en": ["x"] * phrasings}
    entry = replace(book.entries["CH 1.1"], title={"en": "x" * 700}, text={}, asked=asked)
    assert scale_of(book, [entry]) == scale


@pytest.mark.parametrize(("phrasings", "found"), [(0, True), (30, False)])
def test_an_entry_without_phrasings_is_found_by_what_is_said_of_its_case(
    write_book: Write, phrasings: int, *, found: bool
) -> None:
    fork = """
        forks:
          - id: CH-F1
            ask: {en: Which rank?, ja: どの段?}
            cases:
              - {when: {en: the last, ja: 最終段}, said: {en: [far edge]}, entry: CH 1.1}
              - {when: {en: another, ja: ほか}, entry: CH-Q1}
            sources: [{id: handbook}]
    """
    book = open_book([write_book({"rules/forks.yaml": fork})])
    entry = replace(book.entries["CH 1.1"], asked={"en": ["x"] * phrasings})
    document = document_of(book, entry, Bagger(Game(book, "chess")))
    assert ("edg" in document.words) == found
