"""How the time of some work grows with its size, whatever the machine."""

from __future__ import annotations

import time
from collections.abc import Callable

_TIMES, _MOST, _TRIALS, _FLOOR = 4, 10, 2, 0.02
"""Four times as much may take ten times as long; the square would be sixteen times as long."""


def grows_evenly(work: Callable[[int], object], size: int) -> bool:
    """Whether the work takes at most a little more than its share when there is more of it."""
    small = max(min(_seconds(work, size) for _ in range(_TRIALS)), _FLOOR)
    return any(_seconds(work, _TIMES * size) <= _MOST * small for _ in range(_TRIALS))


def _seconds(work: Callable[[int], object], size: int) -> float:
    begun = time.process_time()
    work(size)
    return time.process_time() - begun
