"""Hostile arguments, books and surroundings: no command falls, or touches what it may not.

`RULINGS_EXAMPLES=5000` tries as many commands.
"""

from __future__ import annotations

import os

import pytest
from places import ROOT
from running import python

pytest.importorskip("resource", reason="bounds of memory as POSIX has them")

SEED = 2026
COMMANDS = int(os.environ.get("RULINGS_EXAMPLES") or 1_000)
PARTS = 2
"""Of the commands, for more than one processor."""


def trial(count: int, seed: int) -> None:
    """In a process of its own, whose memory is measured; what is wrong stands in its output."""
    ran = python(ROOT / "tests" / "support" / "commands.py", str(count), str(seed))
    print(ran.out.splitlines()[-1:])
    assert ran.code == 0, ran.out[-4000:] + ran.err[-2000:]


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_any_commands(part: int) -> None:
    trial(COMMANDS // PARTS, SEED + 1000 * (part + 1))
