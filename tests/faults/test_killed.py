"""Killed at random moments of its work: nothing is lost, and the next run works.

Short here; `python tests/faults` does it in full.
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

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a matter of POSIX")

OLD, NEW = sorted((DATA / "editions").glob("*.txt"))
LONG = pytest.param(30, marks=pytest.mark.long)
ROUNDS = pytest.mark.parametrize("rounds", [LONG])


def sound(tally: faults.Tally) -> None:
    assert tally.stopped, f"no round was stopped at work: {tally}"
    assert not tally.faults, str(tally)


@ROUNDS
def test_while_indexing(write_book: Write, tmp_path: Path, rounds: int) -> None:
    sound(index_faults.killed_while_indexing(write_book(), tmp_path / "cache", rounds))


@ROUNDS
def test_while_sweeping(write_book: Write, tmp_path: Path, rounds: int) -> None:
    sound(index_faults.killed_while_sweeping(write_book(), tmp_path / "cache", rounds))


@ROUNDS
def test_while_refreshing(write_book: Write, tmp_path: Path, rounds: int) -> None:
    sound(index_faults.killed_while_refreshing(write_book(), tmp_path / "cache", rounds))


@ROUNDS
def test_while_importing(tmp_path: Path, rounds: int) -> None:
    place = tmp_path / "imported" / "book"
    sound(faults.killed_while_importing((OLD, NEW), place, rounds))


@ROUNDS
def test_while_fixing_what_went_stale(tmp_path: Path, rounds: int) -> None:
    book = faults.stale_book(tmp_path / "house")
    sound(faults.killed_while_fixing((OLD, NEW), book, rounds))


@ROUNDS
def test_while_renaming(write_book: Write, rounds: int) -> None:
    book = renaming_faults.cited_often(write_book())
    sound(renaming_faults.killed_while_renaming(book, rounds))


@pytest.mark.long
@pytest.mark.parametrize("command", renaming_faults.COMMANDS)
def test_at_every_step(write_book: Write, command: str) -> None:
    """Ended right before each time that a file takes its place: every entry is found, and the same
    command again ends it.
    """
    book = renaming_faults.cited_often(write_book())
    assert not renaming_faults.ended_at_every_step(book, renaming_faults.COMMANDS[command])


@ROUNDS
def test_while_keeping_calls(write_book: Write, tmp_path: Path, rounds: int) -> None:
    sound(faults.killed_while_keeping_calls(write_book(), tmp_path / "own", rounds))


@ROUNDS
def test_while_merging_calls(write_book: Write, tmp_path: Path, rounds: int) -> None:
    sound(faults.killed_while_merging_calls(write_book(), tmp_path / "own", rounds))


@pytest.mark.long
def test_searching_while_one_rebuilds(write_book: Write, tmp_path: Path) -> None:
    *searchers, rebuilt = faults.crowded(write_book(), tmp_path / "cache", searchers=8, seconds=2)

    assert int(rebuilt.split()[1]) > 1
    for said in searchers:
        asked, wrong, warnings, *_ = said.split()
        assert int(asked) > 0, said
        assert (wrong, warnings) == ("0", "0"), said
