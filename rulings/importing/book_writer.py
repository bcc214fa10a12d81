"""Writing an imported book, which replaces one that the same importer wrote, and nothing else."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from rulings.disk.folders import new_folder
from rulings.editing import emitter
from rulings.errors import RulingsError
from rulings.format.model import LONGEST_TEXT
from rulings.reading.yaml_reader import strings

_MARK = "# Imported by `rulings import"
_LARGEST_FILE = 1_000_000

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """What an import becomes: its ruleset, and its language.

    `names_game`: no other book in use describes the game, so this one does. `as_published`: its
    rules have no titles, or its rulings no verdicts.
    """

    ruleset: str
    prefix: str
    game: str
    language: str = "en"
    names_game: bool = False
    as_published: bool = True

    def head(self, name: Mapping[str, str], edition: str, **more: Any) -> dict[str, Data]:
        """The game and the ruleset as the book describes them; `more` are keys of the ruleset."""
        game = {"id": self.game, "name": {self.language: self.game.replace("-", " ").title()}}
        ruleset = {
            "id": self.ruleset,
            "prefix": self.prefix,
            "game": self.game,
            "name": name,
            "edition": edition,
            "languages": [self.language],
            **({"as_published": "true"} if self.as_published else {}),
            **more,
        }
        return {"game": game, "ruleset": ruleset} if self.names_game else {"ruleset": ruleset}


class BookWriter:
    """Collects the files of a new book; see `new_book`."""

    def __init__(self, folder: Path, first_line: str) -> None:
        self._folder = folder
        self._first_line = first_line
        self._parts: dict[str, int] = {}
        self._room: dict[str, int] = {}
        self._streams: dict[str, TextIO] = {}

    def head(self, name: str, parts: Mapping[str, Mapping[str, Any]]) -> None:
        """A file with single things: ``game:``, ``ruleset:``."""
        for part in parts.values():
            _check_lengths(part)
        texts = [emitter.head(key, value) for key, value in parts.items()]
        self._append(f"{name}.yaml", self._first_line + "".join(texts))

    def add(self, name: str, key: str, entry: Mapping[str, Any]) -> None:
        """One entry of the list `key`, into ``name.yaml``, or ``name-2.yaml`` when that is full.

        RulingsError where a text is longer than a book can hold.
        """
        _check_lengths(entry)
        text = emitter.item(entry)
        size = len(text.encode("utf-8"))
        if self._room.get(name, 0) < size:
            if name in self._parts:
                self._streams.pop(self._file(name)).close()
            self._parts[name] = self._parts.get(name, 0) + 1
            self._room[name] = _LARGEST_FILE
            text = f"{self._first_line}{key}:\n{text}"
        self._room[name] -= size
        self._append(self._file(name), text)

    def _file(self, name: str) -> str:
        part = self._parts[name]
        return f"{name}-{part}.yaml" if part > 1 else f"{name}.yaml"

    def close(self) -> None:
        """Close every file."""
        for stream in self._streams.values():
            stream.close()

    def _append(self, file: str, text: str) -> None:
        if file not in self._streams:
            path = self._folder / file
            self._streams[file] = path.open("x", encoding="utf-8", newline="\n")
        self._streams[file].write(text)


def _check_lengths(entry: Mapping[str, Any]) -> None:
    longest = max(len(words) for _, words in strings(entry))
    if longest > LONGEST_TEXT:
        about = f"a text of {longest:,} characters in {entry.get('id')}"
        raise RulingsError(f"{about}; a book holds {LONGEST_TEXT:,}: the document is damaged")


@contextmanager
def new_book(place: Path, form: str, about: str) -> Iterator[BookWriter]:
    """Write a book that replaces the one at `place` when the block ends without an error.

    `form` is the importer's name; `about` says, in the first line of each file, what was read.
    RulingsError where `place` holds anything that no import of this form wrote.
    """
    first_lines = (
        f"{_MARK} {form}` {' '.join(about.split())}.\n"
        "# The next import writes it again: put words of your own into a book laid on top.\n"
    )
    with new_folder(place, partial(_refuse_foreign, form)) as folder:
        book = BookWriter(folder, first_lines)
        try:
            yield book
        finally:
            book.close()


def is_imported(folder: Path) -> bool:
    """Whether an import wrote a file of this folder: the next one writes all of it again."""
    return any(_wrote(path, "") for path in folder.glob("*.yaml"))


def _refuse_foreign(form: str, place: Path) -> None:
    """RulingsError unless `place` holds only what an import of `form` wrote."""
    if not place.is_dir() or place.is_symlink():
        raise RulingsError(f"{place} is no folder; give a new one with --into")
    for entry in sorted(place.iterdir()):
        if not _wrote(entry, form):
            message = f"{entry} was not written by `rulings import {form}`"
            raise RulingsError(f"{message}; give another folder with --into")


def _wrote(entry: Path, form: str) -> bool:
    """Whether a file was written by an import of `form`, or by any where it is empty."""
    try:
        if not stat.S_ISREG(entry.lstat().st_mode):
            return False  # a link leads to what is not ours, a pipe would keep us waiting
        with entry.open(encoding="utf-8", errors="replace") as stream:
            return stream.readline(200).startswith(f"{_MARK} {form}`" if form else _MARK)
    except OSError:
        return False
