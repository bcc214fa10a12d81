"""The page finds what the command line finds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cases import load_cases
from phones import NewPhone, Phone
from places import ROOT

from rulings.books import Book
from rulings_index import Index
from rulings_index.evaluation import Outcome, read_questions, report
from rulings_index.text.analysis import fold, tokens

pytestmark = pytest.mark.browser

ALLOWED_LOSS = 0.03
OUR_QUESTIONS = ROOT / "tests" / "data" / "questions.yaml"


@pytest.fixture
def phone(new_phone: NewPhone, table: Path) -> Phone:
    return new_phone().open(table)


def found_by(phone: Phone, query: str) -> list[str]:
    found: list[str] = phone.page.evaluate(
        "query => rulings.search(query).hits.slice(0, 10)", query
    )
    return found


def first_answers(phone: Phone, index: Index, file: Path) -> tuple[Any, Any]:
    questions = read_questions(file)
    on_page = [Outcome(one, found_by(phone, one.query)) for one in questions]
    typed = [
        Outcome(one, [hit.id for hit in index.search(one.query, limit=10).hits])
        for one in questions
    ]
    return report(on_page)["all"], report(typed)["all"]


@pytest.mark.parametrize("case", load_cases("queries.yaml"))
def test_takes_a_query_apart_as_the_command_line_does(
    searcher: Phone, case: dict[str, Any]
) -> None:
    searcher.page.evaluate("rulings.search('x')")
    parsed = searcher.page.evaluate(
        "typed => { try { return rulings.parse(typed); } catch (fault) { return fault.message; } }",
        case["typed"],
    )
    if "says" in case:
        assert re.match(case["says"].split(";")[0], parsed)
        return
    assert parsed["text"].split() == (case["text"] or "").split()
    assert parsed["phrases"] == case.get("phrases", [])
    assert parsed["filter"] == case.get("filters", {})


def test_the_development_questions(searcher: Phone, index: Index, shared: Path) -> None:
    on_page, typed = first_answers(searcher, index, shared / "eval" / "dev.yaml")
    assert on_page["success@1"] >= typed["success@1"] - ALLOWED_LOSS
    assert abs(on_page["false_answers"] - typed["false_answers"]) <= 1


def test_our_own_questions(searcher: Phone, index: Index) -> None:
    on_page, typed = first_answers(searcher, index, OUR_QUESTIONS)
    assert on_page["success@1"] >= typed["success@1"] - ALLOWED_LOSS


def phrasings_of(book: Book) -> list[str]:
    entries = book.entries.values()
    return [text for entry in entries for listed in entry.asked.values() for text in listed]


@pytest.mark.parametrize(
    "every", [20, pytest.param(1, marks=pytest.mark.long)], ids="each of {}".format
)
def test_folds_and_cuts_the_questions_of_the_book_alike(
    searcher: Phone, book: Book, every: int
) -> None:
    odd = "ｶｳﾝﾀｰ・ｷｬｯﾁｬｰ 702.19b ばんば〜ん 二匹 hp20 naïve 𠮟る 🎴々 人々 Σas İx ½ ㍍"
    texts = [odd, *phrasings_of(book)[::every]]
    cut = searcher.page.evaluate(
        """texts => {
          const {tables} = rulings.answers.searcher;
          return texts.map((text) => rulings.tokensOf(rulings.fold(text, tables), tables));
        }""",
        texts,
    )
    for text, on_page in zip(texts, cut, strict=True):
        expected = sorted((token.text, token.weight) for token in tokens(fold(text)))
        assert sorted((one, weight) for one, weight, *_ in on_page) == expected, text


@pytest.mark.long
def test_misspelt_words_are_taken_for_the_same(searcher: Phone, index: Index, book: Book) -> None:
    asked = phrasings_of(book)
    queries = [wrong for text in asked[::9] if (wrong := misspelt(text)) != text]
    assert len(queries) > 100
    on_page = searcher.page.evaluate(
        "queries => queries.map((query) => rulings.search(query))", queries
    )
    differing = [
        query
        for query, found in zip(queries, on_page, strict=True)
        if first_of(found["hits"], found["nearest"]) != first_typed(index, query)
    ]
    assert len(differing) <= len(queries) // 100, differing


def misspelt(text: str) -> str:
    """A text whose longest Latin word or run of katakana lacks a letter in its middle."""
    runs = re.findall("[A-Za-z]{5,}|[ァ-ヺ]{5,}", text)
    if not runs:
        return text
    run = max(runs, key=len)
    middle = len(run) // 2
    return text.replace(run, run[:middle] + run[middle + 1 :])


def first_of(hits: list[str], nearest: list[str]) -> tuple[bool, str]:
    """Whether a question is answered, and the entry that comes first."""
    return bool(hits), (hits or nearest or [""])[0]


def first_typed(index: Index, query: str) -> tuple[bool, str]:
    found = index.search(query)
    return first_of([hit.id for hit in found.hits], [hit.id for hit in found.nearest])


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
    phone.page.locator("#authority").select_option("event")
    authorities = phone.page.locator("#hits article .authority").all_inner_texts()
    assert set(authorities) == {"大会の文書"}


@pytest.mark.parametrize(
    "query",
    [
        *("サイド authority:event", "サイド authority:event+", "サイド authority>=author"),
        *(
            "サイド authority<=proposal",
            "サイド ruleset=BR kind:ruling",
            'サイド game:"pokemon-tcg"',
        ),
    ],
)
def test_typed_filters_let_through_what_the_command_line_does(
    searcher: Phone, index: Index, query: str
) -> None:
    found = index.search(query)
    assert searcher.ask(query) == [hit.id for hit in found.hits or found.nearest]


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
