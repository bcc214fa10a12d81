"""How Japanese text sounds, for questions in kana and in Latin letters."""

from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases
from hypothesis import given
from hypothesis import strategies as st

from rulings_index.lexicon import wordlists
from rulings_index.text.analysis import fold_text
from rulings_index.text.sounds import grams, sounds, to_kana


@pytest.mark.parametrize("case", load_cases("romaji.yaml"))
def test_romaji(case: dict[str, Any]) -> None:
    assert to_kana(case["latin"]) == case["kana"]


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzāīūēō'", max_size=30))
def test_romaji_never_fails(word: str) -> None:
    kana = to_kana(word)
    assert kana is None or not kana.isascii() or not word


def test_readings_are_folded_as_questions_are() -> None:
    """Questions are folded with つ for っ, so a reading with a small kana would never be found."""
    written = [word for pair in wordlists.readings().items() for word in pair]
    assert [word for word in written if fold_text(word) != word] == []


@pytest.mark.parametrize(
    ("stated", "asked"),
    [
        ("準備で混ぜ忘れた", "じゅんび"),
        ("繰り返して突破する", "とっぱ"),
        ("審判に聞く", "しんぱん"),
        ("2人で遊ぶ", "ふたり"),
        ("二人で遊ぶ", "ふたり"),
        ("最後に戦う", "さいご"),
    ],
)
def test_a_word_in_kana_is_the_word_in_kanji(stated: str, asked: str) -> None:
    assert {*grams(fold_text(asked))} <= {*sounds(fold_text(stated), wordlists.readings())}
