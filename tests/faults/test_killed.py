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
from cases import DATA

from rulings.loading import load_book
from rulings.renaming import with_new_id
from rulings.saving.several import Change, finish, save_all

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a matter of POSIX")

WriteBook = Callable[..., Path]
OLD, NEW = sorted((DATA / "editions").glob("*.txt"))
ROUNDS, FEW = 12, 5


def sound(tally: faults.Tally) -> None:
    assert tally.stopped, f"no round was stopped at work: {tally}"
    assert not tally.faults, str(tally)


def test_while_indexing(write_book: WriteBook, tmp_path: Path) -> None:
    sound(index_faults.killed_while_indexing(write_book(), tmp_path / "cache", ROUNDS))


def test_while_sweeping(write_book: WriteBook, tmp_path: Path) -> None:
    sound(index_faults.killed_while_sweeping(write_book(), tmp_path / "cache", ROUNDS))


def test_while_refreshing(write_book: WriteBook, tmp_path: Path) -> None:
    sound(index_faults.killed_while_refreshing(write_book(), tmp_path / "cache", ROUNDS))


def test_while_importing(tmp_path: Path) -> None:
    place = tmp_path / "imported" / "book"
    sound(faults.killed_while_importing((OLD, NEW), place, ROUNDS))


def test_while_mending_what_went_stale(tmp_path: Path) -> None:
    book = faults.stale_book(tmp_path / "house")
    sound(faults.killed_while_mending((OLD, NEW), book, ROUNDS))


def test_while_renaming(write_book: WriteBook, tmp_path: Path) -> None:
    book = faults.cited_often(write_book())
    sound(faults.killed_while_renaming(book, tmp_path / "data" / "changes.json", FEW))


def test_at_every_step_of_renaming(write_book: WriteBook, tmp_path: Path) -> None:
    """Ended right before each time that a file takes its place: old up to the list, new after."""
    book, journal = faults.cited_often(write_book()), tmp_path / "data" / "changes.json"
    loading = load_book([book])
    changes = with_new_id(loading, "CH 1.1", "CH 7.2", [one.path for one in loading.documents])
    old = {path: change.before for path, change in changes.items()}
    new = {path: change.after for path, change in changes.items()}
    last = len(changes)
    for step in (0, 1, 2, last // 2, last, last + 1):
        for path, content in old.items():
            path.write_bytes(content)
        end_at_replacing(step, journal, changes)
        finish(journal)
        assert {path: path.read_bytes() for path in changes} == (new if step else old), step


def end_at_replacing(step: int, journal: Path, changes: dict[Path, Change]) -> None:
    """Write in a process of its own that ends, as if killed, before so many replacings."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    replace, left = os.replace, iter(range(step))

    def replacing(*places: str) -> None:
        if next(left, None) is None:
            os._exit(9)
        replace(*places)

    os.replace = replacing  # type: ignore[assignment]
    save_all(journal, changes)
    os._exit(0)


@pytest.mark.long
def test_while_renaming_two_hundred_times(write_book: WriteBook, tmp_path: Path) -> None:
    book = faults.cited_often(write_book())
    sound(faults.killed_while_renaming(book, tmp_path / "data" / "changes.json", 200))


def test_while_keeping_calls(write_book: WriteBook, tmp_path: Path) -> None:
    sound(faults.killed_while_keeping_calls(write_book(), tmp_path / "own", ROUNDS))


def test_searching_while_one_rebuilds(write_book: WriteBook, tmp_path: Path) -> None:
    *searchers, rebuilt = faults.crowded(write_book(), tmp_path / "cache", searchers=8, seconds=4)

    assert int(rebuilt.split()[1]) > 1
    for said in searchers:
        asked, wrong, warnings, *_ = said.split()
        assert int(asked) > 0, said
        assert (wrong, warnings) == ("0", "0"), said
