"""A call from when it is made to when it answers, above the book that comes with the program."""

from __future__ import annotations

import pytest
from running import Rulings


def called(rulings: Rulings, *words: str) -> str:
    """Keep a call; its id."""
    ran = rulings("call", *words)
    assert ran.code == 0, ran.err
    return ran.out.split()[0]


@pytest.fixture
def evening(rulings: Rulings) -> None:
    """An event of two rulesets."""
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "RAID")


@pytest.mark.usefixtures("evening")
def test_a_call_that_holds_enough_of_a_question_answers_it(rulings: Rulings) -> None:
    phones = called(rulings, "A phone rings", "--verdict", "A warning; twice: a game loss.")
    decks = called(rulings, "デッキを忘れた人は?", "--verdict", "貸し出しデッキで出る。")
    for asked, call in (
        ("Phone rang, what penalty?", phones),
        ("his mobile phone rang, game loss?", phones),
        ("デッキを忘れた、罰則は?", decks),
        ("デッキ忘れた人がいる、どうする?", decks),
    ):
        answer = rulings("search", asked, "--json").json
        assert (answer["certainty"], answer["hits"][0]["id"]) == ("answer", call), asked


@pytest.mark.usefixtures("evening")
def test_a_call_that_shares_a_word_with_a_question_is_no_answer(rulings: Rulings) -> None:
    called(rulings, "デッキを忘れた人は?", "--verdict", "貸し出しデッキで出る。")
    called(rulings, "May I use sleeves with a foil back?", "--verdict", "No.")
    for asked in (
        "ログインのパスワード忘れました",
        "can I get Reversal Energy back with Energy Retrieval or Super Rod",
    ):
        answer = rulings("search", asked, "--json").json
        first = answer["hits"][:1]
        is_call = bool(first) and first[0]["authority"] == "house"
        assert not (is_call and answer["certainty"] == "answer"), asked
