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

import json
import mmap
import os
import stat
import sys
import zlib
from collections.abc import Container, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from rulings.disk.files import LARGEST_FILE, read_input, retry
from rulings_index.storage.table import DamagedError, Table

POINTER = "current"
LOCK = "lock"
SHIPPED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "shipped")
"""The parts that come with an installed program, as trusted as its code."""

MOST_BYTES = 100 << 20
"""How large the cache may be; the set of books in use stays in any case."""


def make_private(folder: str) -> None:
    """Make a folder that only this user may write to; OSError if that is impossible."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not is_private(folder):
        raise PermissionError(f"{folder} is not yours alone")


def is_private(folder: str) -> bool:
    """Whether a folder is there, and we alone may write it."""
    try:
        status = os.lstat(folder)
    except OSError:
        return False
    if not hasattr(os, "geteuid"):
        return True  # Windows: the user's profile is private by its access list
    is_ours = status.st_uid == os.geteuid() and not status.st_mode & 0o022
    return stat.S_ISDIR(status.st_mode) and is_ours


def parts_of(recipe: str, cache: str | None) -> Iterator[tuple[str, Table]]:
    """The parts of a recipe, by name: in a cache, and those shipped; none without a cache."""
    if not cache:
        return
    parts = os.path.join(cache, "parts")
    folders = [parts, SHIPPED] if is_private(parts) else [SHIPPED]
    for folder in filter(os.path.isdir, folders):
        for name in sorted(os.listdir(folder)):
            if name.startswith(recipe):
                with suppress(OSError, DamagedError):  # it is made anew
                    yield name, open_table(os.path.join(folder, name))


def open_table(path: str, size: int | None = None) -> Table:
    """A file of the index, mapped; OSError where there is none, DamagedError for another size."""
    with open(path, "rb") as file:
        length = os.fstat(file.fileno()).st_size
        if not length or size not in (None, length):
            raise DamagedError(path)
        return Table(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def read_pointer(folder: str) -> dict[str, Any] | None:
    """What the pointer of a set of books says; None if it is missing, damaged or of a version that
    wrote it otherwise.
    """
    try:
        with retry(lambda: open(os.path.join(folder, POINTER), "rb")) as file:
            written, _, content = file.read().partition(b"\n")
    except OSError:
        return None
    if written != checksum(content).encode():
        return None
    pointer = dict(json.loads(content))
    return pointer if pointer.keys() == {"code", "manifest", "index", "size", "parts"} else None


def pointer_as_bytes(pointer: dict[str, Any]) -> bytes:
    """A pointer as it is written."""
    content = json.dumps(pointer).encode()
    return checksum(content).encode() + b"\n" + content


def checksum(content: bytes) -> str:
    """A short checksum; nobody forges these data, and `hashlib` is slow to import."""
    return f"{zlib.crc32(content):08x}"


def sweep(cache: str, current: str) -> None:
    """Make the cache small enough: remove the sets of books that were not used for longest, except
    the `current` one, then the parts that no set names, and rests of earlier indexes.

    The caller holds the lock of the parts. OSError if the system refuses.
    """
    parts = os.path.join(cache, "parts")
    sizes: dict[str, int] = {}
    sets = [entry.path for entry in os.scandir(cache) if entry.name.startswith("book-")]
    pointers = [each for path in sets if os.path.exists(each := os.path.join(path, POINTER))]
    last_use = {os.path.dirname(each): os.stat(each).st_atime for each in pointers}
    for path in sorted(last_use, key=lambda path: (path == current, last_use[path]), reverse=True):
        pointer = read_pointer(path)
        needed = sizes | pointer["parts"] | {path: pointer["size"]} if pointer else {}
        if pointer and (path == current or sum(needed.values()) <= MOST_BYTES):
            sizes = needed
            _clear(path, [POINTER, pointer["index"]])
        else:  # in one step: the next sweep finishes an interrupted one
            os.rename(path, os.path.join(parts, f"old-{os.urandom(8).hex()}"))
    _clear(parts, sizes)


def _clear(folder: str, kept: Container[str]) -> None:
    from shutil import rmtree

    for entry in os.scandir(folder):
        if entry.name not in kept and entry.name != LOCK:
            rmtree(entry.path) if entry.is_dir() else os.unlink(entry.path)


def code_stamp() -> str:
    """Changes whenever the code that makes or reads an index does, or a list of words it knows."""
    statuses = [(path, os.stat(path)) for path in _code_files()]
    seen = sorted((path, status.st_mtime_ns, status.st_size) for path, status in statuses)
    return checksum(repr((seen, sys.byteorder, sys.version_info[:2])).encode())


@cache  # a process keeps running the code that it began with
def code_digest() -> str:
    """The same for the contents of the files, wherever and whenever they were installed."""
    from hashlib import blake2b  # only to build, since the import takes as long as a search

    digest = blake2b(sys.byteorder.encode(), digest_size=16)
    for content in sorted(read_input(path, LARGEST_FILE) for path in _code_files()):
        digest.update(content)
    return digest.hexdigest()


def _code_files() -> Iterator[str]:
    import rulings

    book = os.path.dirname(rulings.__file__ or "")
    index = os.path.dirname(os.path.dirname(__file__))
    deciding = ("format", "reading", "lookup", "text")  # what an index holds
    folders = [book, *(os.path.join(book, name) for name in deciding), index]
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".txt")):
                    yield entry.path
                elif folder == index and entry.is_dir():
                    folders.append(entry.path)
