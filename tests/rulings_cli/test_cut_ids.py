"""A call whose id is typed in part: a terminal asks which is meant, a script is refused."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from running import Rulings, Ship, Write


@pytest.fixture
def chess(write_book: Write, ship: Ship) -> Path:
    """A small book, alone, so that each call is indexed at once."""
    path = write_book()
    ship(path)
    return path


def kept(rulings: Rulings, question: str, verdict: str) -> str:
    """The id of a call that is made."""
    return rulings("call", question, "--verdict", verdict).out.split()[0]


@pytest.mark.parametrize("cut", ["EVENT-Q{:.2}", "event q{:.3}", "{:.1}", "q{:.2}"])
def test_a_cut_id_changes_nothing_and_names_the_call(
    rulings: Rulings, chess: Path, cut: str
) -> None:
    call = kept(rulings, "A phone rings", "Warning")
    number = call.removeprefix("EVENT-Q")
    before = rulings("calls").out

    for change in (("edit", "--verdict", "No."), ("withdraw", "--why", "Too hard")):
        ran = rulings("calls", change[0], cut.format(number), *change[1:])
        assert ran.is_rejected(f"as `rulings calls` prints it; it may be {call}"), ran
    assert rulings("calls").out == before
    ran = rulings("calls", "edit", f"event q{number}", "--verdict", "No.")
    assert re.search(r"→ +Warning.*changed to.*→ +No\.", ran.out, re.DOTALL), (
        "what changed is shown"
    )


@pytest.mark.parametrize(
    ("why", "typed", "says", "status"),
    [
        ("Too hard", "y", "Is it this one? [y/N]", "withdrawn"),
        ("Too hard", "n", "nothing is changed", "active"),
        ("きびしすぎる", "y", "この裁定ですか [y/N]", "withdrawn"),
    ],
)
def test_at_a_terminal_a_cut_id_shows_the_call_and_asks(
    rulings: Rulings, chess: Path, tmp_path: Path, why: str, typed: str, says: str, status: str
) -> None:
    terminals = pytest.importorskip("terminals", reason="a terminal of its own")
    call = kept(rulings, "A phone rings", "Warning")
    cut = call[: len("EVENT-Q47")]
    command = [sys.executable, "-c", terminals.program(chess)]
    places = {name: os.environ[name] for name in ("RULINGS_OWN_BOOK", "RULINGS_CACHE")}
    terminal = terminals.Terminal(
        [*command, "calls", "withdraw", cut, "--why", why], tmp_path, **places
    )

    terminal.wait(lambda: "[y/N]" in terminal.shown)
    assert re.search(rf"{call}.*A phone rings.*Warning.*\[y/N\]", terminal.shown, re.DOTALL)
    (listed,) = rulings("calls", "--json").json["calls"]
    assert listed["status"] == "active", "nothing is changed before somebody answers"
    terminal.type(f"{typed}\n")
    terminal.wait(terminal.ended)
    terminal.wait(lambda: says in terminal.shown)

    (listed,) = rulings("calls", "--json").json["calls"]
    assert (listed["status"], terminal.code) == (status, 0 if typed == "y" else 2)
    terminal.close()


def test_an_id_that_begins_two_calls_names_them(rulings: Rulings, chess: Path) -> None:
    calls = [kept(rulings, f"Why {n}?", "So.") for n in range(12)]
    starts = [call.removeprefix("EVENT-Q")[0] for call in calls]
    start = max(starts, key=starts.count)

    ran = rulings("calls", "withdraw", start, "--why", "Too hard")

    assert ran.is_rejected(*(call for call in calls if call[len("EVENT-Q")] == start))
