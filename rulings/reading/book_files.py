"""The files of books: which there are, and what they hold, all at one moment.

Where several of them are being changed together (`rulings.disk.several`), a reader sees all of
them old or all of them new: a change that was broken off is finished first, or, where we may not
write, the new texts are read from beside the files. This imports neither YAML nor pathlib, because
a search uses it to see whether its index is fresh.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from rulings.disk.files import CHANGES
from rulings.disk.inputs import LARGEST_FILE, InputError, Place, read_input
from rulings.errors import RulingsError

MOST_FILES = 5_000
DEEPEST_FOLDER = 20
_ENDINGS = (".yaml", ".yml")
_TRIES = 30
_LONGEST_WAIT = 0.5

Report = Callable[[str, str], None]
"""Is told of a file or folder, and of what is wrong with it."""
Manifest = list[list[Any]]
"""Path, times of change (of the text, and of the file) and size of every file of a book."""
Contents = dict[str, bytes | InputError]
"""What the files of a book hold, or why one cannot be read, by path in the order of reading."""
_File = tuple[str, bool]
"""The path of a file, and whether what it holds may lie ready beside it."""


def _ignore(place: str, reason: str) -> None: ...


def book_files(place: Place) -> Iterator[str]:
    """The YAML files of a book's folder, or the one file, in a stable order; none hidden, no links
    out of it.
    """
    return (path for path, _ in _files(os.fspath(place), _ignore))


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
    return [_listed(*file) for path in paths for file in _files(path, _ignore)]


def contents_of(paths: Sequence[str], report: Report) -> list[Contents]:
    """What each of the books holds, all at the same moment. `report` is told of folders that cannot
    be read, of too many files or folders, and of files that somebody edited after a change of them
    was broken off.
    """
    reported: dict[tuple[str, str], None] = {}

    def note(*what: str) -> None:
        reported.setdefault((what[0], what[1]))

    for wait in range(_TRIES):
        before = [[_listed(*file) for file in _files(path, note, finishing=True)] for path in paths]
        found = [{line[0]: _content(line[0]) for line in listed} for listed in before]
        if manifest(paths) == [line for listed in before for line in listed]:
            break
        time.sleep(0.002 * wait)
    else:
        note(paths[0], "changes while it is read; run it again")
    for place, reason in reported:
        report(place, reason)
    return found


def read_book_file(path: str) -> bytes:
    """What a file of a book holds, or will hold once all that is decided is in place.

    Raises InputError.
    """
    if os.path.lexists(os.path.join(_folder_of(path), CHANGES)):
        with suppress(InputError):  # it may have just taken its place
            return read_input(_place_of_text(path), LARGEST_FILE)
    return read_input(path, LARGEST_FILE)


def _content(path: str) -> bytes | InputError:
    try:
        return read_book_file(path)
    except InputError as error:
        return error


def _listed(path: str, changing: bool) -> list[Any]:
    """A line of the manifest. Anybody can set the time at which a text was changed, so the time at
    which the system last changed the file is noted too.
    """
    places = [_place_of_text(path), path] if changing else [path]
    for place in places:  # what lay ready may have just taken its place
        with suppress(OSError, ValueError):
            status = os.stat(place)
            break
    else:
        return [path, 0, 0, -1]  # reading the book will say what is wrong
    return [path, status.st_mtime_ns, status.st_ctime_ns, status.st_size]


def _folder_of(path: str) -> str:
    """The folder in which a file really is: there a change of it is noted."""
    return os.path.dirname(os.path.realpath(path) if os.path.islink(path) else path)


def _place_of_text(path: str) -> str:
    """Where the decided text of a file lies: beside it, or in its place."""
    return _decided_texts(_folder_of(path) or os.curdir).get(os.path.basename(path), path)


def _decided_texts(folder: str) -> dict[str, str]:
    """Where the decided new texts of a folder's files lie, by the names of the files."""
    from rulings.disk.notes import decided_texts  # only where files are being changed

    try:
        return decided_texts(folder)
    except RulingsError:
        return {}


def _files(root: str, report: Report, *, finishing: bool = False) -> Iterator[_File]:
    """The files of a book; if `finishing`, changes that were broken off are finished first."""
    if not os.path.isdir(root):
        folder = _folder_of(root) or os.curdir
        noted = os.path.lexists(os.path.join(folder, CHANGES))
        yield root, noted and not (finishing and _finish(folder, report))
        return
    inside = os.path.join(os.path.realpath(root), "")
    folders, count = [(root, 0)], 0
    while folders:
        folder, depth = folders.pop()
        found = _scanned(folder, report)
        changing = CHANGES in found
        if changing and finishing:
            changing = not _finish(folder, report)
            found = _scanned(folder, report)
        for file in _book_files_in(folder, found, inside, changing):
            count += 1
            if count > MOST_FILES:
                report(root, f"more than {MOST_FILES:,} files; make it several books")
                return
            yield file
        below = [name for name, entry in found.items() if entry.is_dir(follow_symlinks=False)]
        if below and depth == DEEPEST_FOLDER:
            report(folder, f"folders nested more than {DEEPEST_FOLDER} deep; move them up")
        else:
            folders.extend((found[name].path, depth + 1) for name in sorted(below, reverse=True))


def _book_files_in(
    folder: str, found: dict[str, os.DirEntry[str]], inside: str, changing: bool
) -> list[_File]:
    """The files of a book in a folder, also those that a change is about to put there."""
    here = {
        (entry.path, changing or entry.is_symlink())
        for name, entry in found.items()
        if name.endswith(_ENDINGS)
        and not entry.is_dir(follow_symlinks=False)
        and _is_inside(entry, inside)
    }
    if changing:
        names = (name for name in _decided_texts(folder) if name.endswith(_ENDINGS))
        here |= {(os.path.join(folder, name), True) for name in names}
    return sorted(here)


def _scanned(folder: str, report: Report) -> dict[str, os.DirEntry[str]]:
    """What is in a folder, by name, without hidden files other than the note of a change."""
    try:
        with os.scandir(folder) as found:
            return {
                each.name: each for each in found if each.name[0] != "." or each.name == CHANGES
            }
    except OSError as error:
        report(folder, f"cannot be read ({error.strerror}); check its rights")
        return {}


def _is_inside(entry: os.DirEntry[str], root: str) -> bool:
    """Whether an entry is no link that leads out of a book, or to a folder."""
    if not entry.is_symlink():
        return True
    return os.path.realpath(entry.path).startswith(root) and not os.path.isdir(entry.path)


def _finish(folder: str, report: Report) -> bool:
    """End a change that was broken off in a folder; False where we cannot, or another process works
    there.
    """
    from rulings.disk.several import finish  # only where files are being changed

    try:
        edited = finish(folder, _LONGEST_WAIT)
    except InputError as error:
        report(os.path.join(folder, CHANGES), error.reason)
        return True
    except (OSError, RulingsError):
        return False
    for path in edited:
        report(path, "was edited while a change of it was broken off; it is left as it is")
    return True
