"""Writing many files into a folder that may hold other people's files too.

A list in the folder names the files that were written here; only those are ever replaced.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from rulings.disk.files import read, real_place, save, unwritable
from rulings.errors import RulingsError

_LIST = ".rulings-files"
_LARGEST_LIST = 64 * 1024 * 1024


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
