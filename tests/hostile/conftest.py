"""A book with hostile text in every field, or a plain one, in place of our own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hostile import ALL_OF_THEM, everything, with_payloads, write_book
from running import Ran, Rulings

from rulings.reading import book_files
from rulings_cli import main


@pytest.fixture(scope="session")
def hostile_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("hostile") / "book", with_payloads(ALL_OF_THEM))


@pytest.fixture(scope="session")
def plain_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same fields with short texts that mean no harm: it is quickly indexed and printed."""
    return write_book(tmp_path_factory.mktemp("plain") / "book", everything())


@pytest.fixture
def shipped(hostile_book: Path) -> Path:
    """The book in place of our own; a module takes another where texts are not the question."""
    return hostile_book


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], shipped: Path
) -> Rulings:
    """Runs ``rulings …`` on one book alone, in this process; bugs come through."""
    monkeypatch.setattr(book_files, "BUILT_IN_BOOK", str(shipped))
    monkeypatch.setenv("RULINGS_CACHE", str(shipped.parent / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    os.environ.pop("RULINGS_BOOK", None)

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["rulings", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main.run()
        out, err = capfdbinary.readouterr()
        code = int(stopped.value.code or 0)
        return Ran(code, out.decode(errors="replace"), err.decode(errors="replace"))

    return run
