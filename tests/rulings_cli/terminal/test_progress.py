"""Who waits is told what for, and how far it is: on a terminal, and nowhere else."""

from __future__ import annotations

import io
import re
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from running import Rulings, Write

from rulings.errors import RulingsError
from rulings.progress import counted, tell, watched_by
from rulings_cli.terminal.progress import ProgressLine


class Screen(io.StringIO):
    """A terminal that keeps what was drawn."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting before a line is drawn, nor between two."""
    monkeypatch.setattr("rulings_cli.terminal.progress._SECONDS_BETWEEN", 0)
    monkeypatch.setattr("rulings_cli.main.ProgressLine", partial(ProgressLine, 0))


@pytest.mark.parametrize(
    ("command", "works"),
    [
        (["search", "pawn"], ["reading the books", "indexing the books"]),
        (["page", "-o", "page.html"], ["reading the books", "making the page"]),
        (
            ["site", "-o", "site", "--address", "https://a.example/"],
            ["reading the books", "making the pages"],
        ),
        (["sheet", "CH-Q1", "-o", "sheet.pdf"], ["reading the books", "setting the sheet"]),
        (["import", "mtg-cr", "{rules}", "--into", "new"], ["importing mtg-cr"]),
    ],
    ids=lambda value: value[0],
)
@pytest.mark.usefixtures("at_once")
def test_each_work_says_what_it_does_and_leaves_no_line(
    rulings: Rulings,
    write_book: Write,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    works: list[str],
) -> None:
    rules = next((Path(__file__).parents[2] / "data" / "editions").glob("*.txt"))
    words = [word.format(rules=rules) for word in command]
    own = [] if command[0] == "import" else ["--only", "--book", str(write_book())]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))  # that of all tests has the parts
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)

    ran = rulings(*words, *own)

    assert ran.code == 0, ran
    drawn = screen.getvalue()
    assert [work for work in works if f"{work} [" not in drawn] == []
    assert drawn.rpartition("\r")[2] == "\x1b[K", "erased at the end"
    assert re.search(r" \[[#.]{30}\] +\d+%", drawn)


@pytest.mark.usefixtures("at_once")
def test_a_pipe_is_told_nothing(rulings: Rulings, write_book: Write) -> None:
    assert rulings("search", "pawn", "--only", "--book", str(write_book())).err == ""


def test_what_is_soon_done_is_not_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with closing(ProgressLine(seconds=60)) as line, watched_by(line):
        assert list(counted("counting", range(9))) == list(range(9))

    assert screen.getvalue() == ""


@pytest.mark.usefixtures("at_once")
def test_a_mistake_in_the_middle_begins_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, rulings: Rulings
) -> None:
    def stop() -> int:
        tell("working", 1, 2)
        raise RulingsError("stopped")

    monkeypatch.setattr("sys.stderr", screen := Screen())
    monkeypatch.setattr("rulings_cli.start.direct.call", lambda _: stop)

    assert rulings("search", "pawn").code == 2
    assert screen.getvalue().endswith("50%\r\x1b[Krulings: stopped\n")


def test_nobody_needs_to_watch() -> None:
    assert list(counted("counting", "ab")) == ["a", "b"]
