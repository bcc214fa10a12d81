"""The files of books: which there are, and what they hold.

This imports neither YAML nor pathlib, because a search uses it to see whether its index is fresh.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulings.disk.files import LARGEST_FILE, InputError, StrPath, read_input
from rulings.errors import RulingsError

BUILT_IN_BOOK = os.path.join(os.path.dirname(os.path.dirname(__file__)), "book")
YAML_ENDINGS = (".yaml", ".yml")

Report = Callable[[str, str], None]
"""Gets a file or folder, and what is wrong with it."""
Manifest = list[list[Any]]
"""Path, times of change (of the text, and of the file) and size of every file of a book."""
Contents = dict[str, bytes | InputError]
"""What the files of a book hold, or why one cannot be read, by path in the order of reading."""
Pointer = tuple[str | int, ...]
"""The path of a value in its document: ``("rulings", 0, "title", "en")``."""


def texts_in(data: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, str]]:
    """Every string in plain data, with its pointer."""
    if isinstance(data, str):
        yield pointer, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from texts_in(value, (*pointer, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from texts_in(value, (*pointer, number))


def book_files(path: StrPath, report: Report = lambda *_: None) -> Iterator[str]:
    """The YAML files of a book's folder, or the one file, in a stable order, without hidden files
    and links that lead out of the folder. `report` gets what is wrong with folders.
    """
    root = os.fspath(path)
    if not os.path.isdir(root):
        yield root
        return

    def unreadable(error: OSError) -> None:
        report(error.filename, f"cannot be read ({error.strerror}); check its rights")

    inside = os.path.join(os.path.realpath(root), "")
    for folder, below, names in os.walk(root, onerror=unreadable):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in sorted(names + [each for each in below if each.endswith(YAML_ENDINGS)]):
            path = os.path.join(folder, name)
            is_yaml = name.endswith(YAML_ENDINGS) and not name.startswith(".")
            leads_out = os.path.islink(path) and not os.path.realpath(path).startswith(inside)
            if is_yaml and leads_out:
                report(path, "is a link that leads out of the book; put the file itself here")
            elif is_yaml:
                yield path


def path_in_book(root: StrPath, path: StrPath) -> str:
    """Where the reader of a book finds a file, as `book_files` has it; RulingsError for a place
    that is hidden, or outside of the book.
    """
    book, real = os.path.realpath(root), os.path.realpath(path)
    if not real.startswith(os.path.join(book, "")):
        raise RulingsError(f"{path} is outside the book {root}; choose a place in it")
    name = os.path.relpath(real, book)
    if f"{os.sep}." in os.sep + name:
        raise RulingsError(f"{path} is hidden, so it would not be read; choose another place")
    return os.path.join(root, name)


def manifest(paths: Sequence[str]) -> Manifest:
    """The files of books with what tells cheaply that one has changed."""
    return [_listed(file) for path in paths for file in book_files(path)]


def content_or_error(path: str) -> bytes | InputError:
    """What a file holds, or why it cannot be read."""
    try:
        return read_input(path, LARGEST_FILE)
    except InputError as error:
        return error


def _listed(path: str) -> list[Any]:
    """A line of the manifest; it has st_ctime too, because anybody can set st_mtime."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return [path, 0, 0, -1]  # reading the book will say what is wrong
    return [path, status.st_mtime_ns, status.st_ctime_ns, status.st_size]
