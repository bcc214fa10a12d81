"""A file is on the disk before it takes its place; what Windows refuses is tried again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rulings.disk import files
from rulings.disk.files import retry


def refused(times: int) -> Callable[[], str]:
    left = iter(range(times))

    def action() -> str:
        if next(left, None) is not None:
            raise PermissionError(13, "somebody reads it")
        return "done"

    return action


@pytest.mark.parametrize("times", [0, 1, 3])
def test_a_refused_action_is_tried_until_it_succeeds(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "WAITS", (0.0, 0.0, 0.0))

    assert retry(refused(times)) == "done"


def test_an_action_that_stays_refused_raises_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "WAITS", (0.0, 0.0, 0.0))

    with pytest.raises(PermissionError):
        retry(refused(4))


@pytest.mark.skipif(os.name == "nt", reason="Windows is where it waits")
def test_outside_windows_a_refusal_is_not_tried_again() -> None:
    with pytest.raises(PermissionError):
        retry(refused(1))


def test_on_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes_saved: list[int] = []
    place, move = tmp_path / "book.yaml", os.replace

    def move_if_saved(source: str, target: str) -> None:
        assert sizes_saved == [len("whole")]
        move(source, target)

    monkeypatch.setattr(os, "fsync", lambda file: sizes_saved.append(os.fstat(file).st_size))
    monkeypatch.setattr(os, "replace", move_if_saved)

    files.replace(str(place), b"whole")

    assert place.read_bytes() == b"whole"
