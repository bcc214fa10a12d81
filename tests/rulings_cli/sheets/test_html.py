"""Sheets as HTML: what the file holds, and what Chromium prints of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from printing import (
    HOSTILE,
    JAPANESE_FONT,
    Printed,
    Reader,
    need,
    run,
    squeezed,
    write_hostile_book,
)

from rulings.reading.book import Book
from rulings.text.markdown import plain_text


def chromium_pdf(page: str, folder: Path) -> str:
    """The text of what Chromium prints."""
    need(str(JAPANESE_FONT))
    source, target = folder / "sheet.html", folder / "sheet.pdf"
    source.write_text(page, encoding="utf-8")
    run(
        "chromium",
        *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
        *(f"--user-data-dir={folder / 'profile'}", "--no-pdf-header-footer"),
        f"--print-to-pdf={target}",
        source.as_uri(),
    )
    return run("pdftotext", "-raw", target, "-")


def test_everything_of_the_selection_is_on_it(printed: Printed, book: Book) -> None:
    page = Reader(printed("battle-royal", form="html", language="both").content.decode())

    for entry in book.entries.values():
        if entry.id.startswith("BR-Q"):
            for text in (entry.title, entry.verdict, entry.answer):  # type: ignore[union-attr]
                for language in ("en", "ja"):
                    assert squeezed(plain_text(text[language], _name(book))) in page.text
            assert entry.id in page.values("id")


def _name(book: Book) -> Callable[[str], str]:
    return lambda reference: reference


def test_it_needs_nothing_else_and_runs_nothing(printed: Printed) -> None:
    page = Reader(printed("battle-royal", form="html", language="both").content.decode())

    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "img", "link", "iframe", "object", "form", "base"}
    assert "src" not in {name for _, attrs in page.elements for name in attrs}
    (policy,) = (a["content"] for t, a in page.elements if t == "meta" and "http-equiv" in a)
    assert (policy or "").startswith("default-src 'none'; style-src 'sha256-")


def test_links_lead_somewhere(printed: Printed) -> None:
    page = Reader(printed("raid", form="html").content.decode())

    ids = page.values("id")
    assert len(ids) == len(set(ids))
    for address in page.values("href"):
        assert address.startswith("https://") or address.removeprefix("#") in ids


def test_hostile_text_comes_out_as_it_is(printed: Printed, tmp_path: Path) -> None:
    book = write_hostile_book(tmp_path / "hostile")
    raw = printed("hostile", form="html", books=(book,), language="both", included=["HO-V1"])
    page = Reader(raw.content.decode())

    assert (
        page.text.count(squeezed(HOSTILE))
        + page.text.count(squeezed(HOSTILE).replace("&amp;", "&"))
        > 25
    )
    assert not {tag for tag, _ in page.elements} & {"script", "img"}
    assert not [name for _, attrs in page.elements for name in attrs if name.startswith("on")]
    assert not [address for address in page.values("href") if not address.startswith("#")]
    style = re.search(r"<style>(.*?)</style>", raw.content.decode(), re.DOTALL)
    assert style
    assert "<" not in style[1]


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.long)])
def test_what_chromium_prints(printed: Printed, book: Book, tmp_path: Path, paper: str) -> None:
    made = printed("battle-royal", form="html", language="ja", paper=paper, omit=["contents"])
    pages = chromium_pdf(made.content.decode(), tmp_path).rstrip("\f").split("\f")

    for number, page in enumerate(pages, start=1):
        assert f"{number}/{len(pages)}" in squeezed(page)
    squeezed_pages = [squeezed(page) for page in pages]
    for entry in book.entries.values():
        if entry.id.startswith("BR-Q"):
            first = squeezed(f"{entry.id}{entry.title['ja']}")
            last = squeezed(plain_text(entry.why["ja"]))[-12:]  # type: ignore[union-attr]
            (home,) = (page for page in squeezed_pages if first in page)
            assert last in home, f"{entry.id} is split"
