"""A call whose id is typed in part: nothing is changed, and the calls it may be are named."""

from __future__ import annotations

import re
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


def test_an_id_that_begins_two_calls_names_them(rulings: Rulings, chess: Path) -> None:
    calls = [kept(rulings, f"Why {n}?", "So.") for n in range(12)]
    starts = [call.removeprefix("EVENT-Q")[0] for call in calls]
    start = max(starts, key=starts.count)

    ran = rulings("calls", "withdraw", start, "--why", "Too hard")

    assert ran.is_rejected(*(call for call in calls if call[len("EVENT-Q")] == start))
