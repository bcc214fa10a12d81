"""Where the index lives, when it is stale, and how several processes share it.

::

    <cache>/book-<hash of its paths>/     0700, ours
        current                           which index is valid, for which files of the book
        idx-<random>/                     its names and its register, written once, never changed
        lock                              held while building
    <cache>/parts/                        0700, ours: the parts of all books (`storage.shelf`)

What somebody else could have written is never opened. Whatever is wrong with a stored index, the
answer is to build it again; where nothing can be written, it is built in memory.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.disk.files import is_temporary, replace, retry
from rulings.reading.book_files import Manifest, manifest
from rulings.user_folders import folder_of_user
from rulings_index.storage.damage import DamagedError
from rulings_index.storage.freshness import code_stamp, digest, same_contents
from rulings_index.storage.private import (
    checksum,
    contents,
    described,
    is_own_file,
    is_private,
    is_private_folder,
    make_private,
    remove,
    remove_strays,
)
from rulings_index.storage.shelf import LOCK, SHIPPED, Shelf, place_of

if TYPE_CHECKING:
    from rulings_index.building.build import Built

POINTER = "current"
MEMORY = "memory"
"""The place of an index that could not be written."""
CACHE_VARIABLE = "RULINGS_CACHE"

_SHAPE = {
    "code": str,
    "index": str,
    "meta": dict,
    "manifest": list,
    "digests": dict,
    "files": dict,
    "parts": dict,
}
"""What a pointer holds."""

_TRIES = 5

Warn = Callable[[str], None]


class Stored(NamedTuple):
    """An index that can be read: `meta` as its writer left it, a way to its files, and the files
    of the book as they were.
    """

    meta: dict[str, Any]
    read: Callable[[str], Any]
    place: str
    manifest: Manifest


def default_cache() -> str:
    """The folder for this user's caches: RULINGS_CACHE, or where the system keeps them."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return chosen or folder_of_user("cache")


def shelf_in(cache: str) -> str:
    """The folder of a cache for the parts of all books."""
    return os.path.join(cache, "parts")


class Store:
    """The stored index of one book."""

    def __init__(self, paths: Sequence[str], cache: str, warn: Warn) -> None:
        self.paths = [os.path.abspath(path) for path in paths]
        names = "\0".join(self.paths).encode(errors="surrogateescape")
        key = blake2b(names, digest_size=8).hexdigest()
        self.folder = os.path.join(cache, f"book-{key}")
        self._cache = cache
        self._shelf = shelf_in(cache)
        self._warn = warn

    def open(self) -> Stored:
        """The index of the book as it is now, built if need be."""
        return self._open_fresh() or self._build()

    def is_current(self, stored: Stored) -> bool:
        """Whether no file of the book has changed since; costs a look at their times."""
        return stored.manifest == manifest(self.paths)

    def catch_up(self) -> None:
        """Bring what is stored up to date, where an index was ever built here."""
        if os.path.isdir(self._shelf) and self._open_fresh() is None:
            self._build()

    def rebuild(self) -> Stored:
        """Build the index anew, whatever is stored."""
        return self._build(anyway=True)

    def state(self) -> str:
        """``fresh``, ``stale``, ``damaged`` or ``missing``, without changing anything."""
        pointer = self._pointer()
        if pointer is None:
            return "missing"
        if pointer["code"] != code_stamp() or pointer["manifest"] != manifest(self.paths):
            return "stale"
        try:
            self._verified(pointer, thorough=True)
        except (OSError, DamagedError):
            return "damaged"
        return "fresh"

    # Opening

    def _open_fresh(self) -> Stored | None:
        for _ in range(_TRIES):
            if not is_private_folder(self.folder):
                return None
            pointer = self._pointer()
            if pointer is None or not self._is_current(pointer):
                return None
            try:
                return self._verified(pointer)
            except FileNotFoundError:
                continue  # another process has just replaced it: read the pointer again
            except (OSError, DamagedError):
                return None
        return None

    def _pointer(self) -> dict[str, Any] | None:
        """What the pointer file says, if it is ours and as it was written."""
        path = self._path(POINTER)
        try:
            if not is_own_file(os.lstat(path)):
                return None  # a pipe would keep us waiting
            with retry(lambda: open(path, "rb")) as file:
                checksum, _, content = file.read().partition(b"\n")
        except OSError:
            return None
        if checksum != _pointer_checksum(content):
            return None
        return _pointer_in(content)

    def _is_current(self, pointer: dict[str, Any]) -> bool:
        if pointer["code"] != code_stamp():
            return False
        now = manifest(self.paths)
        if pointer["manifest"] == now:
            return True
        if not same_contents(pointer["manifest"], now, pointer["digests"]):
            return False
        pointer["manifest"] = now  # touched, not changed: do not read it again next time
        with suppress(OSError):  # a cache that cannot be written can still be read
            self._write_pointer(pointer)
        return True

    def _verified(self, pointer: dict[str, Any], *, thorough: bool = False) -> Stored:
        folder = self._path(pointer["index"])
        if not is_private(os.lstat(folder)):
            raise DamagedError(folder)  # somebody else could have written what is in it
        places = {name: os.path.join(folder, name) for name in pointer["files"]}
        places |= {name: place_of(self._shelf, name) for name in pointer["parts"]}
        for name, told in (*pointer["files"].items(), *pointer["parts"].items()):
            self._check(places[name], told, thorough=thorough)
        found = {name: contents(place) for name, place in places.items()}
        return Stored(pointer["meta"], found.__getitem__, folder, pointer["manifest"])

    def _check(self, path: str, told: list[int], *, thorough: bool) -> None:
        """Raises DamagedError for a file that is not as it was written, or not ours alone."""
        size, changed, wanted = told
        found = os.lstat(path)
        ours = is_own_file(found) or os.path.dirname(path) == SHIPPED
        if found.st_size != size or not ours:
            raise DamagedError(path)
        if (thorough or found.st_mtime_ns != changed) and checksum(path) != wanted:
            raise DamagedError(path)

    # Building

    def _build(self, *, anyway: bool = False) -> Stored:
        from rulings.disk.locks import locked

        try:
            self._prepare()
            with locked(self._path(LOCK)):
                found = None if anyway else self._open_fresh()  # built while we waited?
                return found or self._write(Shelf(self._shelf, anew=anyway))
        except OSError as error:
            return self._in_memory(error)

    def _prepare(self) -> None:
        make_private(self.folder)
        remove_strays(self._path(LOCK))
        make_private(self._shelf)
        remove_strays(os.path.join(self._shelf, LOCK))

    def _write(self, shelf: Shelf) -> Stored:
        from rulings_index.building.build import build

        # before the book is read: whoever changes it meanwhile makes this index a stale one
        before = manifest(self.paths)
        digests = {entry[0]: digest(entry[0]) for entry in before}
        name = f"idx-{os.urandom(8).hex()}"
        target = self._path(name)
        os.mkdir(target, mode=0o700)
        try:
            built = build(self.paths, target, shelf)
            if manifest(self.paths) != before:
                digests = {}  # nobody knows which of its states an edited file was read in
            pointer = self._describe(name, before, digests, built)
            self._write_pointer(pointer)
        except BaseException:
            remove(target)
            shelf.discard()
            raise
        self._clean(keep=name)
        with suppress(OSError):
            from rulings_index.storage.sweeping import sweep

            sweep(self._cache, self.folder, POINTER, LOCK)
        stored = self._open_fresh()
        if stored is None:  # the book changed meanwhile: what was built is right for its moment
            stored = self._verified(pointer)
        return stored

    def _describe(
        self, name: str, before: Manifest, digests: dict[str, str], built: Built
    ) -> dict[str, Any]:
        folder = self._path(name)
        files = sorted(os.listdir(folder))
        return {
            "code": code_stamp(),
            "index": name,
            "meta": built.meta,
            "manifest": before,
            "digests": digests,
            "files": {file: described(os.path.join(folder, file)) for file in files},
            "parts": {part: described(place_of(self._shelf, part)) for part in built.meta["parts"]},
        }

    def _write_pointer(self, pointer: dict[str, Any]) -> None:
        content = json.dumps(pointer).encode()
        if os.path.isdir(self._path(POINTER)):
            remove(self._path(POINTER))
        replace(self._path(POINTER), _pointer_checksum(content) + b"\n" + content)

    def _clean(self, keep: str) -> None:
        """Remove old indexes, and what killed processes left."""
        for name in os.listdir(self.folder):
            if (name.startswith("idx-") and name != keep) or is_temporary(name):
                remove(self._path(name))

    def _in_memory(self, error: OSError) -> Stored:
        from rulings_index.building.build import build

        before = manifest(self.paths)
        built = build(self.paths, None, Shelf(self._shelf))
        reason = error.strerror or str(error)
        self._warn(f"search index kept in memory only: {reason}; set {CACHE_VARIABLE} to a folder")
        return Stored(built.meta, built.read, MEMORY, before)

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)


def _pointer_in(content: bytes) -> dict[str, Any] | None:
    """A pointer, where it has the shape of those we write, and names files of its own folder."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    if not all(isinstance(found.get(name), kind) for name, kind in _SHAPE.items()):
        return None
    names = (found["index"], *found["files"], *found["parts"])
    files = (*found["files"].values(), *found["parts"].values())
    sound = (
        all(os.path.basename(name) == name not in ("", ".", "..") for name in names)
        and all(isinstance(told, list) and told for told in found["manifest"])
        and all(isinstance(file, list) and len(file) == 3 for file in files)
    )
    return found if sound else None


def _pointer_checksum(content: bytes) -> bytes:
    return b"%08x" % zlib.crc32(content)
