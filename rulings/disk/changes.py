"""Changing files that other processes may change too, one process at a time."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rulings.disk.files import Place, content_of, save, unwritable
from rulings.disk.locks import locked
from rulings.errors import RulingsError

if TYPE_CHECKING:
    from pathlib import Path

_LOCK = ".rulings-lock"


class EditedMeanwhileError(RulingsError):
    """A file no longer holds what it held when its change was made."""


class Change(NamedTuple):
    """What a file contained, and what it will contain; nothing before if it is new."""

    before: bytes
    after: bytes


@contextlib.contextmanager
def alone_in(folder: Place) -> Iterator[None]:
    """Let one process at a time read and save files of a folder; a missing folder is made.

    RulingsError where that is impossible, or the system refuses what is done inside the block.
    """
    place = os.path.realpath(folder)
    is_new = not os.path.isdir(place)
    try:
        os.makedirs(place, exist_ok=True)
        with locked(os.path.join(place, _LOCK)):
            yield
    except OSError as error:
        raise unwritable(error.filename or place, error) from error
    finally:
        if is_new:
            with contextlib.suppress(OSError):
                os.rmdir(place)  # nothing was saved there


def save_changes(changes: Mapping[Path, Change]) -> None:
    """Write files one after another, each whole, in the order of `changes`.

    EditedMeanwhileError, before anything is written, where a file was edited meanwhile;
    RulingsError where one cannot be written: those before it are changed then.
    """
    with contextlib.ExitStack() as locks:
        for folder in sorted({os.path.realpath(path.parent) for path in changes}):
            locks.enter_context(alone_in(folder))
        for path, change in changes.items():
            if content_of(path) != change.before:
                raise EditedMeanwhileError(f"{path}: was edited meanwhile; run it again")
        for path, change in changes.items():
            save(path, change.after, inside=path.parent)


def append(path: Place, line: bytes, largest: int) -> None:
    """Add a line to a file; the file and its folder are made where they are missing.

    OSError where the line cannot be added whole, or the file would hold more than `largest` bytes.
    """
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    with locked(os.path.join(folder, _LOCK)), open(path, "ab", buffering=0) as file:
        size = file.tell()
        if size + len(line) > largest:
            raise OSError(errno.EFBIG, "is full", path)
        if file.write(line) < len(line):  # the next line must not be glued to this one
            file.truncate(size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
