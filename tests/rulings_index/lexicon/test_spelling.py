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

    corrections = spelling.corrections(
        folded,
        names.find(folded, FORMS),
        lambda word: stem(word) in KNOWN,
        lambda letter: [word for word in KNOWN if word.startswith(letter)],
    )

    assert spelling.apply(folded.text, corrections) == (case["taken_for"] or "")


@pytest.mark.parametrize(
    ("word", "meant", "is_slip"),
    [
        ("rope", "rope", False),
        ("escpae", "escape", True),
        ("stadum", "stadium", True),
        ("staddium", "stadium", True),
        ("stadiun", "stadium", True),
        ("price", "prize", False),
        ("rope", "ropes", True),
        ("ropse", "rope", True),
        ("wezin", "weeezing", False),
    ],
)
def test_a_slip_is_one_letter(word: str, meant: str, *, is_slip: bool) -> None:
    assert spelling.is_slip(word, meant) == is_slip
    assert spelling.is_slip(meant, word) == is_slip


def test_a_suggestion_is_written_as_the_book_writes_it() -> None:
    typed = "Escpae Rope の毒"
    slips = [(0, 6, "escap")]

    suggestion = spelling.as_typed(typed, fold(typed), slips, ["the rope", "An Escape Rope"])

    assert suggestion == "Escape Rope の毒"
    assert spelling.as_typed("Escpae", fold("Escpae"), slips, ["nothing"]) == ""
