"""Killed at random moments of its work: nothing is lost, and the next run works.

Short here; `python tests/faults` does it in full.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import faults
import index_faults
import pytest
import renaming_faults
from cases import DATA

from rulings.disk.several import Change, save_all
from rulings.editing.rename import with_new_id
from rulings.reading.load import load_book

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a matter of POSIX")

WriteBook = Callable[..., Path]
OLD, NEW = sorted((DATA / "editions").glob("*.txt"))
LONG = pytest.param(30, marks=pytest.mark.long)
ROUNDS = pytest.mark.parametrize("rounds", [4, LONG])
MANY_ROUNDS = pytest.mark.parametrize("rounds", [LONG])


def sound(tally: faults.Tally) -> None:
    assert tally.stopped, f"no round was stopped at work: {tally}"
    assert not tally.faults, str(tally)


@ROUNDS
def test_while_indexing(write_book: WriteBook, tmp_path: Path, rounds: int) -> None:
    sound(index_faults.killed_while_indexing(write_book(), tmp_path / "cache", rounds))


@MANY_ROUNDS
def test_while_sweeping(write_book: WriteBook, tmp_path: Path, rounds: int) -> None:
    sound(index_faults.killed_while_sweeping(write_book(), tmp_path / "cache", rounds))


@MANY_ROUNDS
def test_while_refreshing(write_book: WriteBook, tmp_path: Path, rounds: int) -> None:
    sound(index_faults.killed_while_refreshing(write_book(), tmp_path / "cache", rounds))


@ROUNDS
def test_while_importing(tmp_path: Path, rounds: int) -> None:
    place = tmp_path / "imported" / "book"
    sound(faults.killed_while_importing((OLD, NEW), place, rounds))


@MANY_ROUNDS
def test_while_fixing_what_went_stale(tmp_path: Path, rounds: int) -> None:
    book = faults.stale_book(tmp_path / "house")
    sound(faults.killed_while_fixing((OLD, NEW), book, rounds))


@ROUNDS
def test_while_renaming(write_book: WriteBook, tmp_path: Path, rounds: int) -> None:
    book = renaming_faults.cited_often(write_book())
    sound(renaming_faults.killed_while_renaming(book, tmp_path / "cache", rounds))


def test_at_every_step_of_renaming(write_book: WriteBook, tmp_path: Path) -> None:
    """Ended right before each time that a file takes its place or goes: every reader sees the old
    book up to the moment that decides, and then the new one.
    """
    book = renaming_faults.cited_often(write_book())
    loading = load_book([book])
    changes = with_new_id(loading, "CH 1.1", "CH 7.2", [one.path for one in loading.documents])
    seen = []
    for step in range(2 * len(changes)):
        for path in book.rglob(".*"):
            path.unlink()
        for path, change in changes.items():
            path.write_bytes(change.before)
        done = end_at_step(step, changes)
        for how, read in renaming_faults.READERS.items():
            seen.append((done, step, how, read(book, tmp_path / "cache")))
        if done:
            break
    states = [state for *_, state in seen]

    assert seen[-1][0], "more steps than were tried"
    assert {*states} == {"old", "new"}
    assert states == sorted(states, reverse=True), seen
    assert not [path for path in book.rglob(".*") if path.name != ".rulings-lock"]


def end_at_step(step: int, changes: dict[Path, Change]) -> bool:
    """Write in a process of its own that ends, as if killed, before so many steps; says whether
    it came to its end.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    left = iter(range(step))

    def ending(act: Callable[..., None]) -> Callable[..., None]:
        def acting(*places: str) -> None:
            if next(left, None) is None:
                os._exit(9)
            act(*places)

        return acting

    os.replace, os.unlink = ending(os.replace), ending(os.unlink)
    save_all(changes)
    os._exit(0)


def test_reading_while_another_renames(write_book: WriteBook, tmp_path: Path) -> None:
    """Nobody sees files of before beside files of afterwards, whether they may write or not."""
    book = renaming_faults.cited_often(write_book())
    renamed, read = renaming_faults.read_while_renaming(book, tmp_path / "cache", seconds=2)

    assert renamed > 5
    for how, (count, states) in read.items():
        assert count > 5, how
        assert {*states} <= {"old", "new"}, how


@pytest.mark.long
def test_while_renaming_two_hundred_times(write_book: WriteBook, tmp_path: Path) -> None:
    book = renaming_faults.cited_often(write_book())
    sound(renaming_faults.killed_while_renaming(book, tmp_path / "cache", 200))


@MANY_ROUNDS
def test_while_keeping_calls(write_book: WriteBook, tmp_path: Path, rounds: int) -> None:
    sound(faults.killed_while_keeping_calls(write_book(), tmp_path / "own", rounds))


@ROUNDS
def test_while_merging_calls(write_book: WriteBook, tmp_path: Path, rounds: int) -> None:
    sound(faults.killed_while_merging_calls(write_book(), tmp_path / "own", rounds))


@pytest.mark.long
def test_searching_while_one_rebuilds(write_book: WriteBook, tmp_path: Path) -> None:
    *searchers, rebuilt = faults.crowded(write_book(), tmp_path / "cache", searchers=8, seconds=2)

    assert int(rebuilt.split()[1]) > 1
    for said in searchers:
        asked, wrong, warnings, *_ = said.split()
        assert int(asked) > 0, said
        assert (wrong, warnings) == ("0", "0"), said
