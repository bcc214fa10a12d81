"""Changing files that other processes may change too, one process at a time.

One holds the lock file of a folder, and the others wait. A process that dies releases its lock.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rulings.disk.files import StrPath, content_of, save, unwritable
from rulings.errors import RulingsError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FLAGS = os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
_LOCK = ".rulings-lock"


class FileChange(NamedTuple):
    """What a file contained, and what it will contain; nothing before if it is new."""

    before: bytes
    after: bytes


@contextlib.contextmanager
def locked_folder(folder: StrPath) -> Iterator[None]:
    """Let one process at a time read and save files of a folder; a missing folder is made.

    RulingsError where that is impossible, or the system refuses what is done inside the block.
    """
    path = os.path.realpath(folder)
    is_new = not os.path.isdir(path)
    try:
        os.makedirs(path, exist_ok=True)
        with locked(os.path.join(path, _LOCK)):
            yield
    except OSError as error:
        raise unwritable(error.filename or path, error) from error
    finally:
        if is_new:
            with contextlib.suppress(OSError):
                os.rmdir(path)  # nothing was saved there


def save_changes(changes: Mapping[Path, FileChange]) -> None:
    """Write files one after another, each whole, in the order of `changes`.

    RulingsError, before anything is written, if a file was edited meanwhile; also if one
    cannot be written, but then those before it have changed already.
    """
    with contextlib.ExitStack() as locks:
        for folder in sorted({os.path.realpath(path.parent) for path in changes}):
            locks.enter_context(locked_folder(folder))
        for path, change in changes.items():
            if content_of(path) != change.before:
                raise RulingsError(f"{path}: was edited meanwhile; run it again")
        for path, change in changes.items():
            save(path, change.after, inside=path.parent)


def append(path: StrPath, line: bytes) -> None:
    """Add a line to a file; the file and its folder are made where they are missing. OSError where
    the line cannot be added whole.
    """
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    with locked(os.path.join(folder, _LOCK)), open(path, "a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        line = line if file.read(1) in (b"", b"\n") else b"\n" + line  # the last one is cut off
        if file.write(line) < len(line):  # the next line must not be glued to this one
            file.truncate(size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


@contextlib.contextmanager
def locked(path: str, longest_wait: float = 120.0) -> Iterator[None]:
    """Hold the lock file at `path`, which is made, and removed afterwards.

    OSError where it cannot be made, or another process holds it for `longest_wait` seconds.
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
        time.sleep(0.005)


def _is_still(path: str, handle: int) -> bool:
    """Whether the file that we locked is the one that the next process will open."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.lstat(path), os.fstat(handle))
    return False


def _try_lock(handle: int) -> bool:
    """Lock an open file, until it is closed; False where another process has it."""
    with contextlib.suppress(BlockingIOError, PermissionError):
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
