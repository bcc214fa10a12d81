"""Folding, tokens and English inflection, by data files."""

from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases
from hypothesis import example, given
from hypothesis import strategies as st

from rulings_index.text.analysis import PAIR, fold, fold_text, pairs, tokens
from rulings_index.text.stems import stem


@pytest.mark.parametrize("case", load_cases("folding.yaml"))
def test_folds(case: dict[str, Any]) -> None:
    assert fold_text(case["text"] or "") == (case["folded"] or "")


@pytest.mark.parametrize("case", load_cases("tokens.yaml"))
def test_cuts_and_weighs(case: dict[str, Any]) -> None:
    weights = {token.text: token.weight for token in tokens(fold(case["text"]))}
    assert weights == {text: float(weight) for text, weight in (case["tokens"] or {}).items()}


@pytest.mark.parametrize(
    ("text", "side_by_side"),
    [
        ("last player's first turn", ["last player", "player first", "first turn"]),
        ("2 cards. Draw, then", ["2 card"]),
        ("exをもつ ex GX", ["ex gx"]),
        ("毒とやけど", []),
    ],
)
def test_pairs_of_latin_words(text: str, side_by_side: list[str]) -> None:
    texts = [pair.text for pair in pairs(tokens(fold(text)))]
    assert texts == [PAIR + pair for pair in side_by_side]


@pytest.mark.parametrize("case", load_cases("stems.yaml"))
def test_inflection(case: dict[str, Any]) -> None:
    if "same" in case:
        assert len({stem(word) for word in case["same"]}) == 1, list(map(stem, case["same"]))
    else:
        words = case["different"]
        assert len({stem(word) for word in words}) == len(words)


@given(st.text())
def test_every_folded_character_knows_where_it_stood(text: str) -> None:
    folded = fold(text)
    assert len(folded.scripts) == len(folded.text) == len(folded.offsets) - 1
    assert list(folded.offsets) == sorted(folded.offsets)
    assert folded.offsets[-1] == len(text)
    for token in tokens(folded):
        start, end = folded.span(token.start, token.end)
        assert 0 <= start <= end <= len(text)


@example("㌀")
@given(st.text() | st.text(alphabet="アパート㌀あ毒a1 ", max_size=8))
def test_folding_twice_changes_nothing_that_is_searched(text: str) -> None:
    once = fold_text(text)
    cut = {token.text for token in tokens(fold(text))}
    again = {token.text for token in tokens(fold(once))}
    assert again == cut or "'" in once or "-" in once
