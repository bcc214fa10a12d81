"""What a person's machine lacks ends in one line and exit code 2, or quietly; bugs are seen."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import faults
import pytest
from running import Ran, Rulings, program

from rulings_cli import main

posix = pytest.mark.skipif(os.name == "nt", reason="streams and users of POSIX")

START = """
import sys
from rulings_cli import main
from rulings.reading import book_files
book_files.BUILT_IN_BOOK = sys.argv.pop(1)
{before}
main.run()
"""
NOBODY = """
import pkgutil, importlib, pwd, os, rulings, rulings_cli, rulings_index
def missing(uid): raise KeyError(f"getpwuid(): uid not found: {uid}")
pwd.getpwuid = missing  # as where `docker --user` names a number
"""
STRANGER = """
import pkgutil, importlib, os, rulings, rulings_cli, rulings_index, encodings.idna, json
for package in (rulings, rulings_index, rulings_cli):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if "__main__" not in module.name: importlib.import_module(module.name)
os.seteuid(65534)
"""


def one_line(err: str, *parts: str) -> None:
    assert err.startswith("rulings: ")
    assert len(err.splitlines()) == 1, err
    for part in parts:
        assert part in err


@pytest.fixture
def shipped(plain_book: Path) -> Path:
    return plain_book


@pytest.fixture
def shell(shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rulings:
    """Runs ``rulings …`` in a process of its own, on the plain book, behind `redirect`."""
    monkeypatch.setenv("RULINGS_CACHE", str(shipped.parent / "cache"))

    def run(
        *arguments: str, redirect: str = "", before: str = "", without: Sequence[str] = ()
    ) -> Ran:
        for name in without:
            monkeypatch.delenv(name)
        python = (sys.executable, "-c", START.format(before=before), shipped)
        return program("bash", "-c", f'"$@" {redirect}', "bash", *python, *arguments, cwd=tmp_path)

    return run


PRINTING: list[Any] = [["search", "title"], ["list", "--json"]]
PRINTING += [pytest.param([each], marks=pytest.mark.long) for each in ("list", "--help", "schema")]


@posix
@pytest.mark.parametrize("arguments", PRINTING, ids=str)
@pytest.mark.parametrize(
    ("redirect", "said"),
    [
        ("> /dev/full", "No space left on device; make room"),
        ("| true; exit ${PIPESTATUS[0]}", None),
        ("| head -c 1 > /dev/null; exit ${PIPESTATUS[0]}", None),
        (">&-", None),
        ("<&- >&- 2>&-", None),
    ],
)
def test_streams(shell: Rulings, arguments: list[str], redirect: str, said: str) -> None:
    ran = shell(*arguments, redirect=redirect)
    if said is None:
        assert (ran.code, ran.err) == (0, "")
    else:
        assert ran.code == 2
        one_line(ran.err, said)


@posix
def test_faults_count_also_where_a_reader_has_read_enough(shell: Rulings, tmp_path: Path) -> None:
    faulty = tmp_path / "faulty"
    faulty.mkdir()
    items = "".join(f"  - {{id: x{number}}}\n" for number in range(2000))
    (faulty / "rulings.yaml").write_text(f"rulings:\n{items}")

    ran = shell("check", str(faulty), redirect="| head -n 1 > /dev/null; exit ${PIPESTATUS[0]}")

    assert (ran.code, ran.err) == (1, "")


@posix
@pytest.mark.parametrize(
    "arguments",
    [
        *(["search", "title"], ["list"], ["check"], ["card", "clock"], ["tonight"], ["doctor"]),
        ["call", "--ruleset", "CH", "a", "--verdict", "b"],
    ],
    ids=" ".join,
)
def test_nobody_without_a_home(shell: Rulings, arguments: list[str]) -> None:
    gone = ("HOME", "RULINGS_OWN_BOOK", "XDG_DATA_HOME")
    ran = shell(*arguments, before=NOBODY, without=gone)
    assert ran.code == 2
    one_line(ran.err)
    if arguments[0] != "tonight":
        one_line(ran.err, "no home folder: this user has none; set HOME")


@posix
def test_places_named_need_no_home(
    shell: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = shell("search", "title", before=NOBODY, without=("HOME", "RULINGS_OWN_BOOK"))
    assert (ran.code, ran.err) == (0, "")
    assert not (tmp_path / "~").exists()


PLACES = {
    "a name too long": "x" * 300,
    "a path too long": "/".join(["x" * 200] * 30),
    "below a file": "file/below",
    "in a circle": "circle",
    "below a circle": "circle/below",
    "not readable": "closed/below",
}
ELSEWHERE = "shows all$|kept in memory only"
USES = {
    "check": lambda place: ["check", place],
    "list": lambda place: ["list", "--book", place],
    "search": lambda place: ["search", "title", "--book", place],
    "diff": lambda place: ["diff", place, place],
    "against": lambda place: ["stale", "--against", place],
    "into": lambda place: ["new", "ruling", "--ruleset", "CH", "a", "--into", place],
    "mtg-cr": lambda place: ["import", "mtg-cr", place],
    "import into": lambda place: ["import", "mtg-cr", "file", "--into", place],
    "page": lambda place: ["page", "-o", place],
    "sheet": lambda place: ["sheet", "tonight", "-o", place + ".md"],
    "site": lambda place: ["site", "-o", place],
    "eval": lambda place: ["eval", place],
}


def lay_out(place: Path) -> None:
    (place / "file").write_text("mine")
    (place / "circle").symlink_to("circle")
    (place / "circle.md").symlink_to("circle.md")
    (place / "closed").mkdir(mode=0o700)


@posix
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("place", [place for place in PLACES if place != "not readable"])
def test_places_that_cannot_be_used(
    command: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, use: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    lay_out(tmp_path / "here")
    before = faults.contents(tmp_path / "here", hidden=True)
    ran = command(*USES[use](PLACES[place]))
    assert ran.code in (1, 2)
    assert ran.code == 1 or ran.err, ran.out
    if ran.code == 2:
        one_line(ran.err)
    assert faults.contents(tmp_path / "here", hidden=True) == before


@posix
@pytest.mark.parametrize(
    "use",
    [pytest.param(use, marks=() if use == "check" else pytest.mark.long) for use in USES],
)
def test_places_without_rights(
    shell: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use: str
) -> None:
    """Root reads everything: it puts its rights off, once everything is imported."""
    lay_out(tmp_path)
    (tmp_path / "closed").chmod(0)
    tmp_path.chmod(0o755)
    before = STRANGER if os.geteuid() == 0 else ""
    monkeypatch.setenv("XDG_DATA_HOME", "/nowhere")
    ran = shell(*USES[use]("closed/below"), before=before, without=["RULINGS_OWN_BOOK"])
    (tmp_path / "closed").chmod(0o700)
    assert ran.code in (1, 2), ran
    if ran.code == 2:  # besides the lines on a book or cache that cannot be used either
        own = [line for line in ran.err.splitlines() if not re.search(ELSEWHERE, line)]
        one_line("\n".join(own))
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "own", [*PLACES.values(), "a\udcff", "\x1b[31m"], ids=[*PLACES, "not UTF-8", "escapes"]
)
@pytest.mark.parametrize("name", ["RULINGS_OWN_BOOK", "RULINGS_BOOK", "RULINGS_CACHE"])
def test_places_named_by_variables(
    command: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, own: str
) -> None:
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path)
    monkeypatch.setenv(name, own)
    ran = command("search", "title")
    assert ran.code in (0, 2)
    assert "\x1b" not in ran.err
    if ran.err:
        one_line(ran.err)


@pytest.mark.parametrize("value", ["9" * 5000, "²", "-1", "1e9", "99999999999999", "x", "٣"])
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["sheet", "tonight", "-o", "a.pdf"], marks=pytest.mark.long),
        ["site", "-o", "site"],
        ["search", "title"],
    ],
)
def test_odd_numbers_in_variables(
    command: Rulings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    value: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as odd:  # not for what pytest prints of it
        for name in ("SOURCE_DATE_EPOCH", "COLUMNS", "LINES"):
            odd.setenv(name, value)
        ran = command(*arguments)
    assert ran.code in (0, 2)
    if ran.code:
        one_line(ran.err)


def test_a_bug_keeps_its_traceback(command: Rulings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall() -> int:
        return int("a bug")

    monkeypatch.setattr(main, "_run_any", fall)
    with pytest.raises(ValueError, match="a bug"):
        command("list")
