"""Writing one file: whole or not at all, and only where a plain file or nothing is.

A process that is killed while saving leaves the old file, and perhaps a hidden
``.rulings-….saving`` beside it, which later runs leave alone.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from rulings.disk.inputs import LARGEST_FILE, InputError, Place, kind_of, read_input
from rulings.errors import RulingsError

_Made = TypeVar("_Made")

WAITS: tuple[float, ...] = (0.01, 0.03, 0.1, 0.3, 1.0) if sys.platform == "win32" else ()
"""Seconds before each further try to replace a file that another process, such as a virus scanner,
reads: Windows refuses that for a moment. On other systems a refusal is final."""

_HEAD, _TAIL = ".rulings-", ".saving"

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def save(path: Place, content: bytes, inside: Place | None = None) -> None:
    """Put `content` in place of a file in one step.

    RulingsError where that cannot be done, or leads out of the folder `inside`; the old file is
    then as it was.
    """
    real = real_place(path, inside)
    try:
        replace(real, content)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Place, error: OSError) -> RulingsError:
    """What to say where the system refuses to write."""
    reason = f"cannot be written ({error.strerror or error})"
    return RulingsError(f"{os.fspath(path)}: {reason}; check its rights, or choose another place")


def real_place(path: Place, inside: Place | None = None) -> str:
    """Where a file really is, links followed: a plain file is there, or nothing.

    RulingsError where anything else is, or a link leads out of `inside`.
    """
    real = os.path.realpath(path)
    if inside is not None and not real.startswith(os.path.join(os.path.realpath(inside), "")):
        raise RulingsError(f"{path}: is a link that leads out of {inside}; remove the link")
    try:
        status = os.lstat(real).st_mode
    except FileNotFoundError:
        return real
    except OSError as error:
        raise unwritable(path, error) from error
    if stat.S_ISREG(status):
        return real
    raise RulingsError(f"{path}: {kind_of(status)}; choose another place")


def replace(path: str, content: bytes) -> None:
    """Put `content` in place of the file at `path`, whatever is there; OSError where refused."""
    temporary = os.path.join(os.path.dirname(path), f"{_HEAD}{os.urandom(8).hex()}{_TAIL}")
    mode = _mode(path)
    handle = os.open(temporary, _NEW, 0o666 if mode is None else mode)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
        if mode is not None:
            os.chmod(temporary, mode)
        retry(lambda: os.replace(temporary, path))
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def retry(action: Callable[[], _Made]) -> _Made:
    """What `action` returns; PermissionError if the last try is refused too."""
    for wait in WAITS:
        try:
            return action()
        except PermissionError:
            time.sleep(wait)
    return action()


def _mode(path: str) -> int | None:
    """The rights of a plain file; None where there is none: a new one gets the usual rights."""
    try:
        status = os.lstat(path).st_mode
    except OSError:
        return None
    return stat.S_IMODE(status) if stat.S_ISREG(status) else None


def read(path: Place, largest: int) -> bytes | None:
    """The contents of a file that will be rewritten; None where there is none.

    RulingsError where it is no plain file, or holds more than `largest` bytes.
    """
    try:
        return read_input(path, largest)
    except InputError as error:
        if error.missing:
            return None
        raise


def content_of(path: Place) -> bytes:
    """The contents of a file of a book; nothing where there is none. RulingsError as `read`."""
    return read(path, LARGEST_FILE) or b""
