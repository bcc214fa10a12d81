"""The site: an address for every entry, and links that lead somewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from phones import NewPhone, Phone
from running import Rulings, Write

from rulings_cli.site.site import path_of
from rulings_index.weights import LONGEST_QUERY


@pytest.fixture
def made(
    rulings: Rulings, write_book: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Path]:
    """Makes the site of a small book, on a day."""

    def make(day: int = 0, changes: dict[str, str] | None = None) -> Path:
        folder = tmp_path / "public"
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_700_000_000 + day * 86_400))
        book = write_book(changes)
        rulings("site", "-o", str(folder), "--only", "--book", str(book))
        return folder

    return make


@pytest.mark.parametrize(
    ("identifier", "path"),
    [("BR 8.1a", "br/8.1a"), ("BR-Q22", "br/q22"), ("BR 8", "br/8"), ("BR rulings", "br/rulings")],
)
def test_addresses(identifier: str, path: str) -> None:
    assert path_of(identifier) == path


def test_every_link_leads_to_a_file(made: Callable[..., Path]) -> None:
    folder = made()
    pages = list(folder.rglob("*.html"))
    assert folder / "ch" / "q1.html" in pages
    assert f'maxlength="{LONGEST_QUERY}"' in (folder / "index.html").read_text(encoding="utf-8")
    for page in pages:
        if page.name == "search.html":
            continue
        for link in re.findall(r'href="([^"#:]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / link.partition("?")[0]).exists(), f"{page}: {link}"


@pytest.mark.long
@pytest.mark.browser
def test_every_kind_of_page_is_accessible(new_phone: NewPhone, made: Callable[..., Path]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    folder = made()
    phone = new_phone(bypass_csp=True)
    for name in ("index", "ch/index", "ch/about", "ch/1", "ch/1.1", "ch/q1"):
        phone.open(folder / f"{name}.html")
        report = axe.Axe().run(
            phone.page, options={"preload": False}
        )  # it would fetch the style sheet
        assert report.violations_count == 0, report.generate_report()
    assert phone.complaints == []


def test_data_can_be_read(made: Callable[..., Path]) -> None:
    folder = made()
    entries = json.loads((folder / "entries.json").read_text(encoding="utf-8"))["entries"]
    entry = json.loads((folder / "ch" / "q1.json").read_text(encoding="utf-8"))
    assert entry in entries


def test_the_same_book_gives_the_same_site(made: Callable[..., Path]) -> None:
    before = {path: path.read_bytes() for path in made().rglob("*") if path.is_file()}
    after = {path: path.read_bytes() for path in made(day=1).rglob("*") if path.is_file()}
    assert before == after


def test_one_style_sheet_and_script_serve_all_pages(made: Callable[..., Path]) -> None:
    folder = made()
    assert [path.name for path in folder.rglob("*.css")] == ["style.css"]
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if page.name != "search.html":
            assert text.count("style.css") == 1
            assert "<style>" not in re.sub("<noscript>.*?</noscript>", "", text, flags=re.DOTALL)


@pytest.mark.browser
def test_the_site_speaks_the_readers_language(
    english_phone: Phone, same_phone: Phone, made: Callable[..., Path]
) -> None:
    folder = made()
    for phone, own, heading in ((english_phone, "en", "Pawns"), (same_phone, "ja", "ポーン")):
        phone.restart(folder / "ch" / "index.html")
        assert heading in phone.page.locator(
            "h2"
        ).last.inner_text() or heading in phone.page.inner_text(".reading")
        assert phone.page.locator("html").get_attribute("lang") == own
        other = {"en": "ja", "ja": "en"}[own]
        phone.page.locator(f"label[for=language-{other}]").click()
        phone.open(folder / "ch" / "q1.html")
        assert phone.page.locator("html").get_attribute("lang") == other, "it is remembered"
        assert phone.complaints == []


@pytest.mark.browser
def test_from_home_to_an_entry_and_back(english_phone: Phone, made: Callable[..., Path]) -> None:
    phone = english_phone.restart(made() / "index.html")
    card = phone.page.locator(".cards a")
    for words in ("Rules of Chess", "official", "interpretation", "Rules 1", "Questions 1"):
        assert words in card.inner_text()

    card.click()
    phone.page.locator(".toc a", has_text="CH 1").click()
    assert phone.page.url.endswith("/ch/index.html#CH-1")
    phone.page.locator("#CH-1\\.1 a", has_text="CH 1.1").click()
    assert phone.page.url.endswith("/ch/1.1.html")
    phone.page.locator(".around a", has_text="CH-Q1").click()
    assert phone.page.url.endswith("/ch/q1.html")
    phone.page.locator(".around a", has_text="CH 1.1").click()
    phone.page.locator(".way a", has_text="CH 1").last.click()
    assert phone.page.url.endswith("/ch/1.html")
    phone.page.locator(".way a").click()
    assert phone.page.url.endswith("/ch/index.html#CH-1")

    phone.page.get_by_role("link", name="Home").click()
    phone.page.fill("#q", "must it be promoted?")
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_selector("#hits article")
    assert phone.page.locator("#hits article").first.get_attribute("id") == "CH-Q1"
    assert phone.complaints == []


@pytest.mark.long
@pytest.mark.browser
def test_a_variant_in_force_is_not_said_to_be_off(
    rulings: Rulings, one_game: None, english_phone: Phone, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V5")
    rulings("site", "-o", str(tmp_path / "public"), "--ruleset", "BR")

    for name, is_off in (("v5", False), ("q8", False), ("v1", True)):
        phone = english_phone.restart(tmp_path / "public" / "br" / f"{name}.html")
        assert phone.page.locator(".head .needs").is_visible() == is_off, name
