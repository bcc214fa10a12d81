"""Hostile arguments, books and surroundings: no command falls, or touches what it may not."""

from __future__ import annotations

import subprocess
import sys

import pytest
from places import ROOT

pytest.importorskip("resource", reason="bounds of memory as POSIX has them")

SEED = 2026


def trial(count: int, seed: int) -> None:
    """In a process of its own, whose memory is measured; what is wrong stands in its output."""
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "commands.py"), str(count), str(seed)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    print(ran.stdout.splitlines()[-1:])
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]


@pytest.mark.long
def test_a_hundred_commands() -> None:
    trial(100, SEED)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_five_thousand_commands(part: int) -> None:
    trial(1000, SEED + 1000 * (part + 1))
