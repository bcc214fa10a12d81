"""Questions as they are looked up."""

from __future__ import annotations

import pytest

from rulings_index.lexicon.names import CONCEPT, NameIndex, collect
from rulings_index.query.analysed import AnalysedQuery, clause_that_asks
from rulings_index.text.sounds import READING
from rulings_index.weights import CUE_WEIGHT, NAME_WEIGHT, NESTED_NAME

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

    words = [term.text for term in question.essential if not term.text.startswith(READING)]
    assert words == plain


@pytest.mark.parametrize("typed", ["duel boy koukan", "デュエル koukan"])
def test_a_question_in_romaji_may_name_its_ruleset_as_it_is_printed(typed: str) -> None:
    question = AnalysedQuery(typed, collect([("ruleset:duel", ["Duel Boy", "デュエル"])]))

    assert question.cues == {"ruleset:duel"}
    assert {READING + "こう", READING + "うか"} <= question.terms.keys()


def test_a_misspelt_ruleset_is_named_as_if_it_were_spelt_right() -> None:
    forms = collect([("ruleset:duel", ["Duel Boy Pocket"])])
    words = ("duel", "boy", "pocket", "hand")

    question = AnalysedQuery(
        "my hand in duel boy poket", forms, words.__contains__, lambda _: words
    )

    assert question.cues == {"ruleset:duel"}
    assert [term.text for term in question.essential] == ["my", "hand", "in"]


def test_long_vowels_in_latin_letters_are_looked_up_as_kana_and_as_the_mark_for_them() -> None:
    question = AnalysedQuery("sutandaado toushi", NameIndex())

    sounds = {term.removeprefix(READING) for term in question.terms}
    assert {"あど", "だど", "とう", "とし"} <= sounds


@pytest.mark.parametrize(
    ("typed", "counts"),
    [("zebra", True), ("zebra, how many cards?", False), ("a striped zebra card", True)],
)
def test_what_is_called_as_the_game_is_not_asked_for_where_that_is_named(
    typed: str, *, counts: bool
) -> None:
    game, term = "game:zebra", "term:zebra/zebra"
    forms = collect([(game, ["Zebra"]), (term, ["zebra", "striped zebra"])])

    question = AnalysedQuery(typed, forms)

    assert (CONCEPT + term in question.terms) == counts
    assert question.terms[CONCEPT + game].weight == CUE_WEIGHT
    assert question.cues == {game}


@pytest.mark.parametrize(
    ("typed", "expected", "cues"),
    [
        ("four players, who starts?", (), {"ruleset:royal"}),
        ("a raid with four players, who starts?", (), {"ruleset:raid"}),
        ("レイドの4人対戦、先攻は誰?", (), {"ruleset:raid"}),
        ("no raid, just four players, who starts?", (), {"ruleset:royal"}),
        ("the royal or a raid, who starts?", (), {"ruleset:royal", "ruleset:raid"}),
        ("four players, who starts?", ("ruleset:raid",), set()),
        ("the royal, who starts?", ("ruleset:raid",), {"ruleset:royal"}),
    ],
)
def test_a_number_of_players_names_a_ruleset_only_where_nothing_else_does(
    typed: str, expected: tuple[str, ...], cues: set[str]
) -> None:
    royal = ("ruleset:royal", ["the royal", "four players", "4人対戦"])
    forms = collect([royal, ("ruleset:raid", ["raid", "レイド"])])

    assert AnalysedQuery(typed, forms, expected=expected).cues == cues


def test_a_name_within_a_longer_one_counts_less() -> None:
    forms = collect([("card:rope", ["Escape Rope"]), ("term:rope", ["rope"])])

    question = AnalysedQuery("the escape rope", forms)

    assert question.terms[CONCEPT + "card:rope"].weight == NAME_WEIGHT
    assert question.terms[CONCEPT + "term:rope"].weight == NESTED_NAME


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("May I attack?", ""),
        ("We sat down. May I attack? He says no.", "May I attack?"),
        ("May I attack? Or retreat?", "Or retreat?"),
        ("Rule 310.4 is odd. Tell me why", "Tell me why"),
        ("友達が怒ってます。攻撃していい?だめ?もう帰る。", "だめ?"),
        ("友達が怒ってます。攻撃していい？だめ？もう帰る！", "だめ？"),
        ("友達が怒ってます！攻撃していいですか", "攻撃していいですか"),
    ],
)
def test_the_sentence_that_asks(text: str, clause: str) -> None:
    assert clause_that_asks(text) == clause
