"""A progress bar on standard error, where that is a terminal; silence elsewhere."""

from __future__ import annotations

import sys
import time

_WIDTH = 30
_SECONDS_BETWEEN = 0.1


class ProgressBar:
    """Call it with what is done and what there is to do; use it as a context to end its line."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._next = 0.0
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Draw the bar, at most ten times a second."""
        now = time.monotonic()
        if not sys.stderr.isatty() or (now < self._next and done < total):
            return
        self._next = now + _SECONDS_BETWEEN
        share = min(1.0, done / total) if total else 1.0
        filled = round(share * _WIDTH)
        bar = "#" * filled + "." * (_WIDTH - filled)
        sys.stderr.write(f"\r{self._label} [{bar}] {share:4.0%}")
        sys.stderr.flush()
        self._shown = True

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\n")
