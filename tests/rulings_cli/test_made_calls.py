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


@pytest.mark.usefixtures("evening")
def test_a_call_stands_above_the_open_point_that_it_answers(rulings: Rulings) -> None:
    ran = rulings("call", "a second copy of the same Stadium: allowed?", "--verdict", "No.")
    call = ran.out.split()[0]

    assert "In place of BR-O6: A second Stadium of the same name\n" in ran.out
    for asked in ("同じ名前のスタジアムを2枚目に出せる?", "same stadium name twice"):
        answer = rulings("search", asked, "--json").json
        assert (answer["certainty"], answer["hits"][0]["id"]) == ("answer", call), asked

    again = rulings("call", "a second Stadium of the same name?", "--verdict", "No, really.")
    assert again.out.splitlines()[1:] == [
        "In place of BR-O6: A second Stadium of the same name",
        f"{call} also speaks of BR-O6: No.",
    ]
    other = rulings("call", "Who goes first?", "--verdict", "Flip.", "--overrules", "BR-Q18")
    assert "BR-O6" not in other.out


@pytest.mark.usefixtures("evening")
def test_what_no_open_point_answers_is_tied_to_none(rulings: Rulings) -> None:
    for asked in ("A phone rings: twice", "when does the poison of an eliminated player end"):
        assert len(rulings("call", asked, "--verdict", "A warning.").out.splitlines()) == 1, asked


@pytest.mark.usefixtures("evening")
def test_earlier_calls_on_its_card_are_named(rulings: Rulings) -> None:
    card = ("--card", "Escape Rope")
    first = called(rulings, "No Bench at all?", "--verdict", "Stays Active.", *card)
    gone = called(rulings, "Three players?", "--verdict", "One of them.", *card)
    rulings("calls", "withdraw", gone, "--why", "Asked again.")

    ran = rulings("call", "ヒモで誰が選ぶ?", "--verdict", "出した人。", *card)

    assert ran.out.splitlines()[1:] == [
        f"{first} も「あなぬけのヒモ」についての裁定です: Stays Active."
    ]
