"""Paths that lead elsewhere: in ids, options and sheet files, by links and through pipes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import faults
import pytest
from cases import DATA
from hostile import everything, put, write_book
from running import Rulings

from rulings.reading.load import load_book
from rulings_index import open_index

EDITION = sorted((DATA / "editions").glob("*.txt"))[0]
OUTSIDE = [
    "../../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "/",
    "~",
    "a/../..",
    "x" * 300,
    "a\udcff",
]
posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights on Windows")


def refused(ran: Any) -> None:
    assert ran.code in (1, 2), ran
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()) <= 1 + ran.err.count("warning"), ran.err


def told(ran: Any) -> None:
    """A book that cannot be read stops no answer from the others, and one line says so."""
    assert ran.code in (0, 1, 2), ran
    assert "Traceback" not in ran.err
    (line,) = ran.err.strip().splitlines()
    assert "rulings: " in line, ran.err


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize(
    "way",
    [("rulings", 0, "id"), ("cards", 0, "id"), ("game", "id"), ("ruleset", "id")],
    ids=str,
)
def test_an_id_never_is_a_path(tmp_path: Path, way: tuple[str | int, ...], name: str) -> None:
    data = everything()
    put(data, way, name)
    loading = load_book([write_book(tmp_path / "book", data)])
    book = loading.book
    named = [*book.games, *book.rulesets, *book.entries, *(slug for _, slug in book.cards)]
    assert name not in named


@pytest.mark.parametrize("place", ["no/such/book", "/dev/null", "/dev/zero", "a\udcff", "x" * 300])
def test_a_book_that_is_none(command: Rulings, place: str) -> None:
    told(command("search", "title", "--book", place))


PATHS = ["../x", "/tmp/x", ".hidden", "a/b", "a\\b", "..", "C:x"]
NO_NAMES = ["", " ", "\n", "a\nb", "\udcff", "\x1b[31m", "a\u202e", ".x", "x.", "x" * 101]


@pytest.mark.parametrize("name", [*PATHS, *NO_NAMES])
@pytest.mark.parametrize("into", [(), ("--into", "b")], ids=["own place", "into"])
def test_an_edition_never_is_a_path(
    command: Rulings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    into: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = command("import", "mtg-cr", str(EDITION), "--edition", name, *into)
    assert ran.is_rejected("--edition"), ran
    assert faults.tree(tmp_path) == {}


def test_what_is_printed_overwrites_no_book(command: Rulings, hostile_book: Path) -> None:
    file = hostile_book / "all.yaml"
    before = file.read_bytes()
    refused(command("sheet", "tonight", "--format", "md", "-o", str(file)))
    assert file.read_bytes() == before


@posix
@pytest.mark.parametrize(
    "place", ["/dev/full", "/", "no/such/a.md", "x" * 300 + ".md", "/proc/a.md"]
)
def test_a_sheet_that_cannot_be_written(command: Rulings, place: str) -> None:
    refused(command("sheet", "tonight", "--format", "md", "-o", place))


@posix
def test_links_out_of_a_book_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    write_book(secret, {"terms": [{"id": "secret", "name": {"en": "secret"}}]})
    book = write_book(tmp_path / "book", everything())
    (book / "file.yaml").symlink_to(secret / "all.yaml")
    (book / "folder").symlink_to(secret)
    (book / "loop").symlink_to(book)
    loading = load_book([book])
    (problem,) = loading.all_problems()
    assert problem.path.endswith("file.yaml") and "is a link that leads out" in problem.message
    assert list(loading.book.terms) == [("chess", "pawn")]
    index = open_index([book], cache_dir=tmp_path / "cache")
    assert not index.search("secret").hits


@posix
def test_a_pipe_in_a_book_keeps_nobody_waiting(command: Rulings, tmp_path: Path) -> None:
    book = write_book(tmp_path / "book", everything())
    os.mkfifo(book / "pipe.yaml")
    (problem,) = load_book([book]).all_problems()
    assert "is a pipe" in problem.message
    ran = command("search", "title", "--book", str(book))
    assert (ran.code, len(ran.err.splitlines())) == (0, 1), ran
    assert "is a pipe" in ran.err


@posix
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_configuration_that_is_no_file_is_not_passed_over(
    command: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    make("rulings.toml")
    assert command("search", "title").is_rejected("it takes a file")


@pytest.mark.parametrize(
    "name", ["no.yaml", "..yaml", "/dev/null.yaml", "book/all.yaml", "sub.yaml"]
)
def test_a_sheet_file_that_is_none(
    command: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_book(tmp_path / "book", everything())
    (tmp_path / "sub.yaml").mkdir()
    refused(command("sheet", name, "--format", "md"))


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write")
def test_a_place_for_calls_without_rights(command: Rulings, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refused(command("call", "--ruleset", "CH", "a", "--verdict", "b"))


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_a_book_in_a_folder_without_rights(command: Rulings, tmp_path: Path) -> None:
    """It may be there, so it is not called missing."""
    write_book(tmp_path / "locked" / "book", everything())
    (tmp_path / "locked").chmod(0)
    warning = command("search", "prize", "--book", str(tmp_path / "locked" / "book")).err
    (tmp_path / "locked").chmod(0o700)
    assert "Permission denied" in warning


@pytest.mark.parametrize("place", ["/dev/null", "file", "file/below", "/proc/nowhere"])
def test_a_place_for_calls_that_is_no_folder(
    command: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("RULINGS_OWN_BOOK", place)
    refused(command("call", "--ruleset", "CH", "a", "--verdict", "b"))
    assert (tmp_path / "file").read_text() == "mine"
