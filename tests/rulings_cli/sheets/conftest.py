"""Printing sheets for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace
from printing import JAPANESE_FONT, Printed, need, run

from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings.reading.load import open_book
from rulings_cli.sheets.request import Format, RenderedSheet, SheetRequest, fingerprint_of


@pytest.fixture
def printed() -> Printed:
    """Prints a sheet of the book that ships: ``printed("battle-royal", language="both")``."""

    def make(
        *what: str,
        form: str = "pdf",
        books: tuple[Path, ...] = (),
        columns: int | None = None,  # as a sheet file says it
        **options: Any,
    ) -> RenderedSheet:
        folders = [Path(need(str(JAPANESE_FONT)))] if form == "pdf" else []
        given: dict[str, Any] = {
            "font_folders": folders,
            "language": "en",
        }
        order = SheetRequest(what=what, books=[BUILT_IN_BOOK, *books], **(given | options))
        vars(order)["sheet"] = replace(order.sheet, columns=columns or order.sheet.columns)
        return order.make(cast(Format, form))

    return make


@pytest.fixture
def text_of(tmp_path: Path) -> Callable[[bytes], str]:
    """The text of a PDF as `pdftotext -raw` reads it: a line a line, a form feed after a page."""

    def read(pdf: bytes) -> str:
        path = tmp_path / "read.pdf"
        path.write_bytes(pdf)
        return run("pdftotext", "-raw", path, "-")

    return read


@cache
def _read_once(path: Path) -> Book:
    return open_book([path])


@cache
def _marked_once(paths: tuple[Path, ...]) -> str:
    return fingerprint_of(paths)


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> Book:
    """The book that ships; no test of sheets changes it, so it is read once for all of them."""

    def read(paths: Sequence[Path]) -> Book:
        first, *more = paths
        is_ours = not more and first.is_relative_to(BUILT_IN_BOOK)
        return _read_once(first) if is_ours else open_book(paths)

    def mark(paths: Sequence[Path]) -> str:
        is_ours = all(path.is_relative_to(BUILT_IN_BOOK) for path in paths)
        return _marked_once(tuple(paths)) if is_ours else fingerprint_of(paths)

    monkeypatch.setattr("rulings_cli.sheets.request.open_to_publish", read)
    monkeypatch.setattr("rulings_cli.sheets.request.fingerprint_of", mark)
    return _read_once(BUILT_IN_BOOK)
