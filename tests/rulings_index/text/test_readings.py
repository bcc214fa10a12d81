"""How Japanese text sounds, for questions in kana."""

from __future__ import annotations

import pytest

from rulings_index.lexicon import wordlists
from rulings_index.lexicon.names import NameIndex
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.text.analysis import HEARD, fold_text
from rulings_index.text.readings import sounds, words


def test_readings_are_folded_as_questions_are() -> None:
    """A reading with a small kana would meet no question: つ stands for っ there."""
    listed = wordlists.readings()
    written = [*listed, *(reading for found in listed.values() for reading in found)]
    assert [one for one in written if fold_text(one) != one] == []


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
    found = {*sounds(fold_text(stated), wordlists.readings())}
    question = AnalysedQuery(asked, NameIndex(), is_known=found.__contains__)

    assert {term for term in question.terms if term in found} >= {HEARD + fold_text(asked)}


def test_a_word_is_heard_as_a_whole_only_without_kanji() -> None:
    everything = AnalysedQuery("じゅんびの時", NameIndex(), is_known=lambda _: True)
    assert not any(term.startswith(HEARD) for term in everything.terms)


def test_a_run_of_kana_may_hold_words_of_three_to_ten() -> None:
    assert [one.removeprefix(HEARD) for one in words("さいふか な")] == [
        "さいふ",
        "さいふか",
        "いふか",
    ]
    assert max(map(len, words("あ" * 40))) == len(HEARD) + 10
