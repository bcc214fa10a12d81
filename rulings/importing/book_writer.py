"""Writing an imported book, which replaces one that the same importer wrote, and nothing else."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any, BinaryIO

import msgspec

from rulings import ids
from rulings.disk.changes import locked_folder
from rulings.disk.folders import new_folder
from rulings.editing import emitter
from rulings.errors import RulingsError
from rulings.format.book_file import File
from rulings.kinds import KINDS
from rulings.reading.cited import ENDING
from rulings.reading.yaml_reader import read_document

_ENTRIES = {kind.key for kind in KINDS.values()}
_LARGEST_PART = 1_000_000
_MARK = "# Imported by `rulings import"

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """The ruleset that an import becomes, and its language.

    `names_game`: the book describes the game, since no other book does. `as_published`: its rules
    may lack titles, its rulings verdicts. `authority`: who says so, if not the default.
    """

    ruleset: str
    prefix: str
    game: str
    language: str = "en"
    names_game: bool = False
    as_published: bool = True
    authority: str = ""

    def text(self, words: str) -> dict[str, str]:
        """A text in the language of the ruleset."""
        return {self.language: words}

    def head(self, name: Mapping[str, str], edition: str, **more: Any) -> dict[str, Data]:
        """The game and the ruleset as the book describes them; `more` are keys of the ruleset."""
        game = {"id": self.game, "name": self.text(self.game.replace("-", " ").title())}
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
    """Writes the files of a new book, see `new_book`; RulingsError for what no book can hold."""

    def __init__(self, folder: Path, first_lines: str, place: Path) -> None:
        """`place` is where the book goes when the `folder` is complete."""
        self._folder, self._place = folder, place
        self._first_lines = first_lines
        self._files: dict[str, list[BinaryIO]] = {}

    def head(self, parts: Mapping[str, Mapping[str, Any]]) -> None:
        """Write the file of the ruleset, with its single things: ``game:``, ``ruleset:``.
        RulingsError if the book at the place is of another ruleset, or has other ids.
        """
        new, old = parts.get("ruleset", {}), ruleset_in(self._place)
        if old and any(old.get(key) != new.get(key) for key in ("id", "prefix")):
            about = f"{self._place} holds the ruleset {old.get('id')} ({old.get('prefix')})"
            raise RulingsError(f"{about}; give another folder with --into")
        self._check(parts)
        text = "".join(emitter.head(key, part) for key, part in parts.items())
        self._next_file("ruleset", text.encode())

    def add(self, key: str, entry: Mapping[str, Any]) -> None:
        """Write an entry of the list `key` to ``key.yaml``, or ``key-2.yaml`` if that is full."""
        self._check({key: [entry]}, str(entry["id"]))
        if key in _ENTRIES and not ids.kind_of(entry["id"]):
            raise self._report(f"{entry['id']!r} is not an id")
        text = emitter.item(entry).encode()
        files = self._files.get(key)
        if files and files[-1].tell() + len(text) <= _LARGEST_PART:
            files[-1].write(text)
        else:
            self._next_file(key, f"{key}:\n".encode() + text)

    def close(self) -> None:
        """Close every file."""
        for files in self._files.values():
            files[-1].close()

    def _check(self, file: Mapping[str, Any], about: str = "ruleset") -> None:
        try:
            msgspec.convert(file, File, strict=False)
        except msgspec.ValidationError as error:
            raise self._report(f"{about}: {error}") from error

    def _report(self, reason: str) -> RulingsError:
        return RulingsError(f"{self._place}: {reason}; nothing was imported: please report this")

    def _next_file(self, name: str, text: bytes) -> None:
        files = self._files.setdefault(name, [])
        number = f"-{len(files) + 1}" if files else ""
        if files:
            files[-1].close()
        files.append((self._folder / f"{name}{number}.yaml").open("xb"))
        files[-1].write(self._first_lines.encode() + text)


def ruleset_in(place: Path) -> Data:
    """What the book at a place says of its ruleset; nothing where no book can be read there."""
    file = place / "ruleset.yaml"
    data = read_document(file).data if file.is_file() else None
    ruleset = data.get("ruleset") if isinstance(data, dict) else None
    return ruleset if isinstance(ruleset, dict) else {}


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
    with (
        new_folder(place, partial(_refuse_foreign, form)) as folder,
        closing(BookWriter(folder, first_lines, place)) as book,
    ):
        yield book


def remove_book(place: Path) -> None:
    """Remove an imported book, the numbers beside it, and its parent folder if that is empty;
    RulingsError if `place` holds other files.
    """
    with locked_folder(place.parent):
        _refuse_foreign("", place)
        rmtree(place)
        Path(f"{place}{ENDING}").unlink(missing_ok=True)
    with suppress(OSError):  # other editions are in it
        place.parent.rmdir()


def is_imported(folder: Path, form: str = "") -> bool:
    """Whether an import (of a `form`) wrote a file of this folder: the next writes all anew."""
    return any(_is_written_by(path, form) for path in folder.glob("*.yaml"))


def _refuse_foreign(form: str, place: Path) -> None:
    """RulingsError unless `place` holds only what an import of `form` wrote."""
    if not place.is_dir() or place.is_symlink():
        raise RulingsError(f"{place} is no folder; give a new one with --into")
    for entry in sorted(place.iterdir()):
        if not _is_written_by(entry, form):
            message = f"{entry} was not written by `rulings {f'import {form}'.strip()}`"
            remedy = "give another folder with --into" if form else "move it away first"
            raise RulingsError(f"{message}; {remedy}")


def _is_written_by(entry: Path, form: str) -> bool:
    """Whether an entry of a folder is a file that an import (of a form) wrote."""
    mark = f"{_MARK} {form}`" if form else _MARK
    with suppress(OSError):
        # links are not followed; opening a pipe would block
        if entry.is_file() and not entry.is_symlink():
            with entry.open(encoding="utf-8", errors="replace") as stream:
                return stream.readline(200).startswith(mark)
    return False
