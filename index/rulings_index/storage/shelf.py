"""The parts that are kept in the cache, for all sets of books.

A part is named by what it was made from, written once and never changed, so every set of books that
needs the same one shares it. Reading a part runs no code; even so, parts that somebody else could
have written are not opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from rulings.disk.files import replace
from rulings_index.storage.damage import DamagedError
from rulings_index.storage.private import (
    contents,
    is_own_file,
    is_private_folder,
    remove,
    remove_strays,
)
from rulings_index.storage.table import Table

LOCK = "lock"
SHIPPED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "shipped")
"""The parts that come with an installed program, as trusted as its code."""


class Shelf:
    """The parts in a folder of the cache, and those that are shipped; in memory without a folder.

    With `anew` none that is kept is taken.
    """

    def __init__(self, folder: str | None, *, anew: bool = False) -> None:
        self._folder = folder
        self._memory: dict[str, bytes] = {}
        self._made: list[str] = []
        self._anew = anew

    def fitting(self, recipe: str) -> Iterator[tuple[str, Table]]:
        """The sound parts of a recipe, with their names."""
        if self._anew:
            return
        for path in (*self._own(), *_paths(SHIPPED)):
            name = os.path.basename(path)
            if name.startswith(recipe):
                with suppress(OSError, DamagedError):  # it is made anew
                    found = Table(contents(path))
                    if found.is_sound():
                        yield name, found

    def _own(self) -> list[str]:
        if self._folder is None or not is_private_folder(self._folder):
            return []
        return [path for path in _paths(self._folder) if is_own_file(os.lstat(path))]

    def keep(self, name: str, content: bytes, *, in_memory: bool) -> None:
        """Put a part on the shelf. OSError where that cannot be."""
        if self._folder is None or in_memory:
            self._memory[name] = content
        elif self._anew and self._is_there(name, content):
            pass  # others have it open, and would look at every byte of a file that has changed
        else:
            from rulings.disk.locks import locked

            path = os.path.join(self._folder, name)
            with locked(os.path.join(self._folder, LOCK)):
                remove_strays(path)
                self._made.append(path)
                replace(path, content)

    def discard(self) -> None:
        """Take away the parts that were put here, where what they were made for was not."""
        for path in self._made:
            remove(path)

    def _is_there(self, name: str, content: bytes) -> bool:
        try:
            return is_own_file(os.lstat(self.path(name))) and contents(self.path(name)) == content
        except OSError:
            return False

    def path(self, name: str) -> str:
        """Where a part lies."""
        return place_of(self._folder or SHIPPED, name)

    def read(self, name: str) -> Any:
        """The contents of a part."""
        return self._memory[name] if name in self._memory else contents(self.path(name))


def place_of(folder: str, name: str) -> str:
    """Where a part lies: in the folder of the cache, or else among those that are shipped."""
    own, shipped = os.path.join(folder, name), os.path.join(SHIPPED, name)
    return shipped if not os.path.lexists(own) and os.path.lexists(shipped) else own


def _paths(folder: str) -> list[str]:
    try:
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    except OSError:
        return []
