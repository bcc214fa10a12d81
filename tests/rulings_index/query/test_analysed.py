"""Questions as they are looked up."""

from __future__ import annotations

import pytest

from rulings_index.query.analysed import AnalysedQuery
from rulings_index.query.names import NameIndex
from rulings_index.text.readings import READING

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
