"""The user's defaults: `rulings.toml` in the user's configuration folder.

::

    books = ["~/judge/my-book"]   # laid on top, as with --book; a path may begin at this file
    only = true                   # read no books but named ones, as with --only
    ruleset = "BR"                # for commands that choose entries, where no --ruleset is given
    lang = "ja"                   # where no --lang is given, and the question does not tell

What the command line or a variable says goes before it. It is read once, and where there is no
such file nothing is imported.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.errors import RulingsError
from rulings.languages import is_language
from rulings.user_folders import folder_of_user

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "rulings.toml"
_LARGEST = 1 << 16


class Configuration(NamedTuple):
    """What the file says; an empty one where there is none."""

    books: tuple[str, ...] = ()
    only: bool = False
    ruleset: str | None = None
    lang: str | None = None


def place() -> str:
    """Where the file is, or would be."""
    return os.path.join(folder_of_user("config"), NAME)


def configured() -> Configuration:
    """What the user's file says; RulingsError with the place of what is wrong in it."""
    try:
        path = place()
        stat = os.stat(path)
    except (OSError, ValueError, RulingsError):  # none, and perhaps no home for one
        return Configuration()
    return _read(path, stat.st_mtime_ns, stat.st_size)


def ruleset_or_default(asked: str | None, narrowed: str | None = None) -> str | None:
    """The ruleset that `--ruleset` names, or none if it is empty. Without it the one of the file,
    unless a game or an event has `narrowed` the question.
    """
    if asked is not None or narrowed:
        return asked or None
    return configured().ruleset


@lru_cache(maxsize=1)
def _read(path: str, _changed: int, _size: int) -> Configuration:
    import tomllib

    from rulings.disk.files import read

    text = (read(path, _LARGEST) or b"").decode("utf-8", "replace")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not TOML, too long a number, nested too deep
        raise RulingsError(f"{path}: not valid TOML: {error}") from error
    for key, message in _faults(data):
        raise RulingsError(f"{path}:{_line_of(key, text)}: {message}")
    written = map(os.path.expanduser, data.pop("books", ()))
    books = tuple(os.path.join(os.path.dirname(path), book) for book in written)
    return Configuration(books=books, **data)


def _faults(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys that are unknown or have a wrong value, each with its remedy."""
    for key, value in data.items():
        if key not in Configuration._fields:
            yield key, f"unknown key {key!r}; known are {', '.join(Configuration._fields)}"
        elif key == "books" and not (isinstance(value, list) and all(map(_is_text, value))):
            yield key, 'books: needs a list of folders, as in books = ["~/my-book"]'
        elif key == "only" and not isinstance(value, bool):
            yield key, "only: needs true or false"
        elif key == "ruleset" and not _is_text(value):
            yield key, 'ruleset: needs a name, as in ruleset = "BR"'
        elif key == "lang" and not (_is_text(value) and (value == "both" or is_language(value))):
            yield key, 'lang: needs "en", "ja", another code, or "both"'


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


def _line_of(key: str, text: str) -> int:
    """The line on which a key is set; TOML's reader does not tell."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().removeprefix("[").lstrip("\"'").startswith(key):
            return number
    return 1
