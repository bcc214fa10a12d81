"""The index as it should be now: whether the stored one is current, and who builds it anew.

An index that cannot be used (`storage.cache` shows its files) is built again; if it cannot be
written, it stays in memory.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.disk.files import replace
from rulings.reading.book_files import Manifest, manifest
from rulings.user_folders import folder_of_user
from rulings_index.games import Opened
from rulings_index.storage import cache as files
from rulings_index.storage.table import DamagedError, Table

if TYPE_CHECKING:
    from rulings_index.building.build import Built

MEMORY = "memory"
"""The place of an index that could not be written."""
CACHE_VARIABLE = "RULINGS_CACHE"

Warn = Callable[[str], None]


class Stored(NamedTuple):
    """An open index, its place, and the files of its book when it was built."""

    opened: Opened
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
        self._folder = os.path.join(cache, f"book-{files.checksum(names)}")
        self._cache = cache
        self._parts = os.path.join(cache, "parts")
        self._warn = warn

    def open(self, *, anew: bool = False) -> Stored:
        """The index of the book as it is now, built if need be, and in any case if `anew`."""
        return (None if anew else self._open_fresh()) or self._build(anew=anew)

    def state(self) -> str:
        """``fresh``, ``stale``, ``damaged`` or ``missing``, without changing anything."""
        pointer = files.read_pointer(self._folder)
        if pointer is None:
            return "missing"
        if not self._is_up_to_date(pointer):
            return "stale"
        with suppress(OSError, DamagedError):
            if all(table.is_sound() for table in self._read(pointer).opened.tables):
                return "fresh"
        return "damaged"

    def _open_fresh(self) -> Stored | None:
        are_private = files.is_private(self._folder) and files.is_private(self._parts)
        pointer = files.read_pointer(self._folder) if are_private else None
        if pointer and self._is_up_to_date(pointer):
            with suppress(OSError, DamagedError):  # another process may have just replaced it
                return self._read(pointer)
        return None

    def _is_up_to_date(self, pointer: dict[str, Any]) -> bool:
        known = pointer["code"], pointer["manifest"]
        return known == (files.code_stamp(), manifest(self.paths))

    def _read(self, pointer: dict[str, Any]) -> Stored:
        place = self._path(pointer["index"])
        tables = [files.open_table(place, pointer["size"])]
        for name, size in pointer["parts"].items():
            path = os.path.join(self._parts, name)
            path = path if os.path.exists(path) else os.path.join(files.SHIPPED, name)
            tables.append(files.open_table(path, size))
        return Stored(Opened(tables), place, pointer["manifest"])

    def _build(self, *, anew: bool) -> Stored:
        """Build the index, unless another process just did; in memory if it cannot be written."""
        from rulings.disk.changes import locked

        tables_made = None
        try:
            files.make_private(self._folder)
            files.make_private(self._parts)
            with locked(self._path(files.LOCK)):
                if not anew and (stored := self._open_fresh()):
                    return stored
                built, pointer = tables_made = self._build_tables(anew=anew)
                place = self._path(pointer["index"])
                with locked(os.path.join(self._parts, files.LOCK)):
                    for part, content in built.new_parts.items():
                        replace(os.path.join(self._parts, part), content)
                    replace(place, built.register)
                    replace(self._path(files.POINTER), files.pointer_as_bytes(pointer))
                    with suppress(OSError):
                        files.sweep(self._cache, self._folder)
        except OSError as error:
            reason = error.strerror or str(error)
            change = f"set {CACHE_VARIABLE} to a folder"
            self._warn(f"search index kept in memory only: {reason}; {change}")
            tables_made, place = tables_made or self._build_tables(anew=anew), MEMORY
        built, pointer = tables_made
        opened = Opened([Table(built.register), *built.parts.values()])
        return Stored(opened, place, pointer["manifest"])

    def _build_tables(self, *, anew: bool) -> "tuple[Built, dict[str, Any]]":
        """A built index, and what its pointer says."""
        from rulings_index.building.build import build

        # before the book is read: whoever changes it meanwhile makes this index a stale one
        before = manifest(self.paths)
        built = build(self.paths, None if anew else self._cache)
        return built, {
            "code": files.code_stamp(),
            "manifest": before,
            "index": f"idx-{os.urandom(8).hex()}",
            "size": len(built.register),
            "parts": {part: table.size for part, table in built.parts.items()},
        }

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)
