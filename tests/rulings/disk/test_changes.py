"""Several files of a book changed at once: each whole, and only if they hold what was read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulings.disk import changes, files
from rulings.disk.changes import FileChange, save_changes
from rulings.errors import RulingsError

NAMES = ("one.yaml", "below/two.yaml", "new.yaml")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "below").mkdir()
    for name in NAMES[:2]:
        (tmp_path / name).write_bytes(b"old")
    return tmp_path


def planned(book: Path) -> dict[Path, FileChange]:
    return {book / name: FileChange(b"" if "new" in name else b"old", b"new") for name in NAMES}


def on_disk(book: Path) -> dict[str, bytes]:
    paths = (path for path in book.rglob("*") if path.is_file())
    return {path.relative_to(book).as_posix(): path.read_bytes() for path in paths}


def test_all_are_written_and_no_lock_is_left(book: Path) -> None:
    save_changes(planned(book))

    assert on_disk(book) == dict.fromkeys(NAMES, b"new")


@pytest.mark.parametrize("edited", NAMES)
def test_nothing_is_written_where_a_file_was_edited_meanwhile(book: Path, edited: str) -> None:
    (book / edited).write_bytes(b"edited")
    before = on_disk(book)

    with pytest.raises(RulingsError, match="edited meanwhile; run it again"):
        save_changes(planned(book))

    assert on_disk(book) == before


def full_after(count: int) -> Callable[..., None]:
    """Saves so many files, and no more."""
    save, left = files.save, iter(range(count))

    def saving(*places: Any, **inside: Any) -> None:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        save(*places, **inside)

    return saving


@pytest.mark.parametrize("room", range(3))
def test_on_a_full_disk_each_file_is_old_or_new_in_the_order_of_writing(
    book: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    before = on_disk(book)
    monkeypatch.setattr(changes, "save", full_after(room))

    with pytest.raises(RulingsError, match="No space left"):
        save_changes(planned(book))

    assert on_disk(book) == before | dict.fromkeys(NAMES[:room], b"new")
