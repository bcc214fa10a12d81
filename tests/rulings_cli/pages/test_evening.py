"""The page of an evening: its name, its variants, its calls, which stand above the book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cases import DATA
from once import folder_made_once, made_once
from phones import Phone
from running import Rulings, Ship, Write

from rulings.reading.yaml_reader import read_document

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser

QUESTIONS = [
    "must a pawn be promoted?",
    "必ず昇格する?",
    "a phone rings 電話",
    "queen only?",
    "any piece 何でも",
    "chq1",
]


@pytest.fixture
def calls(rulings: Rulings, write_book: Write, ship: Ship) -> list[str]:
    """An evening with a call above the book, one on the event, one withdrawn, one of another."""
    ship(write_book())
    rulings("tonight", "--event", "Yesterday", "--ruleset", "CH")
    rulings("call", "Elsewhere?", "--verdict", "Not here.", "--overrules", "CH-Q1")
    rulings("tonight", "--event", "<City>", "--date", "2026-05-01", "--ruleset", "CH")
    runs = [
        rulings("call", "Queen only?", "--verdict", "Any piece.", "--overrules", "CH-Q1"),
        rulings("call", "A phone rings 電話", "--verdict", "Warning 注意"),
        rulings("call", "Late?", "--verdict", "Game loss.", "--clause", "CH 1.1"),
    ]
    ids = [run.out.split()[0] for run in runs]
    rulings("calls", "withdraw", ids[2], "--why", "Too hard")
    return ids


@pytest.fixture
def phone(rulings: Rulings, calls: list[str], english_phone: Phone, tmp_path: Path) -> Phone:
    assert rulings("page", "-o", str(tmp_path / "page.html")).code == 0
    return english_phone.restart(tmp_path / "page.html")


def test_a_call_comes_first_there_too(phone: Phone, rulings: Rulings, calls: list[str]) -> None:
    for question in QUESTIONS:
        hits = phone.page.evaluate("(text) => rulings.index.search(text)", question)
        typed = rulings("search", question, "--json").json
        assert [hit["id"] for hit in hits["hits"]] == [hit["id"] for hit in typed["hits"]]
    assert [hit["id"] for hit in hits["hits"]][:2] == [calls[0], "CH-Q1"]

    phone.page.fill("#query", "必ず昇格する?")
    first, second = (phone.page.locator("#hits article").nth(at) for at in (0, 1))
    assert first.get_attribute("id") == calls[0]
    assert "この大会で裁定" in first.inner_text(), "a Japanese question is answered in Japanese"
    assert "Any piece." in second.locator(".called").inner_text()


def test_the_home_shows_the_evening(phone: Phone, calls: list[str]) -> None:
    shown = phone.page.locator(".tonight").inner_text()

    assert "<City>, 2026-05-01" in shown
    assert "Any piece." in shown
    assert "Not here." not in phone.page.content()
    last = phone.page.locator(".tonight ul:last-child li").last.inner_text()
    assert "Late?" in last, "withdrawn ones stand behind those in force"
    withdrawn = phone.page.locator(".tonight a", has_text="Late?")
    assert "withdrawn" in withdrawn.inner_text()
    assert withdrawn.locator("s").inner_text() == "Game loss."
    phone.page.locator(".tonight a", has_text="A phone rings").click()
    phone.page.locator(f"#hits article[id='{calls[1]}']").wait_for()
    assert not phone.complaints


def test_a_call_is_made_on_the_phone_and_handed_over(
    phone: Phone, rulings: Rulings, tmp_path: Path
) -> None:
    phone.page.fill("#query", "clock stopped by accident")
    phone.page.locator(".calling summary").tap()
    phone.page.locator(".calling input[type=text]").fill("Start it again.")
    phone.page.locator(".calling button").tap()
    kept = phone.page.locator("#hits article.mine")
    assert "Start it again." in kept.inner_text()
    assert phone.page.evaluate("scrollY") == 0, "it is on the screen"
    phone.page.fill("#query", "my clock stopped")
    first = phone.page.locator("#hits article").first
    assert "Start it again." in first.inner_text()

    phone.page.reload()
    phone.page.goto(f"{phone.page.url.split('#')[0]}#home")
    with phone.page.expect_download() as download:
        phone.page.locator("#calls a[download]").tap()
    download.value.save_as(tmp_path / "calls.json")
    link = phone.page.locator("#calls a:not([download])").get_attribute("href")
    assert rulings("calls", "merge", str(tmp_path / "calls.json")).code == 0
    assert "Start it again." in rulings("search", "clock stopped by accident").out
    again = rulings("calls", "merge", str(link))
    assert (again.code, again.out) == (0, "nothing new\n"), "the link holds the same"
    assert not phone.complaints


def test_a_call_of_the_phone_that_was_merged_and_withdrawn_stays_so(
    phone: Phone, rulings: Rulings, tmp_path: Path
) -> None:
    make_a_call(phone, "Start it again.")
    link = str(phone.page.locator("#calls a:not([download])").get_attribute("href"))
    merged = rulings("calls", "merge", link).out.split()[0]
    rulings("calls", "withdraw", merged, "--why", "Wrong")
    assert rulings("calls", "merge", link).out == "nothing new\n"
    assert "Start it again." not in rulings("search", "clock stopped by accident").out

    rulings("page", "-o", str(tmp_path / "page.html"))
    phone.page.reload()
    phone.page.fill("#query", "clock stopped by accident")
    assert phone.page.locator("#hits article.mine").count() == 0
    assert not phone.complaints


def make_a_call(phone: Phone, verdict: str) -> None:
    """Makes a call on the phone, and goes to its home."""
    phone.page.fill("#query", "clock stopped by accident")
    phone.page.locator(".calling summary").tap()
    phone.page.locator(".calling input[type=text]").fill(verdict)
    phone.page.locator(".calling button").tap()
    phone.page.goto(f"{phone.page.url.split('#')[0]}#home")


@pytest.mark.parametrize(
    "verdict",
    [
        "もう一度動かす。",
        *(pytest.param(f"Start it{end}", marks=pytest.mark.long) for end in (".", "!", "!!")),
    ],
)
def test_a_link_with_calls_is_shared_by_the_phone_and_merged(
    phone: Phone, rulings: Rulings, verdict: str
) -> None:
    phone.page.evaluate("navigator.share = async (data) => { window.shared = data; }")
    make_a_call(phone, verdict)
    phone.page.locator("#calls a:not([download])").tap()
    link = phone.page.evaluate("window.shared.text")

    assert link.startswith("file:")
    assert not link.endswith("="), "a chat would end the link before it"
    assert rulings("calls", "merge", link).code == 0
    assert verdict in rulings("search", "clock stopped by accident").out
    assert not phone.complaints


def test_a_browser_that_shares_nothing_copies_the_link(phone: Phone, rulings: Rulings) -> None:
    phone.page.evaluate("delete Navigator.prototype.share")
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    make_a_call(phone, "Start it again.")
    link = phone.page.locator("#calls a:not([download])")
    link.tap()
    phone.page.locator("#calls a", has_text="Copied").wait_for()
    copied = phone.page.evaluate("navigator.clipboard.readText()")

    assert copied == link.get_attribute("href")
    phone.page.evaluate("localStorage.clear()")  # as another phone
    phone.page.goto(copied)
    phone.page.reload()
    assert "rulings calls merge" in phone.page.locator("#count").inner_text()
    assert phone.page.locator("#calls article").count() == 1
    assert "Start it again." in phone.page.locator("#calls article").inner_text()
    phone.page.fill("#query", "clock stopped by accident")
    assert "Start it again." in phone.page.locator("#hits article.mine").inner_text()
    phone.page.goto(copied[:-3])
    assert "was cut" in phone.page.locator("#count").inner_text()
    assert rulings("calls", "merge", copied).code == 0


def ship_the_harbour(ship: Ship, folder: Path) -> None:
    for name, text in read_document(DATA / "evening.yaml").data["book"].items():
        (folder / "book" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "book" / name).write_text(text, encoding="utf-8")
    ship(folder / "book")


def test_a_call_is_on_the_ruleset_that_was_chosen_by_thumb(
    rulings: Rulings, ship: Ship, english_phone: Phone, tmp_path: Path
) -> None:
    ship_the_harbour(ship, tmp_path)
    rulings("tonight", "--event", "City", "--ruleset", "NH", "--ruleset", "HB")
    rulings("page", "-o", str(tmp_path / "page.html"))
    phone = english_phone.restart(tmp_path / "page.html")

    make_a_call(phone, "Start it again.")
    phone.page.locator("input[name=ruleset]").nth(1).evaluate("(control) => control.click()")
    make_a_call(phone, "Go on.")

    chosen = phone.page.locator("input[name=ruleset]:checked").get_attribute("value")
    of_event, of_rules = phone.page.locator("#calls article .id").all_inner_texts()
    assert of_event.startswith("EVENT")
    assert of_rules.startswith("HB" if chosen == "harbour-rules" else "NH")


def test_the_page_of_an_event_holds_the_rulesets_of_its_game(
    rulings: Rulings, ship: Ship, english_phone: Phone, tmp_path: Path
) -> None:
    ship_the_harbour(ship, tmp_path)
    rulings("tonight", "--event", "A long name of a city's cup", "--ruleset", "NH")
    rulings("page", "-o", str(tmp_path / "page.html"))
    phone = english_phone.restart(tmp_path / "page.html")

    names = phone.page.locator(".contents .title bdi:visible").all_inner_texts()
    assert names[:2] == ["Night Harbour", "Harbour"], "its own first"
    for question in (
        "does a light protect my boat in the storm?",
        "Harbour: does the storm hit everyone?",
        "灯りと嵐",
    ):
        typed = rulings("search", question, "--json").json
        listed = [hit["id"] for hit in typed["hits"] or typed["nearest"]]
        shown = phone.ask(question)
        assert shown
        assert shown == listed[: len(shown)]
        is_elsewhere = phone.page.locator("#hits > .called").count() == 1
        assert is_elsewhere == (not listed[0].startswith("NH")), question
    assert phone.page.locator("html").get_attribute("lang") == "ja"
    phone.ask("lantern and storm")
    assert phone.page.locator("html").get_attribute("lang") == "en"
    bar = phone.page.locator(".top").bounding_box()
    assert bar
    assert bar["height"] < 60, "one line"


@pytest.fixture
def city(rulings: Rulings, one_game: None, english_phone: Phone, shared_cache: Path) -> Phone:
    """The page of an event with a variant in force and a call, made once for all tests."""

    def make(page: Path) -> None:
        rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V5")
        rulings("call", "Rope?", "--verdict", "All.", "--overrules", "BR-Q15")
        assert rulings("page", "--ruleset", "BR", "-o", str(page)).code == 0

    return english_phone.restart(made_once(shared_cache / "city.html", make))


@pytest.fixture
def formats(
    rulings: Rulings, one_game: None, english_phone: Phone, tmp_path: Path, shared_cache: Path
) -> Phone:
    """The page of an event of two formats: a call on each, and one on a part of an open point; the
    event, its calls and its page are made once for all tests.
    """
    page = tmp_path / "page.html"

    def make() -> None:
        rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "RAID")
        rulings("call", "ジャッジマンはだれに効く?", "--verdict", "All.", "--overrules", "BR-Q18")
        rulings("call", "とこやみ?", "--verdict", "No Items.", "--overrules", "RAID-Q5")
        rulings("call", "スリーブは?", "--verdict", "透明だけ。", "--ruleset", "RAID")
        rulings("call", "May a Stadium be shared on Sunday?", "--verdict", "No.")
        assert rulings("page", "-o", str(page)).code == 0

    folder_made_once(shared_cache / "formats", tmp_path, make)
    return english_phone.restart(page)


@pytest.mark.long
def test_calls_reach_there_what_they_reach_on_the_terminal(
    formats: Phone, rulings: Rulings
) -> None:
    for question, is_asked in (
        ("ジャッジマンはだれに効く?", True),
        ("Judge: who is affected?", True),
        ("バトルロイヤルでジャッジマンはだれに効く?", False),
        ("グッズ封じはボスに効く?", False),
        ("レイドのボスのカードはジャンボでもいい?", False),
        ("レイドのスリーブは何色?", False),
        ("バトルロイヤルのスリーブは何色?", False),
    ):
        results = formats.page.evaluate("(text) => rulings.index.search(text)", question)
        typed = rulings("search", question, "--json").json
        listed = [[hit["id"] for hit in each["hits"][:4]] for each in (results, typed)]
        assert listed[0] == listed[1], question
        cases = [
            [case["entry"] for case in (each["fork"] or {"cases": []})["cases"]]
            for each in (results, typed)
        ]
        assert cases[0] == cases[1], question
        assert bool(cases[0]) == is_asked, question
    assert len(formats.ask("May a Stadium be shared on Sunday?")) > 1, "not the call alone"
    formats.page.fill("#query", "グッズ封じはボスに効く?")
    assert "No Items." not in formats.page.locator("#hits .asked").inner_text()
    assert not formats.complaints


@pytest.mark.long
def test_a_call_of_the_phone_on_one_format_leaves_the_other_to_be_asked_for(
    formats: Phone,
) -> None:
    phone, question = formats, "player uses Escape Rope"
    phone.page.fill("#query", question)
    assert phone.page.locator("#hits .asked button").count() == 2
    phone.page.locator(".calling summary").tap()
    assert phone.page.locator(".calling label").is_hidden(), "which answer is not settled yet"
    phone.page.locator("#hits .asked button").first.tap()
    assert phone.page.input_value("#query") == f"{question} ruleset:battle-royal"
    assert not phone.page.locator("#hits .asked button").count()
    phone.page.locator(".calling summary").tap()
    phone.page.locator(".calling label input").check()
    phone.page.locator(".calling input[type=text]").fill("Two.")
    phone.page.locator(".calling button").tap()
    phone.page.fill("#query", f"{question}?")
    assert "Two." in phone.page.locator("#hits article").first.inner_text()
    shown = phone.page.locator("#hits .asked button").all_inner_texts()
    assert len(shown) == 2
    assert any("Two." in each for each in shown)
    assert not phone.complaints


@pytest.mark.long
def test_a_call_of_the_phone_stands_above_an_open_point_that_it_asks_for(formats: Phone) -> None:
    for question, below, is_above in (
        ("レイドのボスのカードはジャンボでもいい?", "RAID-O32", False),
        ("同じ名前のスタジアムの2枚目は出せる?", "BR-O6", True),
    ):
        formats.page.fill("#query", question)
        formats.page.locator(".calling summary").tap()
        box = formats.page.locator(".calling label")
        assert below in box.inner_text()
        assert box.locator("input").is_checked() == is_above, question
        rules = "レイドバトル" if below.startswith("RAID") else "バトルロイヤル"
        assert rules in str(formats.page.locator(".calling .small").text_content())
    formats.page.fill("#query", "対戦中に電話が鳴った")
    assert "大会全体" in str(formats.page.locator(".calling .small").text_content())
    assert not formats.complaints


@pytest.mark.parametrize(
    "question",
    ["In Magic, what is trample?", pytest.param("リモコンの電池が切れた", marks=pytest.mark.long)],
)
def test_the_rules_of_an_event_are_not_said_to_be_the_whole_book(
    city: Phone, question: str
) -> None:
    city.page.fill("#query", question)
    line = city.page.locator("#count").inner_text()
    assert any(text in line for text in ("The rules searched hold nothing", "検索したルール")), line
    assert not city.complaints


def test_what_is_not_settled_is_said_first(city: Phone) -> None:
    head = shown_at(city, "BR-Q18").inner_text().replace("\n", " ")
    notice = "Not settled tonight: BR-V7 is off. The head judge decides."
    assert head.index(notice) < head.index("The author: the Supporter Judge")

    assert "BR-V5" not in shown_at(city, "BR-Q8").inner_text(), "in force, it is no condition"

    shown = shown_at(city, "BR-V5").inner_text()
    assert "In force tonight" in shown
    assert "Checkup effects act only" in shown
    assert "Proposed:" not in shown
    assert not city.complaints


def shown_at(phone: Phone, entry: str) -> Locator:
    """The head of an entry, at its place of the page."""
    phone.page.goto(f"{phone.page.url.split('#')[0]}#{entry}")
    shown = phone.page.locator(f"#hits #{entry} summary")
    shown.wait_for()
    return shown


def test_a_call_stands_in_place_of_the_answer_that_it_is_made_under_if_ticked(city: Phone) -> None:
    phone = city
    for asked, below in (("Judge: who is affected?", "BR-Q18"), ("Rope?", "BR-Q15")):
        phone.page.fill("#query", asked)
        phone.page.locator(".calling summary").tap()
        box = phone.page.locator(".calling label")
        assert box.inner_text().strip() == f"in place of {below}"
        assert not box.locator("input").is_checked(), asked
    assert "Not settled" not in phone.page.locator("#hits #BR-Q15").inner_text(), "a call did"

    phone.page.fill("#query", "Judge: who is affected?")
    assert "Not settled" in phone.page.locator("#hits #BR-Q18").inner_text()
    phone.page.locator(".calling summary").tap()
    phone.page.locator(".calling label input").check()
    phone.page.locator(".calling input[type=text]").fill("Two.")
    phone.page.locator(".calling button").tap()
    phone.page.fill("#query", "ジャッジマンは全員?")
    assert "Two." in phone.page.locator("#hits article").first.inner_text()
    assert "決まっていません" not in phone.page.locator("#hits #BR-Q18").inner_text()
    mark = phone.page.locator("#hits #BR-Q18 .called")
    assert "Two." in mark.inner_text(), "the entry says what stands above it"
    phone.page.locator("#hits article").first.locator("summary").tap()
    phone.page.locator("#hits article").first.locator("button", has_text="消").tap()
    assert mark.count() == 0
    assert not phone.complaints
