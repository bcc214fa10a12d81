"""Adding a line to a file that others add lines to, and that is rewritten now and then."""

from __future__ import annotations

import errno
import os
import stat

from rulings.disk.files import NO_LINK, NO_WAIT
from rulings.disk.inputs import Place, kind_of
from rulings.disk.locks import lock_of, locked

_LONGEST_WAIT = 2.0
"""Seconds that whoever appends waits for another process."""
_APPENDED = os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINK | NO_WAIT | getattr(os, "O_BINARY", 0)


def append(path: Place, line: bytes, largest: int) -> None:
    """Add a line to a plain file; the file and its folder are made where they are missing. Whoever
    rewrites the file holds the lock of its folder meanwhile.

    OSError where the line cannot be added whole, or the file would hold more than `largest` bytes.
    """
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    with locked(lock_of(folder), _LONGEST_WAIT):
        handle = os.open(path, _APPENDED, 0o600)
        try:
            _add(handle, line, largest, os.fspath(path))
        finally:
            os.close(handle)


def _add(handle: int, line: bytes, largest: int, path: str) -> None:
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, kind_of(found.st_mode), path)
    if found.st_size + len(line) > largest:
        raise OSError(errno.EFBIG, "is full", path)
    if os.write(handle, line) < len(line):  # the next line must not be glued to this one
        os.ftruncate(handle, found.st_size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
