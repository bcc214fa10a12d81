from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases
from named import FORMS, KNOWN

from rulings_index.lexicon import names, spelling
from rulings_index.text.analysis import fold
from rulings_index.text.stems import stem


@pytest.mark.parametrize("case", load_cases("spelling.yaml"))
def test_misspelt_words(case: dict[str, Any]) -> None:
    folded = fold(case["typed"] or "")

    found = spelling.corrections(
        folded,
        names.find(folded, FORMS),
        FORMS,
        lambda word: stem(word) in KNOWN,
        lambda letter: [word for word in KNOWN if word.startswith(letter)],
    )

    assert spelling.apply(folded.text, found) == (case["taken_for"] or "")


@pytest.mark.parametrize(
    ("one", "other", "replaced", "slips"),
    [
        ("rope", "rope", 1, 0),
        ("escpae", "escape", 2, 1),
        ("stadum", "stadium", 2, 1),
        ("price", "prize", 2, 2),
        ("price", "prize", 1, 1),
        ("またどかす", "またどがす", 2, 1),
        ("abc", "", 1, 3),
    ],
)
def test_slips_between_words(one: str, other: str, replaced: int, slips: int) -> None:
    assert spelling.distance(one, other, 9, replaced) == slips
    assert spelling.distance(other, one, 9, replaced) == slips


def test_a_suggestion_is_written_as_the_book_writes_it() -> None:
    folded = fold("Escpae Rope のマタドカス")
    found = [(0, 6, "escap"), (13, 18, "またどがす")]

    said = spelling.as_typed(
        "Escpae Rope のマタドカス", folded, found, ["An Escape Rope", "マタドガス"]
    )

    assert said == "Escape Rope のマタドガス"
    assert spelling.as_typed("Escpae", fold("Escpae"), found[:1], ["nothing"]) == ""
