"""A progress line for long tasks on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time

_WIDTH = 30
_SECONDS_BETWEEN = 0.1
_ERASED = "\r\x1b[K"


class ProgressLine:
    """Watches a command: after half a second it draws what is being done, and how far it is."""

    def __init__(self, seconds: float = 0.5) -> None:
        self._next = time.monotonic() + seconds
        self._drawn = False

    def __call__(self, what: str, done: int, total: int) -> None:
        """Draw a line at most ten times a second, and erase it at the end of each work."""
        if done >= total:
            self.close()
        elif time.monotonic() >= self._next and sys.stderr.isatty():
            self._next = time.monotonic() + _SECONDS_BETWEEN
            filled = done * _WIDTH // total
            bar = "#" * filled + "." * (_WIDTH - filled)
            sys.stderr.write(f"{_ERASED}{what} [{bar}] {done / total:4.0%}")
            sys.stderr.flush()
            self._drawn = True

    def close(self) -> None:
        """Leave the line to what is printed next."""
        if self._drawn:
            sys.stderr.write(_ERASED)
            sys.stderr.flush()
            self._drawn = False
