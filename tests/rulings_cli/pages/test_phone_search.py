"""Searching on the page: what is shown, and how it is chosen by thumb."""

from __future__ import annotations

from pathlib import Path

import pytest
from phones import Phone

from rulings_cli.terminal import strings
from rulings_index import Index
from rulings_index.weights import LONGEST_QUERY

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(same_phone: Phone, table: Path) -> Phone:
    return same_phone.restart(table)


def test_a_long_story_is_kept_as_far_as_it_is_searched(phone: Phone) -> None:
    assert phone.page.locator("#query").get_attribute("maxlength") == str(LONGEST_QUERY)


def test_what_was_meant_is_offered_where_nothing_answers(phone: Phone, index: Index) -> None:
    query = "escpae rope price"
    suggestion = index.search(query).suggestion
    assert suggestion
    assert phone.ask(query)
    phone.page.locator(".suggested button", has_text=suggestion).tap()
    assert phone.page.locator("#query").input_value() == suggestion


def test_filters_in_the_query_and_by_thumb(phone: Phone) -> None:
    assert {name.split()[0].split("-")[0] for name in phone.ask("サイド ruleset:raid")} == {"RAID"}
    phone.ask("サイド")
    phone.page.locator(".chip", has_text="バトルロイヤル").tap()
    ids = phone.page.locator("#hits article .id").all_inner_texts()
    assert ids
    assert {name.split()[0].split("-")[0] for name in ids} == {"BR"}


@pytest.mark.parametrize(
    "query",
    [
        *("サイド", "スタジアム", '"どくにした人"', '"ポケモンチェック" 毒とやけど'),
        'BR-Q22 "no such words"',
        'does "all players at this very table" cover my Escape Rope?',
    ],
)
def test_what_is_found_is_shown_or_else_the_nearest(
    searcher: Phone, index: Index, query: str
) -> None:
    results = index.search(query)
    assert searcher.ask(query) == [hit.id for hit in results.hits or results.nearest] != []
    if results.certainty == "answer":
        assert str(len(results.hits)) in searcher.page.locator("#count").inner_text()


def test_what_is_asked_back_says_what_holds_in_each_case(phone: Phone, index: Index) -> None:
    question = "最初の番からワザ使っていいの?"
    fork = index.search(question).fork
    assert fork
    phone.ask(question)
    for language in ("ja", "en"):
        phone.page.locator(f"label[for=language-{language}]").tap()
        asked = phone.page.locator(".asked")
        assert asked.locator("p").inner_text() == fork.ask[language]
        for button, case in zip(asked.locator("button").all(), fork.cases, strict=True):
            assert button.inner_text().split("\n") == [case.when[language], case.verdict[language]]


def test_the_other_cases_stand_below_the_answer(phone: Phone, index: Index) -> None:
    question = "残り10 毒とやけどで同時に気絶 サイドは誰?"
    other, *_ = index.search(question).others
    assert phone.ask(question)[0] == "BR-Q22"
    below = phone.page.locator("#hits article + .asked")
    assert below.locator("p").inner_text() == strings.PHRASES["otherwise"]["ja"]
    below.locator("button", has_text=other.verdict["ja"]).tap()
    assert phone.page.locator("#hits article .id").all_inner_texts() == [other.entry]


def test_a_case_that_is_tapped_keeps_what_holds_in_it(phone: Phone, index: Index) -> None:
    question = "残り10 毒とやけどで同時に気絶 サイドは誰?"
    survives = next(each for each in index.search(question).others if each.entry == "PTCG 3")
    phone.ask(question)
    phone.page.locator(".asked button", has_text=survives.verdict["ja"]).tap()
    expected = f"{survives.when['ja']}: {survives.verdict['ja']}"
    assert phone.page.locator("#hits > .verdict").inner_text() == expected


def test_a_sum_says_which_numbers_it_took(phone: Phone) -> None:
    phone.ask(
        "Raid: 5 players, 47 damage counters on the boss. How many cards go to the Lost Zone?"
    )
    given, assumed = phone.page.locator("#hits .asked p").all_inner_texts()

    assert given.startswith("With your numbers: number of players 5, damage on the Raid Boss")
    assert given.endswith(" 470")
    assert assumed.startswith("Assumed: ") and assumed.endswith(" 10")
    results = phone.page.locator("#hits .asked .result li, #hits .asked .result .value")
    sizes = results.evaluate_all("all => all.map((each) => getComputedStyle(each).fontSize)")
    assert len(sizes) > 2 and len(set(sizes)) == 1  # none of several numbers looks like the answer


@pytest.mark.parametrize(
    ("question", "certainty", "weight"),
    [
        ("ポケモンの色違いのカードを使っていいですか", "perhaps", "400"),
        ("サイド6枚とったら勝ち?", "answer", "700"),
    ],
)
def test_it_says_where_it_is_not_sure(
    phone: Phone, table: Path, index: Index, question: str, certainty: str, weight: str
) -> None:
    assert index.search(question).certainty == certainty
    phone.ask(question)
    line = phone.page.locator("#count").inner_text()
    assert (line == strings.PHRASES["perhaps"]["ja"]) == (certainty == "perhaps")
    drawn = phone.page.locator("#hits .verdict").first
    assert drawn.evaluate("one => getComputedStyle(one).fontWeight") == weight
    warning = phone.page.locator("#count.attention")
    assert warning.count() == (certainty == "perhaps")
    phone.open(table, "#RAID-9.1")  # which was not asked
    assert warning.count() == phone.page.locator("#hits.unsure").count() == 0


def test_results_end_where_relevance_ends(searcher: Phone) -> None:
    phone, cut = searcher, 0
    for question in ("who takes the prize for poison and burn", "ジャッジマンは全員?", "br q22"):
        hits = phone.page.evaluate("(text) => rulings.index.search(text)", question)["hits"]
        best = hits[0]["score"]
        phone.page.fill("#query", question)
        shown = phone.page.locator("#hits article")
        near = [hit for hit in hits if hit["score"] >= 0.6 * best]
        assert shown.count() == len(near) <= len(hits) <= 10
        cut += len(hits) - len(near)
    assert cut >= 9


def test_a_question_is_answered_in_its_own_language(
    english_phone: Phone, same_phone: Phone, few: Path
) -> None:
    for phone, own in ((english_phone, "en"), (same_phone, "ja")):
        phone.restart(few)
        for asked, spoken in (
            ("who takes the prize", "en"),
            ("サイドはだれ?", "ja"),
            ("BR 8.1a", own),
        ):
            phone.page.fill("#query", asked)
            assert phone.page.locator("html").get_attribute("lang") == spoken, (own, asked)
