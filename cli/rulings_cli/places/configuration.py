"""What `rulings.toml` says: the one of a project, and the user's in the configuration folder.

::

    books = ["~/judge/my-book"]   # laid on top, as with --book; a path may begin at this file
    cites = [{ruleset = "dm-rules", edition = "2025-06-01"}]   # read, and never published
    only = true                   # read no books but these, as with --only
    ruleset = "BR"                # for commands that choose entries, where no --ruleset is given
    lang = "ja"                   # where no --lang is given, and the question does not tell

The file of a project lies in the folder in which a command runs, or above it; its books are those
of its own folder, and it reads no others, unless it says so. If it does not say `lang`, the user's
file does. What the command line or a variable says goes before both.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from rulings.disk.files import content_of
from rulings.errors import RulingsError
from rulings.languages import is_language
from rulings.user_folders import folder_of_user

NAME = "rulings.toml"


class Cited(NamedTuple):
    """A document that a book cites. `path`: where it lies, if not at the usual place of imports;
    `quote`: its licence allows publishing the cited texts; `project`: the folder of the book.
    """

    ruleset: str
    edition: str
    path: str = ""
    quote: bool = False
    project: str = "."


class Configuration(NamedTuple):
    """What the two files say; empty without them."""

    books: tuple[str, ...] = ()
    cites: tuple[Cited, ...] = ()
    only: bool = False
    ruleset: str | None = None
    lang: str | None = None


def file_in_use() -> str:
    """The file that says which books are read: the project's, or else the user's."""
    return project() or _of_user()


def project(folder: str = "") -> str:
    """The `rulings.toml` of a folder (the one in which this runs), or nearest above; else empty."""
    path, user = os.path.join(folder, NAME), _of_user()
    with suppress(OSError):  # the folder is gone
        for _ in range(os.path.abspath(path).count(os.sep)):
            if os.path.lexists(path):
                return "" if os.path.abspath(path) == os.path.abspath(user) else path
            path = os.path.normpath(os.path.join(os.path.dirname(path), os.pardir, NAME))
    return ""


def _of_user() -> str:
    with suppress(RulingsError):  # no home for one
        return os.path.join(folder_of_user("config"), NAME)
    return ""


def configured() -> Configuration:
    """What the files say; RulingsError with what is wrong in one."""
    user = _read(_of_user())
    if not (path := project()):
        return user
    ours = _read(path)
    return ours._replace(lang=ours.lang or user.lang)


def cites_of(books: Iterable[str | os.PathLike[str]]) -> list[Cited]:
    """The documents that the project cites, and those that other books cite in their own file."""
    files = (os.path.join(book, NAME) for book in books)
    cites = [each for file in files for each in _read(file).cites]
    return list(dict.fromkeys([*configured().cites, *cites]))


def ruleset_or_default(typed: str | None, narrowed: str | None = None) -> str | None:
    """The ruleset of `--ruleset`, or else that of the configuration, unless a game or an event
    has `narrowed` the search already. An empty `--ruleset` means none.
    """
    return (typed or None) if typed is not None or narrowed else configured().ruleset


def _read(path: str) -> Configuration:
    if not os.path.exists(path):
        return Configuration()
    import tomllib

    text = content_of(path, 1 << 16).decode("utf-8-sig", "replace")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not TOML, too long a number, nested too deep
        what, at, place = str(error).partition(" (at line ")
        where = at and ":" + place.rstrip(")").replace(", column ", ":")
        raise RulingsError(f"{path}{where}: not valid TOML: {what}; correct it") from error
    for message in _faults(data):
        raise RulingsError(f"{path}: {message}")
    if path == project():
        data = {"books": ["."], "only": True} | data
    data["books"] = tuple(_from(path, book) for book in data.get("books", ()))
    cites = (Cited(**each, project=_from(path, ".")) for each in data.get("cites", ()))
    data["cites"] = tuple(
        each._replace(path=_from(path, each.path)) if each.path else each for each in cites
    )
    return Configuration(**data)


def _from(path: str, written: str) -> str:
    """A path that a file names; a relative one begins at the folder of the file."""
    return os.path.normpath(os.path.join(os.path.dirname(path), os.path.expanduser(written)))


def _faults(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if key not in Configuration._fields:
            yield f"unknown key {key!r}; known are {', '.join(Configuration._fields)}"
        elif key == "books" and not (isinstance(value, list) and all(map(_is_text, value))):
            yield 'books: needs a list of folders, as in books = ["~/my-book"]'
        elif key == "cites" and not (isinstance(value, list) and all(map(_is_cited, value))):
            example = 'cites = [{ruleset = "dm-rules", edition = "2025-06-01"}]'
            yield f"cites: needs documents, as in {example}; path and quote may be added"
        elif key == "only" and not isinstance(value, bool):
            yield "only: needs true or false"
        elif key == "ruleset" and not _is_text(value):
            yield 'ruleset: needs a name, as in ruleset = "BR"'
        elif key == "lang" and not (_is_text(value) and (value == "both" or is_language(value))):
            yield 'lang: needs "en", "ja", another code, or "both"'


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


def _is_cited(value: object) -> bool:
    known = {*Cited._fields} - {"project"}
    if not (isinstance(value, dict) and {"ruleset", "edition"} <= set(value) <= known):
        return False
    texts = (text for key, text in value.items() if key != "quote")
    return all(map(_is_text, texts)) and isinstance(value.get("quote", False), bool)
