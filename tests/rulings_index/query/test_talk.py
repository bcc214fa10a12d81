"""What is said around a question, how politely and by whom, counts for nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulings import open_book
from rulings_index import Index
from rulings_index.lexicon import names, wordlists
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.query.analysed import AnalysedQuery

CARDS = [("card:judge", ["Judge"]), ("card:bet", ["Not Sure Bet"])]
FORMS = names.collect([*CARDS, (names.TALK, wordlists.talk())])


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Excuse me judge, who draws first?", "who draws first?"),
        ("Who draws first? Thanks in advance!", "Who draws first?"),
        ("He says who draws first?", "who draws first?"),
        ("すみません、質問なんですけど、だれが引く?", "だれが引く?"),
        ("だれが引くのか教えてください", "だれが引くのか"),
        ("だれひく?よろしくお願いします", "だれひく?"),
    ],
)
def test_talk_is_not_looked_up(typed: str, plain: str) -> None:
    asked, alone = AnalysedQuery(typed, FORMS), AnalysedQuery(plain, FORMS)

    assert asked.terms == alone.terms
    assert asked.essential == alone.essential
    assert not asked.topics


def test_talk_within_a_name_of_the_book_is_no_talk() -> None:
    asked = AnalysedQuery("I'm not sure: what does Not Sure Bet do?", FORMS)

    assert names.CONCEPT + "card:bet" in asked.terms
    assert {"bet", "sur"} <= asked.terms.keys()


def test_a_question_of_nothing_but_talk_is_looked_up_as_it_stands() -> None:
    assert AnalysedQuery("教えてください", FORMS).essential


@pytest.mark.parametrize(
    ("question", "manners"),
    [
        (
            "10 HP left, poisoned and burned: who takes the prize?",
            ["Sorry to bother you. {}", "{} Thank you!", "Judge please! {}", "I was wondering: {}"],
        ),
        (
            "バトルロイヤルでジャッジマンは4人全員に効く?",
            ["ジャッジさん、{}", "確認したいんですが、{}", "{}教えてください", "{}自信がなくて"],
        ),
    ],
)
def test_the_manner_of_a_question_changes_no_answer(
    index: Index, question: str, manners: list[str]
) -> None:
    plain = index.search(question)

    for manner in manners:
        results = index.search(manner.format(question))
        assert (results.certainty, results.hits[0].id) == ("answer", plain.hits[0].id), manner


def test_words_of_a_case_are_no_talk(write_book: Callable[..., Path]) -> None:
    sleeves = """
forks:
  - id: CH-F1
    ask: {en: Which day is it?}
    asked: {en: [what sleeves]}
    cases:
      - {when: {en: Saturday}, said: {en: [on Saturday]}, entry: CH-Q1}
      - {when: {en: Sunday}, entry: CH 1.1}
"""
    book = open_book([write_book({"rules/forks.yaml": sleeves})])

    forms = Speech(book, "chess").forms

    assert names.TALK in forms[names.key_of("on Sunday")]
    assert names.key_of("on Saturday") not in forms
