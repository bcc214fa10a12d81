"""Writing a whole folder, and many files into a folder that may hold other people's files too.

A whole folder is written beside its place and then put there, while the folder around it is locked.
A process that is killed between the two renames leaves the old folder beside its place, and the
next writer puts it back.

In a folder with other people's files, only files that were written here are replaced: a list in the
folder names them.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import rmtree

from rulings.disk.changes import locked_folder
from rulings.disk.files import content_of, real_path, save, unwritable
from rulings.errors import RulingsError

_NEW, _OLD = ".rulings-new-", ".rulings-old-"
"""The prefixes of a folder while it is written, and of the old one while it is replaced."""
_LIST = ".rulings-files"


@contextlib.contextmanager
def new_folder(place: Path, refuse_foreign: Callable[[Path], None]) -> Iterator[Path]:
    """An empty folder, which replaces what is at `place` when the block ends without an error.

    `refuse_foreign` gets what stands there and raises RulingsError where it must stay.
    """
    place = Path.cwd() / place  # `.` has no name to write beside
    if place.name in ("", ".."):
        raise RulingsError(f"{place} is not a place for a book; give a new folder with --into")
    new, old = (place.with_name(f"{before}{place.name}") for before in (_NEW, _OLD))

    def clean_up() -> None:
        if old.exists() and not os.path.lexists(place):
            old.rename(place)
        rmtree(new, ignore_errors=True)
        rmtree(old, ignore_errors=True)

    with locked_folder(place.parent):
        clean_up()
        if os.path.lexists(place):
            refuse_foreign(place)
        new.mkdir()
        try:
            yield new
            if os.path.lexists(place):
                refuse_foreign(place)  # something may have appeared there meanwhile
                place.rename(old)
            new.rename(place)
        finally:
            clean_up()


def save_listed(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files, each whole, and the list of those that were written.

    Raises RulingsError, before anything is written, if a file with one of these names was not
    written by us, or if its path contains a link.
    """
    content = content_of(real_path(folder / _LIST, inside=folder), 64 * 1024 * 1024)
    listed = {*content.decode(errors="replace").split("\n")}
    for name in files:
        path = folder / name
        real = real_path(path, inside=folder)
        if real != os.path.join(os.path.realpath(folder), *name.split("/")):
            raise RulingsError(f"{path}: the way to it leads through a link; remove the link")
        if name not in listed and os.path.lexists(real):
            raise RulingsError(f"{path} was not written by this command; choose an empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save(folder / _LIST, "\n".join(sorted({*listed, *files})).encode(), inside=folder)
        for name, file in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            save(folder / name, file, inside=folder)
    except OSError as error:
        raise unwritable(error.filename or folder, error) from error
