"""Lock files: one process at a time holds one, and the others wait.

A process that dies releases its lock.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LONGEST_WAIT = 120.0
"""Seconds."""
_BETWEEN_TRIES = 0.005
_FLAGS = os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)


@contextlib.contextmanager
def locked(path: str, longest_wait: float = LONGEST_WAIT) -> Iterator[None]:
    """Hold the lock file at `path`, which is made, and removed afterwards.

    OSError where it cannot be made, or another process holds it for too long.
    """
    handle = _acquired(path, time.monotonic() + longest_wait)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows removes no open file
            os.unlink(path)
        os.close(handle)


def _acquired(path: str, until: float) -> int:
    while True:
        handle = os.open(path, _FLAGS, 0o600)
        if _try_lock(handle) and _is_still(path, handle):
            return handle
        os.close(handle)
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, "another process has held it for too long", path)
        time.sleep(_BETWEEN_TRIES)


def _is_still(path: str, handle: int) -> bool:
    """Whether the file that we locked is the one that the next process will open."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _try_lock(handle: int) -> bool:
    """Lock an open file, until it is closed; False where another process has it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
