"""Folders of the cache that are ours alone, and what stands in them."""

from __future__ import annotations

import mmap
import os
import stat
import zlib
from typing import Any

from rulings.disk.files import is_own

_SMALL_FILE = 1 << 16


def make_private(folder: str) -> None:
    """Make a folder that is ours alone; one that somebody else could have written is emptied.

    OSError where that cannot be.
    """
    if os.path.islink(folder):
        os.unlink(folder)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    found = os.lstat(folder)
    if not is_own(found):
        raise PermissionError(f"{folder} belongs to somebody else")
    if not is_private(found):
        os.chmod(folder, 0o700)
        for name in os.listdir(folder):
            remove(os.path.join(folder, name))


def is_private_folder(path: str) -> bool:
    """Whether a folder is there, and ours alone."""
    try:
        return is_private(os.lstat(path))
    except OSError:
        return False


def is_private(found: os.stat_result) -> bool:
    """Whether a folder is ours alone to write."""
    if not stat.S_ISDIR(found.st_mode):
        return False
    return is_own(found) and not (hasattr(os, "geteuid") and found.st_mode & 0o022)


def is_own_file(found: os.stat_result) -> bool:
    """Whether it is a plain file of ours."""
    return stat.S_ISREG(found.st_mode) and is_own(found)


def remove_strays(path: str) -> None:
    """Remove what stands in the place of a file of ours and is none."""
    try:
        if not is_own_file(os.lstat(path)):
            remove(path)
    except FileNotFoundError:
        pass


def described(path: str) -> list[int]:
    """The size of a file, its time of change, and a checksum of what it holds."""
    found = os.stat(path)
    return [found.st_size, found.st_mtime_ns, checksum(path)]


def checksum(path: str) -> int:
    """What changes with the contents of a file."""
    found = 0
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            found = zlib.crc32(block, found)
    return found


def contents(path: str) -> Any:
    """A file's bytes, mapped where it is large."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size <= _SMALL_FILE:
            return file.read()
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def remove(path: str) -> None:
    """Remove a file, link, pipe or folder of the cache; what cannot be removed stays."""
    try:
        os.unlink(path)
    except OSError:
        from shutil import rmtree

        rmtree(path, ignore_errors=True)
