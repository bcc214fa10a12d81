"""What an entry is found by."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from running import Write

from rulings.reading.load import open_book
from rulings_index.building.documents import OTHER, bag_of, document_of, measure_of, scale_of
from rulings_index.lexicon.names import CONCEPT
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.text.analysis import PAIR


@pytest.mark.parametrize(("phrasings", "scale"), [(0, -2), (30, -3)])
def test_entries_pass_for_longer_where_phrasings_are_few(
    write_book: Write, phrasings: int, scale: int
) -> None:
    book = open_book([write_book()])
    asked = {"en": ["x"] * phrasings}
    entry = replace(book.entries["CH 1.1"], title={"en": "x " * 350}, text={}, asked=asked)

    assert scale_of([measure_of(book, entry)]) == scale


@pytest.mark.parametrize(("asked", "pairs"), [([], set()), (["knight?"], {"a bishop"})])
def test_words_stand_in_pairs_where_an_entry_has_phrasings(
    write_book: Write, asked: list[str], pairs: set[str]
) -> None:
    book = open_book([write_book()])
    entry = book.entries["CH 1.1"]
    entry = replace(entry, title={"en": "A bishop"}, text={}, asked={"en": asked})

    words = document_of(book, entry, Speech(book, "chess")).words

    assert {term[1:] for term in words if term[0] == PAIR} == pairs


def test_a_text_without_a_weight_of_its_own_is_searched_too(write_book: Write) -> None:
    book = open_book([write_book()])
    entry = replace(book.entries["CH 1.1"], title={}, text={}, why={"en": "gambit"}, asked={})

    assert document_of(book, entry, Speech(book, "chess")).words["gambit"] == OTHER


@pytest.mark.parametrize(
    ("named", "of", "is_constant"), [(3, 3, False), (4, 4, True), (20, 30, True), (19, 30, False)]
)
def test_what_most_of_enough_phrasings_name_is_constant(
    write_book: Write, named: int, of: int, is_constant: bool
) -> None:
    book = open_book([write_book()])
    asked = {"en": [*["a pawn?"] * named, *["who moves?"] * (of - named)]}
    entry = replace(book.entries["CH 1.1"], title={}, text={}, asked=asked)

    constants = document_of(book, entry, Speech(book, "chess")).constants()

    assert bool(constants) == is_constant


def test_the_things_that_a_text_names_are_in_order(write_book: Write) -> None:
    """So that every process indexes a book alike."""
    book = open_book([write_book()])
    text = "clock, pawn, chess"
    bag = bag_of(text, Speech(book, "chess"), stated=True, paired=False)
    named = [term for term in bag if term.startswith(CONCEPT)]

    assert len(named) > 1
    assert named == sorted(named)
