"""Trying again where Windows refuses a file for the moment that somebody else has it open.

There no file is replaced while another process, or a virus scanner, reads it. Everywhere else a
refusal is final, and nothing here waits.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

_Made = TypeVar("_Made")

WAITS: tuple[float, ...] = (0.01, 0.03, 0.1, 0.3, 1.0) if sys.platform == "win32" else ()
"""Seconds before each further try."""


def retry(action: Callable[[], _Made]) -> _Made:
    """What `action` returns. PermissionError where it is refused to the end."""
    for wait in WAITS:
        try:
            return action()
        except PermissionError:
            time.sleep(wait)
    return action()
