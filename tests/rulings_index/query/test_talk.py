"""What is said around a question, how politely and by whom, counts for nothing."""

from __future__ import annotations

import pytest

from rulings import open_book
from rulings.format.model import Fork
from rulings.reading.book import BUILT_IN_BOOK
from rulings.reading.book_files import texts_in
from rulings_index import Index
from rulings_index.lexicon import names, wordlists
from rulings_index.query.analysed import AnalysedQuery

FORMS = names.collect([("card:judge", ["Judge"]), *wordlists.topics("any")])


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


def test_no_words_of_our_cases_are_talk() -> None:
    """They are looked for in what is left of a question."""
    entries = open_book([BUILT_IN_BOOK]).entries.values()
    forks = [entry for entry in entries if isinstance(entry, Fork)]
    said = {phrase for fork in forks for case in fork.cases for _, phrase in texts_in(case.said)}
    talk = [key for key, concepts in FORMS.items() if concepts[0].startswith(names.TALK)]

    keys = {phrase: names.key_of(phrase) + " " for phrase in said}
    assert [phrase for phrase, key in keys.items() for spoken in talk if spoken + " " in key] == []
