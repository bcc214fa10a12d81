"""Whether an index still fits its book and the code that reads it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import blake2b

from rulings.disk.inputs import LARGEST_FILE, InputError, read_input
from rulings.reading.book_files import Manifest

_FOLDERS = ("format", "reading", "lookup", "text")
"""The folders of `rulings` that decide what an index holds."""


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
