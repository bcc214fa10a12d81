"""What Windows refuses for a moment is tried again; elsewhere a refusal is final."""

from __future__ import annotations

import os
from collections.abc import Callable

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
def test_tried_until_it_is_free(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "WAITS", (0.0, 0.0, 0.0))

    assert retry(refused(times)) == "done"


def test_refused_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "WAITS", (0.0, 0.0, 0.0))

    with pytest.raises(PermissionError):
        retry(refused(4))


@pytest.mark.skipif(os.name == "nt", reason="Windows is where it waits")
def test_final_elsewhere() -> None:
    with pytest.raises(PermissionError):
        retry(refused(1))
