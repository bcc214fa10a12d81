"""Whether an index still fits its book and the code that reads it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

_BOOK_FILE_ENDINGS = (".yaml", ".yml")

Manifest = list[list[Any]]
"""Path, times of change (of the text, and of the file) and size of every file of a book."""


def manifest(paths: Sequence[str]) -> Manifest:
    """The files of a book with what tells cheaply that one has changed."""
    found: Manifest = []
    for path in paths:
        if os.path.isdir(path):
            found.extend(sorted(_scan(path, os.path.realpath(path))))
        else:
            try:
                found.append(_told(path, os.stat(path)))
            except OSError:
                found.append([path, 0, 0, -1])
    return found


def _scan(folder: str, root: str) -> Iterator[list[Any]]:
    """The same files that `rulings.books.book_files` reads."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    yield from _scan(entry.path, root)
                elif entry.name.endswith(_BOOK_FILE_ENDINGS):
                    if entry.is_symlink() and not _is_below(entry.path, root):
                        continue
                    yield _told(entry.path, entry.stat())
    except OSError:
        return  # reading the book will say what is wrong


def _told(path: str, status: os.stat_result) -> list[Any]:
    """A line of the manifest. A copied file brings its time of change along, an edit in place can
    be given any; the time that the system keeps for itself tells.
    """
    return [path, status.st_mtime_ns, status.st_ctime_ns, status.st_size]


def _is_below(path: str, root: str) -> bool:
    return os.path.realpath(path).startswith(root + os.sep)


def same_contents(before: Manifest, now: Manifest, digests: dict[str, str]) -> bool:
    """Whether files that look changed still hold the same text."""
    if [entry[0] for entry in before] != [entry[0] for entry in now]:
        return False
    changed = [new for old, new in zip(before, now, strict=True) if old != new]
    return all(digests.get(entry[0]) == digest(entry[0]) for entry in changed)


def code_stamp() -> str:
    """Changes whenever the code that makes or reads an index does, or a list of words it knows."""
    import rulings

    rooms = os.path.dirname(os.path.dirname(__file__))
    folders = [os.path.dirname(rulings.__file__ or ""), rooms]
    parts = []
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".txt")):
                    status = entry.stat()
                    parts.append(f"{entry.name} {status.st_mtime_ns} {status.st_size}")
                elif folder == rooms and entry.is_dir():
                    folders.append(entry.path)
    parts.append(f"{sys.byteorder} {sys.version_info[:2]}")
    return blake2b("\n".join(sorted(parts)).encode(), digest_size=8).hexdigest()


def digest(path: str) -> str:
    """What changes with the contents of a file; empty where it cannot be read."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return ""  # a pipe would keep us waiting; reading the book will say what is wrong
        with open(path, "rb") as file:
            return blake2b(file.read(), digest_size=16).hexdigest()
    except OSError:
        return ""
