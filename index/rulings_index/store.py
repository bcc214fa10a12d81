"""Where the index lives, when it is stale, and how several processes share it.

Whatever is wrong with a stored index (`storage.cache` shows its files), the answer is to build it
again; where nothing can be written, it stays in memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.disk.files import is_temporary, replace
from rulings.reading.book_files import Manifest, manifest
from rulings.user_folders import folder_of_user
from rulings_index.storage.cache import (
    LOCK,
    POINTER,
    code_stamp,
    digest,
    is_private,
    make_private,
    open_table,
    place_of_part,
    pointer_as_bytes,
    read_pointer,
    remove,
    same_contents,
    sweep,
)
from rulings_index.storage.table import DamagedError, Table

if TYPE_CHECKING:
    from rulings_index.building.build import Built

MEMORY = "memory"
"""The place of an index that could not be written."""
CACHE_VARIABLE = "RULINGS_CACHE"

_TRIES = 5

Warn = Callable[[str], None]


class Stored(NamedTuple):
    """An index that can be read: its files, where it lies, and the files of the book as they were
    when it was built.
    """

    register: Table
    parts: Sequence[Table]
    place: str
    manifest: Manifest


def default_cache() -> str:
    """The folder for this user's caches: RULINGS_CACHE, or where the system keeps them."""
    return os.environ.get(CACHE_VARIABLE) or folder_of_user("cache")


class Store:
    """The stored index of one book."""

    def __init__(self, paths: Sequence[str], cache: str, warn: Warn) -> None:
        self.paths = [os.path.abspath(path) for path in paths]
        names = "\0".join(self.paths).encode(errors="surrogateescape")
        key = blake2b(names, digest_size=8).hexdigest()
        self._folder = os.path.join(cache, f"book-{key}")
        self._cache = cache
        self._parts = os.path.join(cache, "parts")
        self._warn = warn

    def open(self) -> Stored:
        """The index of the book as it is now, built if need be."""
        return self._open_fresh() or self._build()

    def is_current(self, stored: Stored) -> bool:
        """Whether no file of the book has changed since; costs a look at their times."""
        return stored.manifest == manifest(self.paths)

    def catch_up(self) -> None:
        """Bring what is stored up to date, where an index was ever built here."""
        if os.path.isdir(self._parts):
            self.open()

    def rebuild(self) -> Stored:
        """Build the index anew, whatever is stored."""
        return self._build(anew=True)

    def state(self) -> str:
        """``fresh``, ``stale``, ``damaged`` or ``missing``, without changing anything."""
        pointer = read_pointer(self._folder)
        if pointer is None:
            return "missing"
        if pointer["code"] != code_stamp() or pointer["manifest"] != manifest(self.paths):
            return "stale"
        try:
            stored = self._read(pointer)
            is_sound = all(table.is_sound() for table in (stored.register, *stored.parts))
        except (OSError, DamagedError):
            is_sound = False
        return "fresh" if is_sound else "damaged"

    def _open_fresh(self) -> Stored | None:
        if not (is_private(self._folder) and is_private(self._parts)):
            return None
        for _ in range(_TRIES):
            pointer = read_pointer(self._folder)
            if pointer is None or not self._is_current(pointer):
                return None
            try:
                return self._read(pointer)
            except FileNotFoundError:
                continue  # another process has just replaced it: read the pointer again
            except (OSError, DamagedError):
                return None
        return None

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
            replace(self._path(POINTER), pointer_as_bytes(pointer))
        return True

    def _read(self, pointer: dict[str, Any]) -> Stored:
        place = self._path(pointer["index"])
        register = open_table(place, pointer["size"])
        listed = pointer["parts"].items()
        parts = [open_table(place_of_part(self._cache, name), size) for name, size in listed]
        return Stored(register, parts, place, pointer["manifest"])

    def _build(self, *, anew: bool = False) -> Stored:
        """Build the index, unless another process did so while we waited for it. Where it cannot be
        written it stays in memory.
        """
        from rulings.disk.changes import locked

        made = None
        try:
            make_private(self._folder)
            make_private(self._parts)
            with locked(self._path(LOCK)):
                if not anew and (stored := self._open_fresh()):
                    return stored
                made = self._made(anew=anew)
                place = self._written(*made)
        except OSError as error:
            reason = error.strerror or str(error)
            change = f"set {CACHE_VARIABLE} to a folder"
            self._warn(f"search index kept in memory only: {reason}; {change}")
            made, place = made or self._made(anew=anew), MEMORY
        built, pointer = made
        tables = list(built.parts.values())
        return Stored(Table(built.register), tables, place, pointer["manifest"])

    def _made(self, *, anew: bool) -> tuple[Built, dict[str, Any]]:
        """A built index, and what its pointer says."""
        from rulings_index.building.build import build

        # before the book is read: whoever changes it meanwhile makes this index a stale one
        before = manifest(self.paths)
        digests = {line[0]: digest(line[0]) for line in before}
        built = build(self.paths, None if anew else self._cache)
        if manifest(self.paths) != before:
            digests = {}  # nobody knows which of its states an edited file was read in
        return built, {
            "code": code_stamp(),
            "manifest": before,
            "digests": digests,
            "index": f"idx-{os.urandom(8).hex()}",
            "size": len(built.register),
            "parts": {part: table.size for part, table in built.parts.items()},
        }

    def _written(self, built: Built, pointer: dict[str, Any]) -> str:
        """Write what was built, and remove what it replaces; returns where its register is."""
        from rulings.disk.changes import locked

        name = pointer["index"]
        with locked(os.path.join(self._parts, LOCK)):
            for part, content in built.new_parts.items():
                replace(os.path.join(self._parts, part), content)
            replace(self._path(name), built.register)
            replace(self._path(POINTER), pointer_as_bytes(pointer))
            with suppress(OSError):
                for old in os.listdir(self._folder):
                    if (old.startswith("idx-") and old != name) or is_temporary(old):
                        remove(self._path(old))
                sweep(self._cache, self._folder)
        return self._path(name)

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)
