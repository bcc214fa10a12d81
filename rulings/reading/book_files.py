"""The files of books: which there are, and what they hold, all at one moment.

This imports neither YAML nor pathlib, because a search uses it to see whether its index is fresh.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulings.disk.inputs import LARGEST_FILE, InputError, Place, read_input
from rulings.errors import RulingsError

MOST_FILES = 5_000
DEEPEST_FOLDER = 20
_ENDINGS = (".yaml", ".yml")
_TRIES = 30

Report = Callable[[str, str], None]
"""Is told of a file or folder, and of what is wrong with it."""
Manifest = list[list[Any]]
"""Path, times of change (of the text, and of the file) and size of every file of a book."""
Contents = dict[str, bytes | InputError]
"""What the files of a book hold, or why one cannot be read, by path in the order of reading."""


def _ignore(place: str, reason: str) -> None: ...


def book_files(place: Place) -> Iterator[str]:
    """The YAML files of a book's folder, or the one file, in a stable order; none hidden, no links
    out of it.
    """
    return _files(os.fspath(place), _ignore)


def place_in_book(root: Place, path: Place) -> str:
    """Where the reader of a book finds a file, as `book_files` has it; RulingsError where it would
    pass over a file at `path`.
    """
    place, names = os.path.abspath(path), list[str]()
    while not _is_same(place, root):
        place, name = os.path.split(place)
        if not name:
            raise RulingsError(f"{path} is outside the book {root}; choose a place in it")
        names.insert(0, name)
    real = os.path.join(os.path.realpath(root), *names)
    if any(name.startswith(".") for name in names):
        reason = "is hidden"
    elif os.path.realpath(real) != real:
        reason = "leads through a link"
    elif len(names) - 1 > DEEPEST_FOLDER:
        reason = f"is more than {DEEPEST_FOLDER} deep"
    else:
        return os.path.join(root, *names)
    raise RulingsError(f"{path} {reason}, so nobody would read it; choose another place")


def _is_same(place: Place, other: Place) -> bool:
    try:
        return os.path.samefile(place, other)
    except OSError:
        return False


def manifest(paths: Sequence[str]) -> Manifest:
    """The files of books with what tells cheaply that one has changed."""
    return [_listed(file) for path in paths for file in _files(path, _ignore)]


def contents_of(paths: Sequence[str], report: Report) -> list[Contents]:
    """What each of the books holds, all at the same moment. `report` gets what is wrong with
    folders that cannot be read, and with too many files or folders.
    """
    reported: dict[tuple[str, str], None] = {}

    def note(*what: str) -> None:
        reported.setdefault((what[0], what[1]))

    for wait in range(_TRIES):
        before = [[_listed(file) for file in _files(path, note)] for path in paths]
        contents = [{line[0]: _content(line[0]) for line in listed} for listed in before]
        if manifest(paths) == [line for listed in before for line in listed]:
            break
        time.sleep(0.002 * wait)
    else:
        note(paths[0], "changes while it is read; run it again")
    for place, reason in reported:
        report(place, reason)
    return contents


def _content(path: str) -> bytes | InputError:
    try:
        return read_input(path, LARGEST_FILE)
    except InputError as error:
        return error


def _listed(path: str) -> list[Any]:
    """A line of the manifest. Anybody can set the time at which a text was changed, so the time at
    which the system last changed the file is noted too.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return [path, 0, 0, -1]  # reading the book will say what is wrong
    return [path, status.st_mtime_ns, status.st_ctime_ns, status.st_size]


def _files(root: str, report: Report) -> Iterator[str]:
    """The files of a book."""
    if not os.path.isdir(root):
        yield root
        return
    inside = os.path.join(os.path.realpath(root), "")
    folders, count = [(root, 0)], 0
    while folders:
        folder, depth = folders.pop()
        visible = _scanned(folder, report)
        for file in _book_files_in(visible, inside):
            count += 1
            if count > MOST_FILES:
                report(root, f"more than {MOST_FILES:,} files; make it several books")
                return
            yield file
        below = [entry.path for entry in visible if entry.is_dir(follow_symlinks=False)]
        if below and depth == DEEPEST_FOLDER:
            report(folder, f"folders nested more than {DEEPEST_FOLDER} deep; move them up")
        else:
            folders.extend((path, depth + 1) for path in sorted(below, reverse=True))


def _book_files_in(visible: list[os.DirEntry[str]], inside: str) -> list[str]:
    """The files of a book in a folder."""
    return sorted(
        entry.path
        for entry in visible
        if entry.name.endswith(_ENDINGS)
        and not entry.is_dir(follow_symlinks=False)
        and _is_inside(entry, inside)
    )


def _scanned(folder: str, report: Report) -> list[os.DirEntry[str]]:
    """What is in a folder, without what is hidden."""
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as error:
        report(folder, f"cannot be read ({error.strerror}); check its rights")
        return []


def _is_inside(entry: os.DirEntry[str], root: str) -> bool:
    """Whether an entry is no link that leads out of a book, or to a folder."""
    if not entry.is_symlink():
        return True
    return os.path.realpath(entry.path).startswith(root) and not os.path.isdir(entry.path)
