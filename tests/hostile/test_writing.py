"""Every command that writes: what it may touch, and what stays as it was to the last byte."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import faults
import pytest
from cases import DATA
from hostile import everything, write_book
from running import Rulings

EDITION, NEWER = sorted((DATA / "editions").glob("*.txt"))[:2]
posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights on Windows")
pytestmark = posix

CALL = ("call", "--ruleset", "CH", "May I?", "--verdict", "No.")
DRAFT = ("new", "ruling", "--ruleset", "CH", "May I?", "--into", "book")
SITE = ("site", "-o", "public")
SHEET = ("sheet", "tonight", "--format", "md", "-o")
PAGE = ("page", "--ruleset", "CH", "-o")


@pytest.fixture
def shipped(plain_book: Path) -> Path:
    return plain_book


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run commands in, with a book in it; `outside` is a folder beside it."""
    here = tmp_path / "world" / "here"
    here.mkdir(parents=True)
    (here.parent / "outside").mkdir()
    (here.parent / "outside" / "precious").write_text("mine")
    write_book(here / "book", everything())
    monkeypatch.chdir(here)
    return here


@pytest.fixture
def own(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own book, which describes the source of calls already."""
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(here / "own"))
    plant("own/sources.yaml", "sources: [{id: table-calls, title: {en: Calls}}]\n")
    return here / "own"


def refused(ran: Any, reason: str = "") -> None:
    assert ran.code == 2, ran
    assert reason in ran.err, ran.err
    lines = [line for line in ran.err.splitlines() if "warning" not in line]
    assert len(lines) == 1, ran.err


def plant(place: str, what: str) -> None:
    """Put a file, a folder (``/``), a pipe (``|``) or a link (``-> target``) at a place."""
    path = Path(place)
    path.parent.mkdir(parents=True, exist_ok=True)
    if what.startswith("-> "):
        path.symlink_to(what[3:])
    elif what == "|":
        os.mkfifo(path)
    elif what == "/":
        path.mkdir()
    else:
        path.write_text(what)


# The command that writes, what is put in its way, and the message; no other file is touched
IMPORT = ("import", "mtg-cr", str(EDITION), "--into")
REFUSED = [
    (CALL, "own/.rulings-lock", "-> ../../outside/new", "cannot be written"),
    (CALL, "own/.rulings-lock", "/", "cannot be written"),
    (CALL, "own/calls.yaml", "-> ../../outside/new", "leads out"),
    (CALL, "own/calls.yaml", "-> ../../outside/precious", "leads out"),
    (CALL, "own/calls.yaml", "-> /dev/zero", "leads out"),
    (CALL, "own/calls.yaml", "-> calls.yaml", "in a circle"),
    (CALL, "own/calls.yaml", "|", "pipe"),
    (CALL, "own/calls.yaml", "/", "folder"),
    (DRAFT, "book/rulings.yaml", "-> ../../outside/new", "leads out"),
    (DRAFT, "book/rulings.yaml", "-> rulings.yaml", ""),
    (DRAFT, "book/rulings.yaml", "|", "pipe"),
    (DRAFT, "book/.rulings-lock", "-> ../../outside/new", "cannot be written"),
    ((*SHEET, "x.md"), "x.md", "-> book/all.yaml", "a book or project may own"),
    ((*SHEET, "x.md"), "x.md", "-> book/rulings.toml", "a book or project may own"),
    ((*SHEET, "x.md"), "x.md", "|", "pipe"),
    ((*SHEET, "x.md"), "x.md", "-> x.md", "circle"),
    ((*SHEET, "x.md"), "x.md", "-> /dev/zero", "pipe or device"),
    ((*SHEET, "x.md"), "x.md", "/", "folder"),
    ((*PAGE, "x.html"), "x.html", "-> book/all.yaml", "a book or project may own"),
    ((*PAGE, "x.html"), "x.html", "-> x.html", "circle"),
    ((*PAGE, "x.html"), "x.html", "|", "pipe"),
    (SITE, "public/index.html", "mine", "not written by this command"),
    (SITE, "public/ch/1.html", "mine", "not written by this command"),
    (SITE, "public/index.html", "|", "pipe"),
    (SITE, "public/index.html", "/", "folder"),
    (SITE, "public/index.html", "-> ../../outside/precious", "leads out"),
    (SITE, "public/index.html", "-> ../book/all.yaml", "leads out"),
    (SITE, "public/index.html", "-> other", "through a link"),
    (SITE, "public/ch", "-> ../../outside", "leads out"),
    (SITE, "public/ch", "mine", "cannot be written"),
    (SITE, "public/.rulings-files", "-> ../../outside/new", "leads out"),
    (SITE, "public/.rulings-files", "|", "pipe"),
    (SITE, "public/entries.json", "-> /dev/zero", "leads out of public"),
    (SITE, "public", "mine", "cannot be"),
    ((*IMPORT, "b"), "b/precious", "mine", "--into"),
    ((*IMPORT, "b"), "b/game.yaml", "|", "not written by"),
    ((*IMPORT, "b"), "b", "-> ../outside", "no folder"),
    ((*IMPORT, "b"), "b", "mine", "no folder"),
    ((*IMPORT, "."), "mine.txt", "mine", "not written by"),
    ((*IMPORT, ".."), "mine.txt", "mine", ""),
    ((*IMPORT, "sub/.."), "sub/mine.txt", "mine", ""),
    ((*IMPORT, "/"), "mine.txt", "mine", ""),
    ((*IMPORT, ""), "mine.txt", "mine", ""),
]


@pytest.mark.parametrize(
    ("arguments", "place", "what", "reason"),
    [pytest.param(*case, id=f"{case[0][0]} over {case[1]} {case[2]}") for case in REFUSED],
)
def test_nothing_is_written_there(
    command: Rulings,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    place: str,
    what: str,
    reason: str,
) -> None:
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(here / "own"))
    if place.startswith("own/"):
        plant("own/sources.yaml", "sources: [{id: table-calls, title: {en: Calls}}]\n")
    plant(place, what)
    before = faults.tree(here.parent)
    refused(command(*arguments), reason)
    assert faults.tree(here.parent) == before


# Folders of a user's, beside a new book and under names like those of the importer's own
PRECIOUS = [".b.old", ".b.new-mine", ".other.new-1x", ".rulings-mine", ".b.old/deep", "*", "b2"]


@pytest.mark.parametrize("into", ["b", "*", "[b]", "new/b"])
def test_an_import_touches_no_folder_but_its_own(command: Rulings, here: Path, into: str) -> None:
    for name in PRECIOUS:
        if name != into:
            plant(f"{name}/precious", "mine")
    before = faults.tree(here.parent)
    for edition in (EDITION, NEWER):
        ran = command("import", "mtg-cr", str(edition), "--into", into)
        assert ran.code == 0, ran
        after = faults.tree(here.parent)
        assert {path: after.get(path) for path in before} == before
        added = after.keys() - before.keys()
        own = {f"here/{into}", *(["here/new"] if "/" in into else ())}
        assert all(name in own or name.startswith(f"here/{into}/") for name in added), added


@pytest.mark.parametrize(
    ("question", "verdict", "reason"),
    [
        ("May I?", "   ", "--verdict"),
        ("May I?", "\u3000\n\t", "--verdict"),
        ("May I?", "\x00\x1b", "--verdict"),
        (" \n", "No.", "question"),
        ("May I?", "x" * 20_000, "240 at most"),
        ("May I?", "x" * 241, "240 at most"),
        ("x" * 20_001, "No.", "longer than 20000 characters"),
        ("May I, by [[CH 9.9]]?", "No.", "[[CH 9.9]] is not in the book"),
        ("May I?", "By [[CH 1.1]].", "[[CH 1.1]] is not among what this ruling rests on"),
        ("TODO: ask", "No.", "is not written yet"),
    ],
)
def test_a_call_that_check_would_reject(
    command: Rulings, own: Path, question: str, verdict: str, reason: str
) -> None:
    """It is not kept, be it new or changed."""
    before = faults.tree(own.parent)
    refused(command("call", "--ruleset", "CH", question, "--verdict", verdict), reason)
    assert faults.tree(own.parent) == before

    kept = command(*CALL).out.split("  ")[0]
    before = faults.tree(own.parent)
    changed = ("--question", question) if verdict == "No." else ("--verdict", verdict)
    refused(command("calls", "edit", kept, *changed), reason)
    assert faults.tree(own.parent) == before


def test_a_call_that_cites_what_is_gone_can_still_be_withdrawn(command: Rulings, own: Path) -> None:
    kept = command(*CALL, "--clause", "CH 1.1").out.split("  ")[0]
    calls = own / "calls.yaml"
    calls.write_text(calls.read_text().replace("CH 1.1", "CH 9.9"))

    refused(command("calls", "edit", kept, "--note", "By [[CH 8.8]]."), "CH 8.8")
    assert command("calls", "withdraw", kept, "--why", "Its clause is gone").code == 0
    assert "status: withdrawn" in calls.read_text()


def test_a_call_in_both_languages_is_kept(command: Rulings, own: Path) -> None:
    assert command(*CALL, "--note", "2回目は負け").code == 0


def test_a_file_keeps_its_line_ends_and_every_byte_before_the_call(
    command: Rulings, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(here / "own"))
    before = b"# mine\r\n\r\nrulings:\r\n\r\n  # nothing yet\r\n"
    plant("own/calls.yaml", "")
    Path("own/calls.yaml").write_bytes(before)
    for _ in range(2):
        assert command(*CALL).code == 0
    after = Path("own/calls.yaml").read_bytes()
    assert after.startswith(before.rstrip())
    assert after.count(b"\n") == after.count(b"\r\n") > 20
    assert after.count(b"id: CH-Q") == 2


@pytest.mark.parametrize(
    "address",
    [
        "https://",
        "x",
        "ftp://a",
        "https://x\udcff/",
        "https://x y/",
        "https://x\n/",
        "https://例え/",
    ],
)
def test_an_address_that_is_none(command: Rulings, here: Path, address: str) -> None:
    refused(command("show", "CH-Q1", "--qr", address), "--qr")


def test_a_site_leaves_what_others_put_beside_its_pages(command: Rulings, here: Path) -> None:
    assert command(*SITE).code == 0
    plant("public/CNAME", "r.example")
    plant("public/ch/mine.html", "mine")
    assert command(*SITE).code == 0
    assert Path("public/CNAME").read_text() == "r.example"
    assert Path("public/ch/mine.html").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "room"), [(SITE, 300), (SITE, 3_000), ((*SHEET, "tonight.md"), 2_000)]
)
def test_a_full_disk_cuts_no_page_and_no_sheet(
    command: Rulings, here: Path, arguments: tuple[str, ...], room: int
) -> None:
    assert command(*arguments).code == 0
    before = faults.tree(here)
    with faults.full_after(room):
        refused(command(*arguments), "cannot be written")
    assert faults.tree(here) == before
    assert command(*arguments).code == 0
