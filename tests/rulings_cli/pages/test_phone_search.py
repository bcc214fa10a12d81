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
    query = "pokemmon tournement parkin"
    meant = index.search(query).suggestion
    assert meant
    assert phone.ask(query)
    phone.page.locator(".suggested button", has_text=meant).tap()
    assert phone.page.locator("#query").input_value() == meant


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("br q22", "BR-Q22"),
        ("ＢＲ－Ｑ２２", "BR-Q22"),
        ("BR 8.1a", "BR 8.1a"),
        ("raid9.1", "RAID 9.1"),
        ("ルール BR 9.1", "BR 9.1"),
    ],
)
def test_an_id_comes_first(searcher: Phone, typed: str, expected: str) -> None:
    assert searcher.ask(typed)[0] == expected


def test_filters_in_the_query_and_by_thumb(phone: Phone) -> None:
    assert {name.split()[0].split("-")[0] for name in phone.ask("サイド ruleset:raid")} == {"RAID"}
    phone.ask("サイド")
    phone.page.locator(".chip", has_text="バトルロイヤル").tap()
    found = phone.page.locator("#hits article .id").all_inner_texts()
    assert found
    assert {name.split()[0].split("-")[0] for name in found} == {"BR"}
    phone.page.locator("#authority").select_option("author")
    authorities = phone.page.locator("#hits article .authority").all_inner_texts()
    assert set(authorities) == {"著者の説明"}


def test_results_end_where_those_of_the_command_line_do(searcher: Phone, index: Index) -> None:
    assert searcher.ask("サイド") == [hit.id for hit in index.search("サイド").hits]
    assert "10" in searcher.page.locator("#count").inner_text()


def test_quoted_words_must_occur(searcher: Phone, index: Index) -> None:
    query = '"どくにした人"'
    assert searcher.ask(query) == [hit.id for hit in index.search(query).hits]
    for article in searcher.page.locator("#hits article").all():
        assert "どくにした人" in (article.text_content() or "")


def test_where_nobody_says_the_quoted_words_the_nearest_are_offered(
    searcher: Phone, index: Index
) -> None:
    query = 'does "all players at this very table" cover my Escape Rope?'
    assert searcher.ask(query) == [hit.id for hit in index.search(query).nearest]
    assert searcher.ask(query)
    assert searcher.ask('BR-Q22 "no such words"') == ["BR-Q22"]


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


@pytest.mark.parametrize(
    ("question", "certainty", "weight"),
    [("GLCの禁止カード 一覧 最新", "perhaps", "400"), ("サイド6枚とったら勝ち?", "answer", "700")],
)
def test_it_says_where_it_is_not_sure(
    phone: Phone, index: Index, question: str, certainty: str, weight: str
) -> None:
    assert index.search(question).certainty == certainty
    phone.ask(question)
    said = phone.page.locator("#count").inner_text()
    assert (said == strings.PHRASES["perhaps"]["ja"]) == (certainty == "perhaps")
    drawn = phone.page.locator("#hits .verdict").first
    assert drawn.evaluate("one => getComputedStyle(one).fontWeight") == weight
