"""The cache: its folders, the parts in them, how large it may grow, and whether an index in it
still fits its book and the code that reads it.

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
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from rulings.disk.files import LARGEST_FILE, InputError, is_own, is_temporary, read_input, retry
from rulings.reading.book_files import Manifest
from rulings_index.storage.table import DamagedError, Table

POINTER = "current"
LOCK = "lock"
SHIPPED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "shipped")
"""The parts that come with an installed program, as trusted as its code."""

MOST_BYTES = 100 << 20
"""How large the cache may be; the set of books in use stays in any case."""

_OLD = 24 * 3600.0
"""Seconds after which a part goes that no set of books names."""

_SMALL_FILE = 1 << 16

_FOLDERS = ("format", "reading", "lookup", "text")
"""The folders of `rulings` that decide what an index holds."""


def make_private(folder: str) -> None:
    """Make a folder that we alone may write; one that others could have written is emptied.

    OSError where that cannot be.
    """
    if os.path.isdir(folder) and not is_private(folder):
        if not is_own(os.lstat(folder)):
            raise PermissionError(f"{folder} belongs to somebody else")
        remove(folder)
    os.makedirs(folder, mode=0o700, exist_ok=True)


def is_private(folder: str) -> bool:
    """Whether a folder is there, and we alone may write it."""
    try:
        status = os.lstat(folder)
    except OSError:
        return False
    others_write = hasattr(os, "geteuid") and status.st_mode & 0o022
    return stat.S_ISDIR(status.st_mode) and is_own(status) and not others_write


def parts_of(recipe: str, cache: str | None) -> Iterator[tuple[str, Table]]:
    """The parts of a recipe that can be opened, with their names: those in a cache, and those that
    are shipped; none without a cache.
    """
    parts = os.path.join(cache or "", "parts")
    kept = (parts, SHIPPED) if is_private(parts) else (SHIPPED,)
    for folder in kept if cache else ():
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if name.startswith(recipe):
                with suppress(OSError, DamagedError):  # it is made anew
                    yield name, open_table(os.path.join(folder, name))


def place_of_part(cache: str, name: str) -> str:
    """Where a part is: in a cache, or else among those that are shipped."""
    path = os.path.join(cache, "parts", name)
    return path if os.path.exists(path) else os.path.join(SHIPPED, name)


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
    left = sum(map(_size, (*sets, *parts)))
    for path in sorted(sets, key=_last_use):
        if left > MOST_BYTES and path != current:
            left -= remove(path)
    named = {name for path in sets for name in (read_pointer(path) or {"parts": ()})["parts"]}
    for path in sorted(parts, key=_last_use):
        name = os.path.basename(path)
        is_old = is_temporary(name) or time.time() - _last_use(path) > _OLD
        if name not in named and (is_old or left > MOST_BYTES):
            left -= remove(path)


def _last_use(path: str) -> float:
    """When a part or a set of books was last read; one that cannot be read is the first to go."""
    with suppress(OSError):
        status = os.stat(os.path.join(path, POINTER) if os.path.isdir(path) else path)
        return max(status.st_atime, status.st_mtime)
    return 0.0


def _size(path: str) -> int:
    """The bytes of a file, or of the files in a folder."""
    with suppress(NotADirectoryError):
        return sum(one.stat().st_size for one in os.scandir(path))
    return os.stat(path).st_size


def remove(path: str) -> int:
    """Remove a file or a folder of the cache; returns how many bytes it held."""
    from shutil import rmtree

    size = _size(path)
    rmtree(path) if os.path.isdir(path) else os.unlink(path)
    return size


def same_contents(before: Manifest, now: Manifest, digests: dict[str, str]) -> bool:
    """Whether files that look changed still hold the same text."""
    if [line[0] for line in before] != [line[0] for line in now]:
        return False
    changed = [new[0] for old, new in zip(before, now, strict=True) if old != new]
    return all(digests.get(path) == digest(path) for path in changed)


def code_stamp() -> str:
    """Changes whenever the code that makes or reads an index does, or a list of words it knows."""
    statuses = [(path, os.stat(path)) for path in _code_files()]
    seen = sorted((path, status.st_mtime_ns, status.st_size) for path, status in statuses)
    python = sys.byteorder, sys.version_info[:2]
    return blake2b(repr((seen, python)).encode(), digest_size=8).hexdigest()


def code_digest() -> str:
    """As `code_stamp`, wherever and whenever the code was installed."""
    contents = sorted(map(digest, _code_files()))
    return blake2b(repr((contents, sys.byteorder)).encode(), digest_size=16).hexdigest()


def _code_files() -> Iterator[str]:
    import rulings

    book = os.path.dirname(rulings.__file__ or "")
    index = os.path.dirname(os.path.dirname(__file__))
    folders = [book, *(os.path.join(book, name) for name in _FOLDERS), index]
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".txt")):
                    yield entry.path
                elif folder == index and entry.is_dir():
                    folders.append(entry.path)


def digest(path: str) -> str:
    """What changes with the contents of a file; empty where it cannot be read."""
    try:
        return blake2b(read_input(path, LARGEST_FILE), digest_size=16).hexdigest()
    except InputError:
        return ""
