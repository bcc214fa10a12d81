"""Questions as they are looked up."""

from __future__ import annotations

import pytest

from rulings_index.lexicon.names import CONCEPT, NameIndex, collect
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.storage.document_weights import TUNED
from rulings_index.text.readings import READING
from rulings_index.weights import NAME_OF_GAME

KNOWN = ("battl", "ban", "hp", "made")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("4nin sen 2banme saisho no ban", ["4", "2"]),
        ("CR 310.8f battle wa dare ga mamoru", ["310.8f", "battl"]),
        ("HP20 doku to yakedo saido wa dare", ["hp20", "hp", "20"]),
        ("tsugi no ban made", []),
    ],
)
def test_of_romaji_only_numbers_and_words_of_the_book_mean_what_they_say(
    typed: str, plain: list[str]
) -> None:
    question = AnalysedQuery(typed, NameIndex(), lambda word: word.rstrip("e") in KNOWN)

    for reading in question.interpretations:
        said = [term.text for term in reading if not term.text.startswith(READING)]
        assert said == plain


@pytest.mark.parametrize(
    ("typed", "weight"),
    [("zebra", 0.9), ("zebra, how many cards?", NAME_OF_GAME), ("a striped zebra card", 0.9)],
)
def test_what_is_called_as_the_game_counts_little_where_that_is_named(
    typed: str, weight: float
) -> None:
    rules = ["game:zebra", "term:zebra/zebra"]
    forms = collect([(rules[0], ["Zebra"]), (rules[1], ["zebra", "striped zebra"])])

    question = AnalysedQuery(typed, forms, manner=TUNED._replace(name=0.9))

    assert question.terms[CONCEPT + rules[1]].weight == weight
    assert question.cues == {rules[0]}
