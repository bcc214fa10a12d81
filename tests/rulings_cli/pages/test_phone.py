"""The phone page in a real browser: how it looks, loads, reads aloud and survives."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from hostile import with_payloads, write_book
from phones import NewPhone, Phone

from rulings.reading.book import Book
from rulings.reading.load import open_book
from rulings_cli.answers.trust import trust_line
from rulings_cli.html.markup import anchor
from rulings_cli.html.selection import Selection, select
from rulings_cli.phone.page import phone_page

pytestmark = pytest.mark.browser

SMALLEST_TARGET = 48
PLACES = (
    *("", "#force", "#numbers", "#BR-8", "#BR-Q22", "#RAID-9.1", "#BR-about", "#BR-F17"),
    *("#?サイド", "#?pokemmon tournement parkin"),
)
TARGETS = """() => [...document.querySelectorAll(
    "a.tile, .contents summary, .contents li a, .entry summary, .chip, .key, #query," +
    ".switch label, .variants label, button, .field input, .body .cited > li > a, .cases a, .more")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className || one.id || one.tagName, one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 48 || box.width < 48)
  .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""


@pytest.fixture
def phone(same_phone: Phone, few: Path) -> Phone:
    return same_phone.restart(few)


def test_the_page_requests_no_other_file_and_logs_no_error(same_phone: Phone, table: Path) -> None:
    phone = same_phone.restart(table)
    for place in PLACES[1:]:
        phone.open(table, place)
    phone.ask("毒とやけど 残り10")
    phone.page.locator("#hits summary").first.tap()
    phone.page.locator("label[for=language-en]").tap()
    assert phone.complaints == []
    assert {request.split("#")[0] for request in phone.requests} == {table.as_uri()}


def test_a_question_that_comes_before_the_search_is_answered(phone: Phone, few: Path) -> None:
    phone.open(few, "#?br q22")
    assert phone.page.locator("#hits .id").first.inner_text() == "BR-Q22"


def test_a_browser_that_cannot_unpack_the_search_says_so(new_phone: NewPhone, few: Path) -> None:
    phone = new_phone()
    phone.page.add_init_script("delete window.DecompressionStream")
    phone.open(few, "#BR-Q22")
    assert phone.page.locator("#hits .verdict").first.is_visible()
    phone.ask("BR-Q22")
    assert "古い" in phone.page.locator("#count").inner_text()
    assert phone.complaints == []


def test_what_is_cited_is_said_beside_its_link(phone: Phone, few: Path) -> None:
    phone.open(few, "#BR-Q22")
    cited = phone.page.locator("#hits .cited li", has_text="BR 8.1a")
    assert "特殊状態でポケモンがきぜつしたら" in cited.inner_text()
    phone.open(few, "#BR-8.1a")
    citing = phone.page.locator("#hits .cited_by li", has_text="BR-Q22").first
    assert "残り" in citing.inner_text()


@pytest.mark.long
def test_answers_below_the_screen_follow_once_nothing_is_typed(phone: Phone, table: Path) -> None:
    phone.open(table)
    answers = phone.page.locator("#hits article")
    ids = phone.ask("サイド")
    answers.last.wait_for(state="visible")
    assert [each.is_visible() for each in answers.all()] == [True] * len(ids)


def test_what_is_shown_is_shown_again(phone: Phone, few: Path) -> None:
    """A filter is changed on the page about a ruleset: the page stays at the same place."""
    phone.open(few, "#BR-about")
    title = phone.page.locator("#view-title").inner_text()
    phone.page.locator("[name=ruleset]").first.dispatch_event("change")
    assert phone.complaints == []
    assert phone.page.locator("#view-title").inner_text() == title != ""


@pytest.mark.parametrize("entries", ["few", pytest.param("table", marks=pytest.mark.long)])
@pytest.mark.parametrize("language", ["ja-JP", pytest.param("en-US", marks=pytest.mark.long)])
def test_never_scrolls_sideways(
    same_phone: Phone,
    english_phone: Phone,
    language: str,
    entries: str,
    request: pytest.FixtureRequest,
) -> None:
    page = request.getfixturevalue(entries)
    phone = {"ja-JP": same_phone, "en-US": english_phone}[language].restart(page)
    for place in PLACES:
        phone.open(page, place)
        for width in (320, 390, 844):
            phone.page.set_viewport_size({"width": width, "height": 700})
            shown = phone.page.evaluate("document.documentElement.scrollWidth")
            assert shown <= width, (width, place)


@pytest.mark.parametrize("place", PLACES)
def test_targets_are_large_enough_for_a_thumb(searcher: Phone, table: Path, place: str) -> None:
    searcher.open(table, place)
    assert searcher.page.evaluate(TARGETS) == []


@pytest.mark.long
def test_all_entries_of_the_book_are_there(new_phone: NewPhone, table: Path, book: Book) -> None:
    phone = new_phone(java_script_enabled=False).open(table)
    assert phone.page.locator("article.entry summary").count() == len(book.entries)


def test_all_entries_are_there_without_javascript(
    new_phone: NewPhone, few: Path, some: Selection
) -> None:
    phone = new_phone(java_script_enabled=False).open(few)
    assert phone.page.locator("article.entry summary").count() == len(some.entries)
    article = phone.page.locator("#BR-Q22")
    assert article.locator(".verdict").is_visible()
    assert "どくにした人" in article.inner_text()
    article.locator("summary").tap()
    assert article.locator(".cited").is_visible()
    phone.page.locator("label[for=language-en]").tap()
    assert (
        "The author: Poison and Burn, 10 HP before the Checkup: the Poisoner's Prize."
        in article.inner_text()
    )
    assert "どくにした人" not in article.inner_text()
    assert not phone.page.locator("#query").is_visible()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "place",
    [*PLACES[:1], *(pytest.param(place, marks=pytest.mark.long) for place in PLACES[1:])],
)
def test_is_accessible(
    same_phone: Phone, few: Path, place: str, scheme: Literal["light", "dark"]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    phone = same_phone.restart(few)
    phone.page.emulate_media(color_scheme=scheme)
    phone.open(few, place)
    for summary in phone.page.locator("#hits summary").all()[:1]:
        summary.tap()
    report = axe.Axe().run(phone.page)
    assert report.violations_count == 0, report.generate_report()


def test_verdict_comes_first_and_opens_by_tap(phone: Phone) -> None:
    phone.ask("毒とやけど 残り10 サイドは誰")
    first = phone.page.locator("#hits article").first
    verdict = first.locator(".verdict").inner_text()
    assert verdict == "著者の解釈:チェック前の残り10でどくとやけどなら、サイドはどくにした人です。"
    assert first.locator(".authority").inner_text() == "解釈"
    assert "EUIC 2024" in first.locator(".trust").inner_text()
    assert not first.locator(".body").is_visible()
    first.locator("summary").tap()
    assert first.locator(".body").is_visible()


@pytest.mark.parametrize("name", ["BR 8.1", "BR-V5", "BR-Q22", "BR-O1", "RAID 9.1"])
def test_a_card_says_of_which_rules_it_is_and_after_whom(
    phone: Phone, few: Path, some: Selection, name: str
) -> None:
    record: Any = some.records[name] | {"authority": ""}  # which is the mark beside the id
    place = anchor(name)
    phone.open(few, f"#{place}").open(few, "#BR-O1").open(few, f"#{place}")
    lines = phone.page.locator(f"#hits article[id='{place}'] .trust").all_inner_texts()
    assert lines == [trust_line(record, "ja", brief=True)]


def test_links_lead_to_clauses_and_back(phone: Phone) -> None:
    phone.ask("br q22")
    phone.page.locator("#hits summary").first.tap()
    phone.page.locator("#hits .cited a", has_text="BR 8.1a").first.tap()
    phone.page.locator("#hits article[id='BR-8.1a']").wait_for()
    backlinks = phone.page.locator("#hits .cited_by a")
    assert any("BR-Q22" in link for link in backlinks.all_inner_texts())
    phone.page.go_back()
    phone.page.locator("#hits article[id='BR-Q22']").wait_for()
    assert phone.page.locator("#query").input_value() == "br q22"
    assert phone.page.locator("#hits .id").first.inner_text() == "BR-Q22"


def test_the_language_is_remembered(phone: Phone) -> None:
    phone.page.locator("label[for=language-en]").tap()
    assert phone.page.locator("html").get_attribute("lang") == "en"
    phone.page.reload()
    assert phone.page.locator("html").get_attribute("lang") == "en"
    assert phone.page.get_by_text("Rules in force").first.is_visible()


def test_rules_in_force_follow_the_table(phone: Phone, few: Path) -> None:
    phone.open(few, "#force")
    box = phone.page.locator("#force input[value='BR-V5']")
    overlay = phone.page.locator("#BR-9\\.1 .overlay[data-variant='BR-V5']")
    assert box.is_checked()
    assert overlay.is_visible()
    box.uncheck()
    assert not overlay.is_visible()
    ruling = phone.page.locator("#hits #BR-Q8")
    assert "BR-V5" in ruling.locator(".needs.off").first.inner_text()
    phone.page.reload()
    from playwright.sync_api import expect

    expect(box).not_to_be_checked()  # what is kept is read behind the load


def test_a_page_made_for_another_evening_begins_anew(
    same_phone: Phone, few: Path, some: Selection, tmp_path: Path
) -> None:
    phone = same_phone.restart(few).open(few, "#force")
    phone.page.locator("#force input[value='BR-V5']").uncheck()
    tonight = tmp_path / "tonight.html"
    fewer = {name: some.entries[name] for name in ("BR 9.1", "BR-V1", "BR-V5")}
    page = phone_page(replace(some, entries=fewer, variants=("BR-V5",)))
    tonight.write_text(page, encoding="utf-8", newline="\n")
    phone.open(tonight, "#force")
    ticked = phone.page.locator("#force input:checked").evaluate_all("all => all.map(b => b.value)")
    assert ticked == ["BR-V5"]
    phone.open(few, "#force")
    assert phone.page.locator("#force input:checked").count() > 1


def test_open_points_are_listed(phone: Phone, few: Path, book: Book) -> None:
    count = sum(entry.kind == "open" for name, entry in book.entries.items() if name[:3] == "BR-")
    phone.open(few, "#force")
    link = phone.page.locator("#force a[href='#BR-opens']")
    assert str(count) in link.inner_text()
    link.tap()
    phone.page.locator("#hits article").nth(count - 1).wait_for()
    assert phone.page.locator("#hits article").count() == count
    phone.open(few, "#BR-O1")
    phone.page.locator("#hits article a", has_text="BR 3.2b").first.tap()
    phone.page.locator("#hits article[id='BR-3.2b']").wait_for()  # a place changes after the tap


def test_calculators_work_as_the_command_line_does(phone: Phone, few: Path) -> None:
    phone.open(few, "#RAID-9.1")
    form = phone.page.locator("#hits form.calc")
    form.locator("[data-name=players]").fill("4")
    form.locator("[data-name=damage]").fill("380")
    result = form.locator(".result")
    assert "9\nmin(380 ÷ 40, 60)" in result.inner_text()
    form.locator("[data-name=players]").fill("0.5")
    assert "整数" in result.inner_text()
    assert form.locator("[data-name=players]").get_attribute("aria-invalid") == "true"


def test_an_address_that_is_not_encoded(phone: Phone, few: Path) -> None:
    phone.open(few, "#?100%")
    assert phone.page.locator("#query").input_value() == "100%"
    assert phone.complaints == []


def test_japanese_is_set_in_a_japanese_font(phone: Phone) -> None:
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    phone.ask("br q22")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    selector = {"nodeId": root, "selector": "#hits .verdict bdi[lang=ja]"}
    node = session.send("DOM.querySelector", selector)["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    session.detach()
    assert fonts
    assert all(re.search("JP|BIZ|IPA|Hiragino|Gothic", font["familyName"]) for font in fonts), fonts


HOSTILE = (
    "<script>window.hurt=1</script><img src=x onerror=hurt=1></script>--><!-- \"'&amp;\u2028 ${a} `"
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A page whose every text is an attack."""
    book = write_book(tmp_path / "book", with_payloads(HOSTILE))
    page = tmp_path / "hostile.html"
    page.write_text(phone_page(select(open_book([book]), (), None)), encoding="utf-8")
    return page


def test_hostile_text_stays_text(same_phone: Phone, hostile: Path) -> None:
    phone = same_phone.restart(hostile)
    assert phone.ask("question img")
    for summary in phone.page.locator("#hits summary").all():
        summary.tap()
    for place in ("#force", "#numbers", "#CH-1.1", "#?<img src=x onerror=hurt=1>", "#CH-Q1"):
        phone.open(hostile, place)
    assert phone.page.evaluate("window.hurt") is None
    assert phone.page.locator("img").count() == 0
    assert "<script>window.hurt=1</script>" in (phone.page.text_content("#CH-Q1 .verdict") or "")
    assert phone.complaints == []


def test_the_policy_lets_nothing_else_run(phone: Phone) -> None:
    phone.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.hurt = 1";
          document.body.append(script);
          document.body.insertAdjacentHTML("beforeend", "<img src='https://example.invalid/x.png'>");
        }"""
    )
    phone.page.wait_for_timeout(200)
    assert phone.page.evaluate("window.hurt") is None
    assert any("Content Security Policy" in complaint for complaint in phone.complaints)
