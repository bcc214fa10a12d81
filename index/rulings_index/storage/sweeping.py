"""Removing from the cache what has not been used for long, so that it stays within bounds."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from rulings.disk.files import is_temporary
from rulings.disk.locks import locked
from rulings_index.storage.damage import GARBAGE
from rulings_index.storage.private import is_private_folder, remove

SIZE_VARIABLE = "RULINGS_CACHE_MB"
MOST_MEGABYTES = 100

OLD = 24 * 3600.0
"""Seconds from which on a part that no set of books names is taken out."""

NEW = 600.0
"""Seconds up to which another process may be about to name a part."""


class _Kept(NamedTuple):
    """A set of books or a part: when it was last used, its place, size, and the parts it names."""

    used: float
    path: str
    size: int
    parts: frozenset[str] = frozenset()


def sweep(cache: str, current: str, pointer: str, lock: str) -> None:
    """Remove parts that no set of books names any more, and, where the cache is too large, the sets
    that were not used for longest.

    `current` is the folder of the set in use; `pointer` is the name of the file that lists a set's
    parts, `lock` that of the file that is locked while a set is built. OSError where the system
    refuses.
    """
    shelf = os.path.join(cache, "parts")
    with locked(os.path.join(shelf, lock)):
        sets = [_set(folder, pointer) for folder in _folders(cache)]
        parts = [_part(path) for path in _files(shelf, lock)]
        left = sum(one.size for one in (*sets, *parts))
        for one in sorted(sets):
            if left > most_bytes() and one.path != current and _is_idle(one.path, lock):
                remove(one.path)
                sets.remove(one)
                left -= one.size
        named = frozenset[str]().union(*(one.parts for one in sets))
        for one in sorted(parts):
            age = time.time() - one.used
            unused = os.path.basename(one.path) not in named
            if unused and (age > OLD or (age > NEW and left > most_bytes())):
                remove(one.path)
                left -= one.size


def most_bytes() -> int:
    """How large the cache may be."""
    told = os.environ.get(SIZE_VARIABLE, "")
    return (int(told[:9]) if told.isascii() and told.isdecimal() else MOST_MEGABYTES) << 20


def _folders(cache: str) -> Iterator[str]:
    for name in sorted(os.listdir(cache)):
        path = os.path.join(cache, name)
        if name.startswith("book-") and is_private_folder(path):
            yield path


def _files(shelf: str, lock: str) -> Iterator[str]:
    """The parts; what a killed process left of one is removed."""
    for name in sorted(os.listdir(shelf)):
        path = os.path.join(shelf, name)
        if is_temporary(name):
            remove(path)
        elif name != lock:
            yield path


def _part(path: str) -> _Kept:
    found = os.lstat(path)
    return _Kept(max(found.st_atime, found.st_mtime), path, found.st_size)


def _set(folder: str, pointer: str) -> _Kept:
    used, parts, size = 0.0, frozenset[str](), 0
    with suppress(OSError, AttributeError, *GARBAGE):  # one that cannot be read is the first to go
        path = os.path.join(folder, pointer)
        found = os.lstat(path)
        with open(path, "rb") as file:
            told = json.loads(file.read().partition(b"\n")[2])
        used, parts = max(found.st_atime, found.st_mtime), frozenset(told["parts"])
        size = found.st_size + sum(file[0] for file in told["files"].values())
    return _Kept(used, folder, size, parts)


def _is_idle(folder: str, lock: str) -> bool:
    """Whether nobody builds there."""
    try:
        with locked(os.path.join(folder, lock), 0):
            return True
    except OSError:
        return False
