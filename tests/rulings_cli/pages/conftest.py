"""A phone to look at pages with: Debian's Chromium, driven by Playwright, started once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from once import made_once
from phones import PHONE, NewPhone, Phone

from rulings.format.model import AnyEntry
from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings.reading.load import open_book
from rulings_cli.html.selection import Selection, select
from rulings_cli.phone.page import phone_page
from rulings_index import Index

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def book() -> Book:
    return open_book((BUILT_IN_BOOK,))


def _all_in_force(book: Book) -> Selection:
    variants = [name for name, entry in book.entries.items() if entry.kind == "variant"]
    return select(book, (), None, included=variants)


def _written_once(file: Path, selection: Selection) -> Path:
    def write(page: Path) -> None:
        page.write_text(phone_page(selection), encoding="utf-8", newline="\n")

    return made_once(file, write)


@pytest.fixture(scope="session")
def table(book: Book, index: Index, shared_cache: Path) -> Path:
    """The page of the whole book, every variant in force at first; made once for all processes,
    from the parts of the index.
    """
    return _written_once(shared_cache / "table.html", _all_in_force(book))


def _seldom_asked(entry: AnyEntry) -> AnyEntry:
    asked = {language: listed[:5] for language, listed in entry.asked.items()}
    return msgspec.structs.replace(entry, asked=asked)


@pytest.fixture(scope="session")
def some(book: Book) -> Selection:
    """Few entries with few phrasings, for what takes long where there are many."""
    first = ("BR 3.2", "BR 8", "BR 9", "BR-V", "BR-Q2", "BR-O")
    names = [name for name in book.entries if name.startswith(first)]
    names += ["BR-Q8", "RAID 9.1", "RAID-V1"]
    chosen = {name: _seldom_asked(book.entries[name]) for name in names}
    return replace(_all_in_force(book), entries=chosen)


@pytest.fixture(scope="session")
def few(some: Selection, shared_cache: Path) -> Path:
    """The page of few entries."""
    return _written_once(shared_cache / "few.html", some)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is missing, and on CI these tests must run")
        pytest.skip("needs Chromium: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install 'tcg-rulings[test]'")
    with sync_api.sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]  # there is none, and playing one takes longer
        started = playwright.chromium.launch(executable_path=chromium, args=options)
        yield started
        started.close()


@contextmanager
def phones(browser: Browser) -> Iterator[NewPhone]:
    contexts = []

    def new(**options: Any) -> Phone:
        settings: dict[str, Any] = {"locale": "ja-JP", "is_mobile": True, "has_touch": True}
        context = browser.new_context(viewport=PHONE, **(settings | options))
        contexts.append(context)
        phone = Phone(context.new_page())
        phone.page.on("request", lambda request: phone.requests.append(request.url))
        phone.page.on("console", lambda message: phone.complaints.append(message.text))
        phone.page.on("pageerror", lambda error: phone.complaints.append(str(error)))
        return phone

    yield new
    for context in contexts:
        context.close()


@pytest.fixture
def new_phone(browser: Browser) -> Iterator[NewPhone]:
    """Makes phones: ``new_phone(locale="en-US", color_scheme="dark")``."""
    with phones(browser) as new:
        yield new


@pytest.fixture(scope="session")
def same_phone(browser: Browser) -> Iterator[Phone]:
    """A phone that each test starts anew (`restart`), which is sooner done than making another."""
    with phones(browser) as new:
        yield new()


@pytest.fixture(scope="session")
def english_phone(browser: Browser) -> Iterator[Phone]:
    """The same, of somebody who reads English."""
    with phones(browser) as new:
        yield new(locale="en-US")


@pytest.fixture(scope="session")
def searcher(browser: Browser, table: Path) -> Iterator[Phone]:
    """A phone with the whole book, for tests that ask questions and change nothing else."""
    with phones(browser) as new:
        yield new().open(table)
