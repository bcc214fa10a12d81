"""Hostile arguments, books and surroundings: no command falls, or touches what it may not."""

from __future__ import annotations

import pytest
from places import ROOT
from running import python

pytest.importorskip("resource", reason="bounds of memory as POSIX has them")

SEED = 2026


def trial(count: int, seed: int) -> None:
    """In a process of its own, whose memory is measured; what is wrong stands in its output."""
    ran = python(ROOT / "tests" / "support" / "commands.py", str(count), str(seed))
    print(ran.out.splitlines()[-1:])
    assert ran.code == 0, ran.out[-4000:] + ran.err[-2000:]


@pytest.mark.long
def test_a_hundred_commands() -> None:
    trial(100, SEED)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_five_thousand_commands(part: int) -> None:
    trial(1000, SEED + 1000 * (part + 1))
