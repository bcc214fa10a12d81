"""The page of an event with a call on one case of a fork: the other cases are the book's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import load_cases
from lanterns import OLD, keep_a_fork, take
from once import folder_made_once
from phones import Phone
from running import Rulings

pytestmark = pytest.mark.browser


@pytest.fixture
def checkup(
    rulings: Rulings, one_game: None, english_phone: Phone, tmp_path: Path, shared_cache: Path
) -> Phone:
    """The page of an event with a call on one case of a fork, made once for all tests."""
    page = tmp_path / "page.html"

    def make() -> None:
        rulings("tonight", "--event", "Checkup", "--ruleset", "BR")
        rulings("call", "10 HP?", "--verdict", "Nobody takes it.", "--overrules", "BR-Q22")
        assert rulings("page", "--ruleset", "BR", "-o", str(page)).code == 0

    folder_made_once(shared_cache / "checkup", tmp_path, make)
    return english_phone.restart(page)


@pytest.mark.long
def test_a_call_on_a_case_leaves_the_other_cases_to_the_book(
    checkup: Phone, rulings: Rulings
) -> None:
    for question in (
        "10 HP left, poisoned and burned: who takes the prize?",
        "30 HP left, poisoned and burned: who takes the prize?",
        "Poisoned and Burned, knocked out at the Checkup: who takes the Prize?",
        "毒とやけどで気絶、サイドは誰?",
        "50 HP left with poison and burn: prize?",
    ):
        results = checkup.page.evaluate("(text) => rulings.index.search(text)", question)
        typed = rulings("search", question, "--json").json
        listed = [[hit["id"] for hit in each["hits"][:3]] for each in (results, typed)]
        assert listed[0] == listed[1], question
        assert bool(results["fork"]) == bool(typed["fork"]), question
    for question in ("毒とやけどで気絶、サイドは誰?", "30 HP left, poisoned and burned: prize?"):
        checkup.page.fill("#query", question)
        cases = checkup.page.locator("#hits .asked button").all_inner_texts()
        assert [case for case in cases if "Nobody takes it." in case], question
    checkup.page.fill("#query", "毒とやけどで気絶、サイドは誰?")
    case = checkup.page.locator("#hits .asked button", has_text="40")
    assert case.is_disabled(), "of the normal rules, which this page leaves out: read, not opened"
    checkup.page.locator("#hits .asked button", has_text="30").tap()
    assert "BR-Q23" in str(checkup.page.locator(".calling label").text_content()), (
        "a call on that case"
    )
    assert not checkup.complaints


@pytest.mark.long
def test_a_call_on_a_rule_comes_before_its_numbers(
    rulings: Rulings, one_game: None, english_phone: Phone, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "Rate", "--ruleset", "RAID")
    call = rulings("call", "Rate?", "--verdict", "By 15.", "--overrules", "RAID 9.1").out.split()[0]
    counters = ("call", "Counters?", "--verdict", "All stay.", "--overrules", "RAID 9.1a")
    below = rulings(*counters).out.split()[0]
    assert rulings("page", "--ruleset", "RAID", "-o", str(tmp_path / "page.html")).code == 0
    phone = english_phone.restart(tmp_path / "page.html")
    for question, first in (
        ("5 players, 1000 damage, lost zone", call),
        ("how many counters come off the boss after sending 6 cards, 4 players", below),
    ):
        assert phone.ask(question)[0] == first, question
        assert not phone.page.locator("#hits > .asked .result").count(), "nothing is worked out"
    assert not phone.complaints


@pytest.mark.long
@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize(
    "case", [case for case in load_cases("calls.yaml") if "--clause" in case.values[0]["type"]]
)
def test_a_call_on_a_rule_answers_on_the_page_what_it_answers_in_the_terminal(
    rulings: Rulings, english_phone: Phone, tmp_path: Path, case: dict[str, Any]
) -> None:
    played = [word for name in case["event"] for word in ("--ruleset", name)]
    rulings("tonight", "--event", "City", *played)
    for typed in (*case.get("before", ()), case["type"]):
        call = rulings("call", *typed).out.split()[0]
    page = tmp_path / "page.html"
    assert rulings("page", *played, "-o", str(page)).code == 0
    phone = english_phone.restart(page)

    for question in (*case.get("answers", ()), *case.get("leaves", {})):
        on_page = phone.page.evaluate("(text) => rulings.index.search(text)", question)
        typed = rulings("search", question, "--json").json
        shown = [(each["certainty"], each["hits"][0]["id"]) for each in (on_page, typed)]
        is_answer = [each == ("answer", call) for each in shown]
        assert is_answer[0] == is_answer[1], question


def note(phone: Phone, question: str, verdict: str, *, in_place: bool = True) -> None:
    """Make a call on the phone, in place of the answer if that is ticked."""
    phone.page.fill("#query", question)
    phone.page.locator(".calling summary").tap()
    phone.page.locator(".calling input[type=text]").fill(verdict)
    box = phone.page.locator(".calling label input")
    if box.is_visible():
        assert not box.is_checked(), "no rule is overruled by accident"
        box.set_checked(in_place)
    phone.page.locator(".calling button").tap()


def test_a_call_of_the_phone_on_a_case_stands_in_that_case(checkup: Phone) -> None:
    phone = checkup
    note(phone, "30 HP left, poisoned and burned: who takes the prize?", "Two.")
    for asked, is_first, cases in (
        ("30 HP left, poisoned and burned: who takes the prize?", True, 0),
        ("10 HP left, poisoned and burned: who takes the prize?", False, 1),
        ("Poisoned and Burned, knocked out at the Checkup: who takes the Prize?", False, 1),
        ("50 HP left with poison and burn: prize?", False, 1),
    ):
        phone.page.fill("#query", asked)
        first = phone.page.locator("#hits article").first.inner_text()
        shown = phone.page.locator("#hits .asked button").all_inner_texts()
        assert ("Two." in first) == is_first, asked
        assert sum("Two." in each for each in shown) == cases, asked
    assert not phone.complaints


def test_a_call_of_the_phone_answers_only_what_it_rules_on(checkup: Phone) -> None:
    phone = checkup
    note(phone, "Can the first player use a Supporter on the first turn?", "Yes, one.")
    for asked, is_first in (
        ("Can the first player use a Supporter on the first turn", True),
        ("May player 1 use a Supporter on turn one?", True),
        ("Can the first player evolve on the first turn?", False),
        ("Can the last player use a Supporter on the first turn?", False),
        ("Does the Stadium work on the first turn?", False),
    ):
        phone.page.fill("#query", asked)
        first = phone.page.locator("#hits article").first.inner_text()
        assert ("Yes, one." in first) == is_first, asked
    note(phone, "Are phones allowed at the table?", "As a counter.", in_place=False)
    for asked, is_first in (
        ("Can I use my phone?", True),
        ("Can the last player use a Supporter on the first turn?", False),
    ):
        phone.page.fill("#query", asked)
        first = phone.page.locator("#hits article").first.inner_text()
        assert ("As a counter." in first) == is_first, asked
    assert not phone.complaints


def test_a_case_that_a_document_decides_is_shown_by_its_number(
    rulings: Rulings, english_phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "harbour"
    take(rulings, tmp_path, OLD, "2025")
    rulings("new", "book", str(book), "--prefix", "HB", "--lang", "en")
    monkeypatch.chdir(book)
    rulings("cite", "lantern-rules")
    about = ("--clause", "LN 1.2", "--ruleset", "HB", "--answer", "No.")
    rulings("new", "ruling", "May I light three lanterns?", "--verdict", "No, two.", *about)
    keep_a_fork(book)
    assert rulings("page", "-o", str(tmp_path / "page.html")).code == 0

    phone = english_phone.restart(tmp_path / "page.html")
    phone.page.fill("#query", "is a lantern kept")
    cases = phone.page.locator("#hits .asked button").all_inner_texts()
    assert [" ".join(case.split()) for case in cases] == ["it is out LN 1.3", "it burns No, two."]
    assert not phone.complaints


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "rules"),
    [
        ("A phone rings during the game", "the whole event"),
        ("In Battle Royal a phone rings during the game", "Battle Royal"),
    ],
)
def test_a_form_says_which_rules_a_call_is_on(checkup: Phone, question: str, rules: str) -> None:
    checkup.page.fill("#query", question)
    assert rules in str(checkup.page.locator(".calling .small").text_content())


@pytest.mark.long
@pytest.mark.usefixtures("one_game")
def test_a_case_of_an_overruled_fork_says_what_the_call_says(
    rulings: Rulings, english_phone: Phone, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "Fork", "--ruleset", "BR")
    rulings("call", "Both conditions?", "--verdict", "The poisoner.", "--overrules", "BR-F19")
    rulings("page", "--ruleset", "BR", "-o", str(tmp_path / "page.html"))
    phone = english_phone.restart(tmp_path / "page.html")

    asked = "Someone got knocked out by poison alone between turns, who takes the prize"
    phone.page.fill("#query", asked)
    cases = phone.page.locator("#hits .asked button").all_inner_texts()
    assert len(cases) == 3
    assert all("The poisoner." in case for case in cases)

    phone.page.fill("#query", "30 HP left, poisoned and burned: who takes the prize?")
    assert "The poisoner." in phone.page.locator("#hits article").first.inner_text()
    assert not phone.complaints


READABLE = {
    "the verdict of a call": (
        "getComputedStyle(document.querySelector('.tonight b')).fontSize",
        "17px",
    ),
    "the date": ("document.querySelector('.tonight h2 span').getClientRects().length", 1),
    "the title of an event with a long name": (
        "(() => { const title = document.querySelector('.top h1 a');"
        " title.textContent = 'City League Yokohama, 2026-05-01: Rules at the table';"
        " return title.scrollHeight - title.clientHeight; })()",
        0,
    ),
}


def test_the_home_shows_the_evening_large_enough_and_whole(checkup: Phone) -> None:
    shown = {name: checkup.page.evaluate(script) for name, (script, _) in READABLE.items()}

    assert shown == {name: expected for name, (_, expected) in READABLE.items()}
