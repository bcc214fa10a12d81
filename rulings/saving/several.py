"""Writing several files so that all of them are new or none is, whoever is killed meanwhile.

Every new text is first written beside its file. Then a list of them is saved, which decides; then
each takes its place, and the list goes. Who is killed before that moment leaves the old files; who
is killed after it leaves the list, and `finish` puts the rest in place.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rulings.errors import RulingsError
from rulings.inputs import LARGEST_FILE
from rulings.retrying import retry
from rulings.saving.files import is_temporary, read, real_place, save, unwritable, write_beside
from rulings.saving.locks import alone_in

_LARGEST_LIST = 4 * 1024 * 1024


class Change(NamedTuple):
    """What a file held, and what it is to hold; it held nothing where it is new."""

    before: bytes
    after: bytes


def save_all(journal: Path, changes: Mapping[Path, Change]) -> None:
    """Write the files, all or none; `journal` is where the list stands meanwhile.

    RulingsError where a file cannot be written, or is not any more what it was.
    """
    finish(journal)
    with contextlib.ExitStack() as locks:
        for folder in sorted({journal.parent, *(path.parent for path in changes)}):
            locks.enter_context(alone_in(folder))
        for path, change in changes.items():
            if (read(path, LARGEST_FILE) or b"") != change.before:
                raise RulingsError(f"{path}: was edited meanwhile; run it again")
        written: list[list[str]] = []
        try:
            for path, change in changes.items():
                place = real_place(path, inside=path.parent)
                written.append([place, write_beside(place, change.after), _digest(change.before)])
            save(journal, json.dumps(written).encode())
        except OSError as error:
            _remove(written)
            raise unwritable(error.filename or journal, error) from error
        except BaseException:
            _remove(written)
            raise
        _put_in_place(journal, written)


def finish(journal: Path) -> list[str]:
    """Put in place what a killed `save_all` had decided to write; gives the files that somebody
    has edited since, which are left alone.
    """
    if not os.path.lexists(journal):
        return []
    with alone_in(journal.parent):
        content = read(journal, _LARGEST_LIST)
        return _put_in_place(journal, _listed(journal, content)) if content is not None else []


def _put_in_place(journal: Path, written: list[list[str]]) -> list[str]:
    left = []
    try:
        for place, temporary, digest in written:
            if not os.path.lexists(temporary):
                continue  # it is in place
            if _digest(read(place, LARGEST_FILE) or b"") == digest:
                retry(lambda a=temporary, b=place: os.replace(a, b))  # type: ignore[misc]
            else:
                left.append(place)
                os.unlink(temporary)
        os.unlink(journal)
    except OSError as error:
        raise unwritable(error.filename or journal, error) from error
    return left


def _listed(journal: Path, content: bytes) -> list[list[str]]:
    """What a list says; RulingsError where we did not write it."""
    try:
        listed = json.loads(content)
        sound = all(
            isinstance(place, str)
            and os.path.dirname(temporary) == os.path.dirname(place)
            and is_temporary(os.path.basename(temporary))
            and isinstance(digest, str)
            for place, temporary, digest in listed
        )
    except (ValueError, TypeError):
        sound = False
    if not sound:
        raise RulingsError(f"{journal}: is not a list of files of ours; remove it")
    return [[str(word) for word in line] for line in listed]


def _remove(written: list[list[str]]) -> None:
    for _, temporary, _ in written:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
