"""Locks: one process at a time holds one, the others wait; a process that dies releases it."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Iterator

from rulings.disk.files import NO_LINK, NO_WAIT

_NAME = ".rulings-lock"
LONGEST_WAIT = 120.0
"""Seconds."""
_BETWEEN_TRIES = 0.02


def lock_of(folder: str) -> str:
    """The lock that is held while files of a folder are read and saved."""
    return os.path.join(folder, _NAME)


@contextlib.contextmanager
def locked(path: str, longest_wait: float = LONGEST_WAIT) -> Iterator[None]:
    """Hold the lock file at `path`, an empty file that is removed afterwards.

    OSError where it cannot be made, something else is there, or another process holds it for too
    long.
    """
    until = time.monotonic() + longest_wait
    while True:
        handle = _opened(path)
        try:
            if try_lock(handle) and _is_still(path, handle):
                try:
                    yield
                finally:
                    _remove(path, handle)
                return
        finally:
            os.close(handle)
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, "another process has held it for too long", path)
        time.sleep(_BETWEEN_TRIES)


def _opened(path: str) -> int:
    in_the_way = FileExistsError(errno.EEXIST, "a link or pipe is in its place; remove it", path)
    if os.path.islink(path):
        raise in_the_way
    handle = os.open(path, os.O_CREAT | os.O_RDWR | NO_LINK | NO_WAIT, 0o600)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise in_the_way


def _is_still(path: str, handle: int) -> bool:
    """Whether the file that we locked is the one that the next process will open."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(handle))
    except OSError:
        return False


def _remove(path: str, handle: int) -> None:
    """A file with contents is no lock of ours, and stays; Windows removes no open file."""
    if _is_still(path, handle) and os.fstat(handle).st_size == 0:
        with contextlib.suppress(OSError):
            os.unlink(path)


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        """Lock an open file, until it is closed; False where another process has it."""
        os.lseek(handle, 1 << 30, os.SEEK_SET)  # behind what others want to read
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Lock an open file, until it is closed; False where another process has it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
