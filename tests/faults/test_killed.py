"""Killed at random moments of its work: nothing is lost, and the next run works.

`RULINGS_ROUNDS=200 RULINGS_SECONDS=60` does it in full; with `-rP` pytest prints what was counted.
"""

from __future__ import annotations

import os
from pathlib import Path

import faults
import index_faults
import pytest
import renaming_faults
from cases import DATA
from running import Write

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="kill -9 is a matter of POSIX"),
]

OLD, NEW = sorted((DATA / "editions").glob("*.txt"))
ROUNDS = int(os.environ.get("RULINGS_ROUNDS", "10"))
SECONDS = float(os.environ.get("RULINGS_SECONDS", "2"))


def sound(tally: faults.Tally) -> None:
    print(tally)
    assert tally.stopped, f"no round was stopped at work: {tally}"
    assert not tally.faults, str(tally)


def test_while_indexing(write_book: Write, tmp_path: Path) -> None:
    sound(index_faults.killed_while_indexing(write_book(), tmp_path / "cache", ROUNDS))


def test_while_sweeping(write_book: Write, tmp_path: Path) -> None:
    sound(index_faults.killed_while_sweeping(write_book(), tmp_path / "cache", ROUNDS))


def test_while_refreshing(write_book: Write, tmp_path: Path) -> None:
    sound(index_faults.killed_while_refreshing(write_book(), tmp_path / "cache", ROUNDS))


def test_while_importing(tmp_path: Path) -> None:
    place = tmp_path / "imported" / "book"
    sound(faults.killed_while_importing((OLD, NEW), place, ROUNDS))


def test_while_fixing_what_went_stale(tmp_path: Path) -> None:
    book = faults.stale_book(tmp_path / "house")
    sound(faults.killed_while_fixing((OLD, NEW), book, ROUNDS))


def test_while_renaming(write_book: Write) -> None:
    book = renaming_faults.cited_often(write_book())
    sound(renaming_faults.killed_while_renaming(book, ROUNDS))


@pytest.mark.parametrize("command", renaming_faults.COMMANDS)
def test_at_every_step(write_book: Write, command: str) -> None:
    """Ended right before each time that a file takes its place: every entry is found, and the same
    command again ends it.
    """
    book = renaming_faults.cited_often(write_book())
    assert not renaming_faults.ended_at_every_step(book, renaming_faults.COMMANDS[command])


def test_while_keeping_calls(write_book: Write, tmp_path: Path) -> None:
    sound(faults.killed_while_keeping_calls(write_book(), tmp_path / "own", ROUNDS))


def test_while_merging_calls(write_book: Write, tmp_path: Path) -> None:
    sound(faults.killed_while_merging_calls(write_book(), tmp_path / "own", ROUNDS))


def test_searching_while_one_rebuilds(write_book: Write, tmp_path: Path) -> None:
    *searchers, rebuilt = faults.crowded(
        write_book(), tmp_path / "cache", searchers=8, seconds=SECONDS
    )

    print(rebuilt, *searchers, sep="\n")
    assert int(rebuilt.split()[1]) > 1
    for report in searchers:
        asked, wrong, warnings, *_ = report.split()
        assert int(asked) > 0, report
        assert (wrong, warnings) == ("0", "0"), report
