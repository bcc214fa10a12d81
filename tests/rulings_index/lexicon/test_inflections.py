"""Words of German, French and Spanish are found in their other forms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from running import Write

from rulings.reading.load import open_book
from rulings_index import open_index
from rulings_index.lexicon.inflections import inflections

BOOKS = {
    "de": (
        {
            "Anlegen": "Jedes Schiff muss am Steg anlegen. Zwei Schiffe liegen längs.",
            "Lager": "In den Häusern am Hafen lagert die Ware. Eine Karte kostet eine Münze.",
            "Strassen": "Eine Strasse fuehrt zum Leuchtturm. Die Größe zählt.",
        },
        {
            **{"anlegen mit 3 schiffen": "1.1", "was lagert im haus": "1.2"},
            **{"was kosten Karten": "1.2", "muenzen": "1.2", "haeuser": "1.2", "laengs": "1.1"},
            **{"Straßen": "1.3", "groessen": "1.3", "führt": "1.3", "zaehlt": "1.3"},
        },
    ),
    "fr": (
        {
            "Accoster": "Chaque navire accoste au quai. Le cheval reste à bord.",
            "Payer": "Une pièce par carte retournée. Le joueur paie avant de jouer.",
        },
        {"trois navires accostent": "1.1", "les cartes retournées": "1.2"},
    ),
    "es": (
        {
            "Atracar": "Cada barco debe atracar en el muelle grande.",
            "Pagar": "El jugador paga una moneda por cada carta.",
        },
        {"atracan tres barcos en muelles": "1.1", "pagan monedas": "1.2"},
    ),
}


@pytest.fixture
def book_in(write_book: Write) -> Callable[[str], Path]:
    """Writes a book in a language with the clauses of `BOOKS`."""

    def write(code: str) -> Path:
        ruleset = f"""
            ruleset:
              {{id: chess-rules, prefix: CH, game: chess, name: {{{code}: x}}, edition: "2024",
              languages: [{code}], sections: [{{id: CH 1, title: {{{code}: x}}}}]}}
            sources: [{{id: handbook, title: {{{code}: x}}}}]
            """
        clauses = "".join(
            f"  - {{id: CH 1.{number}, title: {{{code}: {title}}}, text: {{{code}: '{text}'}}, "
            "authority: official, sources: [{id: handbook}]}\n"
            for number, (title, text) in enumerate(BOOKS[code][0].items(), 1)
        )
        empty = {"rules/rulings.yaml": "rulings: []\n", "cards.yaml": "cards: []\n"}
        return write_book(
            {"rules/ruleset.yaml": ruleset, "rules/clauses.yaml": f"clauses:\n{clauses}", **empty}
        )

    return write


@pytest.mark.parametrize("code", BOOKS)
def test_other_forms_find_it(book_in: Callable[[str], Path], code: str) -> None:
    index = open_index([book_in(code)])

    for question, number in BOOKS[code][1].items():
        results = index.search(question)
        assert (results.hits or results.nearest)[0].id == f"CH {number}", question


def test_words_of_grammar_decide_nothing(book_in: Callable[[str], Path]) -> None:
    index = open_index([book_in("de")])

    plain, asked = index.search("Münze"), index.search("wie ist die Münze gegen die meine")
    assert (asked.certainty, asked.hits[0].id) == (plain.certainty, "CH 1.2")


@pytest.mark.parametrize("word", ["Boot", "Boote", "Booten"])
def test_every_form_of_an_alias_is_known(book_in: Callable[[str], Path], word: str) -> None:
    book = book_in("de")
    (book / "rules" / "terms.yaml").write_text(
        "terms:\n  - {id: ship, name: {de: Schiff}, aliases: {de: [Boot]}}\n"
    )
    results = open_index([book]).search(word)
    assert (results.hits or results.nearest)[0].id == "CH 1.1"


def test_forms_lead_to_the_shortest(book_in: Callable[[str], Path]) -> None:
    forms = inflections(open_book([book_in("de")]), "chess")
    assert forms["schiffen"] == "schiff"
    assert forms["haus"] == forms["hauser"] == "hausern"  # which stands in the book
    assert not forms.keys() & set(forms.values()), "no form leads on to a third"


def test_a_book_in_english_and_japanese_has_none(write_book: Write) -> None:
    assert inflections(open_book([write_book()]), "chess") == {}
