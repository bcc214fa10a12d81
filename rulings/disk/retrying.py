"""Trying again where Windows refuses a file for a moment, because another process has it open.

On Windows no file can be replaced while another process, such as a virus scanner, reads it. On
other systems a refusal is final, and nothing here waits.
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
    """What `action` returns; PermissionError if the last try is refused too."""
    for wait in WAITS:
        try:
            return action()
        except PermissionError:
            time.sleep(wait)
    return action()
