"""Writing a whole folder, and many files into a folder that may hold other people's files too.

A whole folder is written beside its place, then put there in one step:

::

    .rulings-<random>/    made by us beside the place
        place             a note of the place's name, locked while its process lives
        new/              what is being written
        old/              what stood at the place, between two renames

A folder without such a note is never touched, unless it is empty and named as one of ours. A
process that is killed between the two renames leaves the old folder under ``old``: `set_aside`
finds it there for readers, and the next writer puts it back.

Of many files in a folder of somebody else's, only those are ever replaced that were written here: a
list in the folder names them.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from rulings.disk.files import is_own, read, real_place, save, unwritable
from rulings.disk.locks import try_lock
from rulings.errors import RulingsError

_PREFIX = ".rulings-"
_NOTE, _NEW, _OLD = "place", "new", "old"
_HEAD = b"A working folder of `rulings`, to be removed. Its place: "
_LARGEST_NOTE = 2_000
_LIST = ".rulings-files"
_LARGEST_LIST = 64 * 1024 * 1024
_MADE = re.compile(r"\.rulings-[a-z0-9_]{8}")
"""The names of working folders; one without a note was left by a kill before it or after."""


@contextlib.contextmanager
def new_folder(place: Path, refuse_foreign: Callable[[Path], None]) -> Iterator[Path]:
    """An empty folder, which replaces what is at `place` when the block ends without an error.

    `refuse_foreign` gets what stands there and raises RulingsError where it must stay.
    """
    place = Path.cwd() / place  # `.` has no name to write beside
    if place.name in ("", ".."):
        raise RulingsError(f"{place} is no place for a book; give a new folder with --into")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        _recover(place.parent)
        if os.path.lexists(place):
            refuse_foreign(place)
        with _working_folder(place) as work:
            yield work / _NEW
            if os.path.lexists(place):
                refuse_foreign(place)  # somebody may have used the time
            _put_in_place(work, place)
    except OSError as error:
        raise unwritable(place, error) from error


@contextlib.contextmanager
def _working_folder(place: Path) -> Iterator[Path]:
    work, note = _begun(place)
    try:
        with note:
            yield work
    finally:
        _remove(work)


def _begun(place: Path) -> tuple[Path, BinaryIO]:
    """A new working folder with its note, open and locked."""
    import tempfile

    while True:
        work = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place.parent))
        try:
            note = (work / _NOTE).open("xb", buffering=0)
            with contextlib.suppress(OSError):  # then nobody can lock, and nobody clears up
                try_lock(note.fileno())
            note.write(_HEAD + os.fsencode(place.name))
            (work / _NEW).mkdir()
        except FileNotFoundError:
            continue  # somebody took it, still empty, for what a killed writer left
        return work, note


def _put_in_place(work: Path, place: Path) -> None:
    if os.path.lexists(place):
        place.rename(work / _OLD)
    try:
        (work / _NEW).rename(place)
    except OSError:
        if (work / _OLD).exists() and not os.path.lexists(place):
            (work / _OLD).rename(place)
        raise


def set_aside(parent: Path) -> dict[str, Path]:
    """Where the folders of `parent` are that a killed writer moved out of their places."""
    return {
        name: work / _OLD
        for work, name in _working_folders(parent)
        if (work / _OLD).is_dir() and not os.path.lexists(parent / name)
    }


def _recover(parent: Path) -> None:
    """Put back what killed writers had moved aside, and remove what they were writing."""
    for work, name in list(_working_folders(parent)):
        with contextlib.suppress(OSError), (work / _NOTE).open("r+b") as note:
            if not try_lock(note.fileno()):
                continue  # its process lives
            if (work / _OLD).is_dir() and not os.path.lexists(parent / name):
                (work / _OLD).rename(parent / name)
            note.close()  # Windows removes no open file
            _remove(work)
    for name in os.listdir(parent):
        if _MADE.fullmatch(name):
            with contextlib.suppress(OSError):  # all that hold anything stay
                os.rmdir(parent / name)


def _working_folders(parent: Path) -> Iterator[tuple[Path, str]]:
    """The working folders in `parent`, and the names of their places, by the note in each."""
    try:
        names = sorted(name for name in os.listdir(parent) if name.startswith(_PREFIX))
    except OSError:
        return
    for name in names:
        if place := _noted(parent / name):
            yield parent / name, place


def _noted(work: Path) -> str:
    """The name of a working folder's place; empty where it is no working folder of ours."""
    try:
        status = work.lstat()
        if not stat.S_ISDIR(status.st_mode) or not is_own(status) or (work / _NOTE).is_symlink():
            return ""
        note = read(work / _NOTE, _LARGEST_NOTE) or b""
    except (OSError, RulingsError):
        return ""
    name = os.fsdecode(note.removeprefix(_HEAD))
    is_a_name = name == os.path.basename(name) and name not in (os.curdir, os.pardir)
    return name if note.startswith(_HEAD) and is_a_name else ""


def _remove(work: Path) -> None:
    """Remove a working folder, its note last: a kill meanwhile leaves what we know for ours."""
    from shutil import rmtree

    for name in (_NEW, _OLD):
        rmtree(work / name, ignore_errors=True)
    rmtree(work, ignore_errors=True)


def save_listed(folder: Path, files: Mapping[str, bytes], ours: Collection[str]) -> None:
    """Write the files, each whole. Where there is no list yet, the files `ours` may be replaced.

    RulingsError, before anything is written, where a file of such a name was not written here, or
    the way to it leads through a link.
    """
    listed = _listed(folder)
    if listed is None:
        listed = set(ours)
    for name in files:
        _refuse_foreign(folder, name, listed)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save(folder / _LIST, "\n".join(sorted({*listed, *files})).encode(), inside=folder)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            save(folder / name, content, inside=folder)
    except OSError as error:
        raise unwritable(error.filename or folder, error) from error


def _listed(folder: Path) -> set[str] | None:
    content = read(real_place(folder / _LIST, inside=folder), _LARGEST_LIST)
    return None if content is None else set(content.decode(errors="replace").split("\n"))


def _refuse_foreign(folder: Path, name: str, listed: Collection[str]) -> None:
    path = folder / name
    real = real_place(path, inside=folder)
    if real != os.path.join(os.path.realpath(folder), *name.split("/")):
        raise RulingsError(f"{path}: the way to it leads through a link; remove the link")
    if name not in listed and os.path.lexists(real):
        raise RulingsError(f"{path} was not written by this command; choose an empty folder")
