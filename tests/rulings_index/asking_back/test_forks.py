"""Asking back: a fork where the question leaves the case open, and none where it names it."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from cases import load_cases
from running import Write
from small_rulesets import write_ruleset

from rulings.format.model import Case, Fork
from rulings.lookup.event import Event
from rulings.reading.load import open_book
from rulings_index import Index, open_index
from rulings_index.asking_back.forks import case_words_of
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.results import Results


@pytest.mark.parametrize("case", load_cases("forks.yaml"))
def test_nothing_is_asked_back_where_the_question_names_its_case(
    index: Index, case: dict[str, object]
) -> None:
    results = index.search(str(case["query"]))

    assert results.fork is None, asked(results)
    best, *_ = results.hits or results.nearest
    assert best.id in case["entry"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("query", "fork", "entries"),
    [
        ("前のポケモンが気絶した。次はいつ出す?", "BR-F20", {"BR 8.2", "BR 8.2a"}),
        ("poisoned and burned, who takes the Prize", "BR-F19", {"BR-Q22", "BR-Q23"}),
        ("poisoned and burned KO, who takes the Prize", "BR-F19", {"BR-Q22", "BR-Q23"}),
        ("Judge in a raid", "RAID-F86", {"RAID-Q6", "RAID 7.5"}),
        ("Escape Rope in a raid", "RAID-F87", {"RAID-Q11", "RAID 7.5"}),
        ("ロストゾーンに送る途中でボスの山札が足りない", "RAID-F24", {"RAID 9.2", "RAID 10.4"}),
        ("ボスのトラッシュも空で山札もない、全部ロスト", "RAID-F52", {"RAID 10.4", "RAID-O23"}),
        ("My permanent became a copy of a battle", "CR-F30", {"CR-Q3", "CR 310.4c"}),
        ("レイドだとサポートって何枚まで?", "RAID-F4", {"RAID 6.4", "RAID 7.4"}),
        # a fork without phrasings
        (
            "we must use the proposal. My two Actives attack the same Pokémon",
            "BR-F66",
            {"BR-V2", "BR 5.2a"},
        ),
        # the best hit is on a card that nobody named, so the other card is asked for too
        (
            "Battle Royal, I play a card that switches. "
            "Both of her Active Spots are empty, what comes up?",
            "BR-F102",
            {"BR-Q15", "BR-Q20"},
        ),
        # it quotes the card, whose words leave the fact out
        (
            'Battle Royal: the text says "your Active Pokémon" but I have two. Which one counts?',
            "BR-F29",
            {"BR 11.2", "BR 11.2a"},
        ),
        # words of another case, although its number is that of the entry
        ("残りHP30でやけどだけ、サイドは誰", "BR-F18", {"BR 8.1a", "BR-Q23"}),
        # no entry is as near as the fork
        ("Duel Boy: am I allowed to sort these cards", "DB-F47", {"DB 4.4", "DB 4.4a"}),
        # words of a case of another fork, "comes in", but the question is nearer to this one
        (
            "A new battle comes in. Whom can I pick as its protector?",
            "CR-F45",
            {"CR 310.11a", "CR 310.8a"},
        ),
    ],
)
def test_where_the_case_is_open_the_fork_is_put(
    index: Index, query: str, fork: str, entries: set[str]
) -> None:
    results = index.search(query)

    assert results.fork is not None
    assert results.fork.id == fork
    assert entries <= {case.entry for case in results.fork.cases}
    assert all(case.verdict["ja"] and case.when["ja"] for case in results.fork.cases)


def test_a_case_that_leads_to_another_fork_shows_what_that_one_leads_to(index: Index) -> None:
    results = index.search("4番手 初ターン 進化 だめ?")

    assert "BR-F6" not in asked(results)


@pytest.mark.parametrize(
    ("query", "others"),
    [
        ("自分の番の途中で前のポケモンが気絶。すぐ次を出す?", {"BR 8.2"}),
        ("スタジアムがもう2枚出ているところに3枚目を出したい", {"BR 7.1"}),
    ],
)
def test_the_other_cases_are_named_where_the_question_settles_its_own(
    index: Index, query: str, others: set[str]
) -> None:
    results = index.search(query)

    assert results.fork is None
    assert others <= {case.entry for case in results.others}


def test_forks_in_a_circle_end(tmp_path: Path) -> None:
    write_ruleset(tmp_path / "g" / "one", "ONE")
    circle = "forks:\n" + "".join(
        f"  - id: ONE-F{number}\n    ask: {{en: Which?, ja: どれ?}}\n    cases:\n"
        f"      - {{when: {{en: a, ja: あ}}, entry: ONE 1}}\n"
        f"      - {{when: {{en: b, ja: い}}, entry: ONE-F{3 - number}}}\n"
        for number in (1, 2)
    )
    (tmp_path / "g" / "one" / "forks.yaml").write_text(circle, encoding="utf-8")
    index = open_index([tmp_path], cache_dir=tmp_path / "cache")

    assert index.search("Drawing cards at the start").hits


def test_a_fork_whose_cases_are_of_one_entry_is_put(tmp_path: Path) -> None:
    write_ruleset(tmp_path / "g" / "one", "ONE")
    fork = (
        "forks:\n  - id: ONE-F1\n    ask: {en: Did you win the toss?}\n"
        "    asked: {en: [how many do I start with]}\n    cases:\n"
        "      - {when: {en: toss won}, "
        "verdict: {en: Five.}, entry: ONE 1}\n"
        "      - {when: {en: toss lost}, "
        "verdict: {en: Six.}, entry: ONE 1}\n"
    )
    (tmp_path / "g" / "one" / "forks.yaml").write_text(fork, encoding="utf-8")
    index = open_index([tmp_path], cache_dir=tmp_path / "cache")

    assert asked(index.search("how many do I start with")) == ["ONE 1", "ONE 1"]


def test_a_case_within_which_a_fork_is_open_is_not_said_to_hold(index: Index) -> None:
    results = index.search("the boss used Agatha, 4 of us and 9 counters on it")

    assert results.hits[0].id == "RAID-Q10"
    assert results.case is None, "no words of a case say that 9 are too few"


LAMPS = """
forks:
  - id: ONE-F1
    ask: {en: Which lamp draws?}
    asked: {en: [how many does my lamp draw, what does the light give me]}
    cases:
      - {when: {en: Storm Lantern}, verdict: {en: Six.}, entry: ONE 1}
      - {when: {en: a candle}, verdict: {en: One.}, entry: ONE 1}
"""
LAMP_CARDS = "cards: [{id: storm-lantern, game: g, name: {en: Storm Lantern}}]\n"


@pytest.mark.parametrize(
    ("query", "entries"),
    [
        # it leaves out even the card that the fork asks for
        ("how many does my lamp draw", ["ONE 1", "ONE 1"]),
        # it says the condition of a case
        ("how many does my lamp draw if it is a candle", []),
        ("what does the light give me, storm lantern", []),
    ],
)
def test_the_condition_of_a_case_need_not_be_listed_again(
    tmp_path: Path, query: str, entries: list[str]
) -> None:
    write_ruleset(tmp_path / "g" / "one", "ONE")
    (tmp_path / "g" / "one" / "forks.yaml").write_text(LAMPS + LAMP_CARDS, encoding="utf-8")
    index = open_index([tmp_path], cache_dir=tmp_path / "cache")

    assert asked(index.search(query)) == entries


def asked(results: Results) -> list[str]:
    return [case.entry for case in results.fork.cases] if results.fork else []


@pytest.mark.parametrize(
    ("variants", "first"), [(("BR-V6",), "BR-V6"), ((), "BR-O3")], ids=["in force", "off"]
)
@pytest.mark.parametrize(
    "query",
    ["I decked out", "山札切れは負け?", "a player decked out, is he out?", "山札切れたら負け?"],
)
def test_an_event_says_which_proposals_are_in_force(
    index: Index, query: str, variants: tuple[str, ...], first: str
) -> None:
    event = Event("Cup", rulesets=("battle-royal",), variants=variants)

    results = index.search(query, event=event)

    assert results.fork is None
    assert results.hits[0].id == first
    shown = {case.entry for case in results.others}
    assert shown.isdisjoint({"BR-V6", "BR-O3"}), "the event has decided which of the two holds"


def test_a_variant_on_which_other_cases_rest_too_decides_nothing(index: Index) -> None:
    event = Event("Cup", rulesets=("raid",), variants=("RAID-V2", "RAID-V3"))

    for query in ("レイドでナンジャモ サイド残り2枚", "Iono in the raid: how many do I draw?"):
        assert index.search(query, event=event).hits[0].id == "RAID-Q21", query


@pytest.mark.parametrize("every", [29, pytest.param(7, marks=pytest.mark.long)])
def test_a_question_in_the_words_of_a_fork_is_asked_back(index: Index, every: int) -> None:
    """Or a fork beside it; as a rule, for many words fit an entry better."""
    forks = [entry for entry in open_book().entries.values() if isinstance(entry, Fork)]
    phrasings = [text for fork in forks for text in chain(*fork.asked.values())][::every]

    put = [text for text in phrasings if (asked := index.search(text).fork) and asked.id]

    assert len(put) > 0.65 * len(phrasings), f"{len(put)} of {len(phrasings)}"


def test_a_question_in_the_words_of_a_phrasing_gets_the_verdict_of_its_case(index: Index) -> None:
    results = index.search("opponent keeps tidying their used cards")

    assert results.hits[0].id == "DB 4.4a"
    assert results.case is not None and results.case.verdict["en"].startswith("No harm done")


@pytest.mark.parametrize(("language", "longest"), [("en", 30), ("ja", 14)])
def test_the_words_that_settle_a_case_are_no_sentences(language: str, longest: int) -> None:
    forks = [entry for entry in open_book().entries.values() if isinstance(entry, Fork)]
    phrases = [
        words for fork in forks for case in fork.cases for words in case.said.get(language, ())
    ]

    assert phrases
    assert [words for words in phrases if len(words) > longest] == []


@pytest.mark.parametrize("link", ["[[term:pawn]]", "[[ term:pawn ]]", " [[term:pawn]]"])
def test_a_link_under_said_stands_for_all_names_of_its_term(write_book: Write, link: str) -> None:
    terms = "terms: [{id: pawn, name: {en: pawn}, aliases: {en: [footman]}}]"
    speech = Speech(open_book([write_book({"terms.yaml": terms})]), "chess")
    case = Case(when={"en": "x"}, said={"en": [link]}, entry="CH 1.1")

    (words,) = case_words_of(Fork(id="CH-F1", ask={}, cases=[case]), speech.forms, speech.sounds)

    assert words["phrases"] == [" footman", " pawn", " x"]
