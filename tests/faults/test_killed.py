"""Killed at random moments of its work: nothing is lost, and the next run works.

Short here; `python tests/faults` does it in full.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import faults
import pytest
from cases import DATA

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a matter of POSIX")

WriteBook = Callable[..., Path]
OLD, NEW = sorted((DATA / "editions").glob("*.txt"))
ROUNDS = 12


def sound(tally: faults.Tally) -> None:
    assert tally.stopped, f"no round was stopped at work: {tally}"
    assert not tally.faults, str(tally)


def test_while_indexing(write_book: WriteBook, tmp_path: Path) -> None:
    sound(faults.killed_while_indexing(write_book(), tmp_path / "cache", ROUNDS))


def test_while_importing(tmp_path: Path) -> None:
    place = tmp_path / "imported" / "book"
    sound(faults.killed_while_importing((OLD, NEW), place, ROUNDS))


def test_while_mending_what_went_stale(tmp_path: Path) -> None:
    book = faults.stale_book(tmp_path / "house")
    sound(faults.killed_while_mending((OLD, NEW), book, ROUNDS))


def test_while_keeping_calls(write_book: WriteBook, tmp_path: Path) -> None:
    sound(faults.killed_while_keeping_calls(write_book(), tmp_path / "own", ROUNDS))


def test_searching_while_one_rebuilds(write_book: WriteBook, tmp_path: Path) -> None:
    *searchers, rebuilt = faults.crowded(write_book(), tmp_path / "cache", searchers=8, seconds=4)

    assert int(rebuilt.split()[1]) > 1
    for said in searchers:
        asked, wrong, warnings, *_ = said.split()
        assert int(asked) > 0, said
        assert (wrong, warnings) == ("0", "0"), said
