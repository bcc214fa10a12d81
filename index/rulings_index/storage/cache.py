"""The folders of the cache: which are ours alone, the parts in them, and how large they may grow.

::

    <cache>/book-<hash of its paths>/
        current                           which index is valid, for which files of the book
        idx-<random>                      its register, written once, never changed
        lock                              held while building
    <cache>/parts/                        the parts of all books, and a lock held while writing

A part is named by what it was made from, written once and never changed, so every set of books that
needs the same one shares it.
"""

from __future__ import annotations

import json
import mmap
import os
import stat
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from rulings.disk.files import is_own, is_temporary, retry
from rulings_index.storage.table import DamagedError, Table

POINTER = "current"
LOCK = "lock"
SHIPPED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "shipped")
"""The parts that come with an installed program, as trusted as its code."""

SIZE_VARIABLE = "RULINGS_CACHE_MB"
MOST_MEGABYTES = 100

_OLD = 24 * 3600.0
"""Seconds after which a part goes that no set of books names."""

_SMALL_FILE = 1 << 16


def make_private(folder: str) -> None:
    """Make a folder that we alone may write; one that others could have written is emptied.

    OSError where that cannot be.
    """
    if os.path.isdir(folder) and not is_private(folder):
        from shutil import rmtree

        if not is_own(os.lstat(folder)):
            raise PermissionError(f"{folder} belongs to somebody else")
        rmtree(folder)
    os.makedirs(folder, mode=0o700, exist_ok=True)


def is_private(folder: str) -> bool:
    """Whether a folder is there, and we alone may write it."""
    try:
        status = os.lstat(folder)
    except OSError:
        return False
    others_write = hasattr(os, "geteuid") and status.st_mode & 0o022
    return stat.S_ISDIR(status.st_mode) and is_own(status) and not others_write


def part_folders(cache: str) -> Sequence[str]:
    """The folders from which parts are taken: that of a cache, and that of an installed program."""
    parts = os.path.join(cache, "parts")
    return [parts, SHIPPED] if is_private(parts) else [SHIPPED]


def parts_of(recipe: str, folders: Sequence[str]) -> Iterator[tuple[str, Table]]:
    """The parts of a recipe that can be opened, with their names."""
    for folder in folders:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if name.startswith(recipe):
                with suppress(OSError, DamagedError):  # it is made anew
                    yield name, open_table(os.path.join(folder, name))


def open_part(name: str, folders: Sequence[str], size: int) -> Table:
    """A part from the first of some folders that holds it; errors as `open_table`."""
    places = [os.path.join(folder, name) for folder in folders]
    return open_table(next((one for one in places if os.path.exists(one)), places[0]), size)


def open_table(path: str, size: int | None = None) -> Table:
    """A file of the index, mapped where it is large. OSError where it cannot be opened, and
    DamagedError where it has another size.
    """
    with open(path, "rb") as file:
        length = os.fstat(file.fileno()).st_size
        if size not in (None, length):
            raise DamagedError(path)
        if length <= _SMALL_FILE:
            return Table(file.read())
        return Table(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def read_pointer(folder: str) -> dict[str, Any] | None:
    """What the pointer of a set of books says, where it is as it was written."""
    try:
        with retry(lambda: open(os.path.join(folder, POINTER), "rb")) as file:
            checksum, _, content = file.read().partition(b"\n")
    except OSError:
        return None
    if checksum != _checksum(content):
        return None
    pointer: dict[str, Any] = json.loads(content)
    return pointer


def pointer_as_bytes(pointer: dict[str, Any]) -> bytes:
    """A pointer as it is written."""
    content = json.dumps(pointer).encode()
    return _checksum(content) + b"\n" + content


def _checksum(content: bytes) -> bytes:
    return b"%08x" % zlib.crc32(content)


def sweep(cache: str, current: str) -> None:
    """Remove the sets of books that were not used for longest, while the cache is too large, and
    the parts that no set names, while it is too large or where they are old.

    `current` is the folder of the set in use. To be called with the lock of the parts held. OSError
    where the system refuses.
    """
    sets = [one.path for one in os.scandir(cache) if one.name.startswith("book-")]
    parts = [one.path for one in os.scandir(os.path.join(cache, "parts")) if one.name != LOCK]
    left = sum(_size(path) for path in (*sets, *parts))
    for folder in sorted(sets, key=lambda path: _last_use(os.path.join(path, POINTER))):
        if left > most_bytes() and folder != current:
            left -= _remove(folder)
    named = {name for folder in sets for name in (read_pointer(folder) or {"parts": ()})["parts"]}
    for path in sorted(parts, key=_last_use):
        is_old = is_temporary(os.path.basename(path)) or time.time() - _last_use(path) > _OLD
        if os.path.basename(path) not in named and (is_old or left > most_bytes()):
            left -= _remove(path)


def most_bytes() -> int:
    """How large the cache may be."""
    chosen = os.environ.get(SIZE_VARIABLE, "")
    is_number = chosen.isascii() and chosen.isdecimal()
    return (int(chosen[:9]) if is_number else MOST_MEGABYTES) << 20


def _last_use(path: str) -> float:
    try:
        status = os.stat(path)
    except OSError:
        return 0.0  # the first to go
    return max(status.st_atime, status.st_mtime)


def _size(path: str) -> int:
    """The bytes of a file, or of the files in a folder."""
    with suppress(NotADirectoryError):
        return sum(one.stat().st_size for one in os.scandir(path))
    return os.stat(path).st_size


def _remove(path: str) -> int:
    """Remove a file or folder; returns how many bytes that were."""
    size = _size(path)
    remove(path)
    return size


def remove(path: str) -> None:
    """Remove a file or a folder of the cache."""
    if os.path.isdir(path):
        from shutil import rmtree

        rmtree(path)
    else:
        os.unlink(path)
