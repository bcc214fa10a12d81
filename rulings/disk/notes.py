"""The notes of a change of several files: one in each folder that it changes.

A note lists the files of its own folder: each with the hidden file beside it that holds its new
text, and with what it held before. The note in the first of the folders says whether the change is
decided; the others name that folder. Whoever wrote a note, it changes nothing outside its folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from typing import NamedTuple

import msgspec

from rulings.disk.files import CHANGES, held_by, is_own, is_temporary, read
from rulings.disk.inputs import InputError

_LARGEST = 4 * 1024 * 1024


class Waiting(NamedTuple):
    """A file of a note's folder, the hidden one that takes its place, and what it held before."""

    name: str
    temporary: str
    before: str

    def is_ours(self) -> bool:
        """Whether both are names within the folder, and the hidden one is as we choose them."""
        inside = os.path.basename(self.name) == self.name not in ("", os.curdir, os.pardir)
        hidden = os.path.basename(self.temporary) == self.temporary
        return inside and hidden and is_temporary(self.temporary)


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a folder while its files change.

    `first` is the folder whose note decides. Only there `decided` counts, and `folders` lists all
    folders that change, as paths from there.
    """

    change: str
    first: str
    decided: bool
    folders: list[str]
    files: list[Waiting]

    def content(self) -> bytes:
        """The note as a file. Names may hold bytes that are no UTF-8, which msgspec rejects."""
        return json.dumps(msgspec.to_builtins(self)).encode()


def place_of(folder: str) -> str:
    """Where the note of a folder stands."""
    return os.path.join(folder, CHANGES)


def note_in(folder: str) -> Note | None:
    """The note of a folder; None where there is none.

    InputError where it is no note of ours, or belongs to a user who may not change the files of the
    folder.
    """
    path = place_of(folder)
    try:
        found = os.lstat(path)
    except OSError:
        return None
    if stat.S_ISREG(found.st_mode) and _may_change(found, folder):
        content = read(path, _LARGEST)
        if content is None:
            return None
        if note := _parsed(content):
            return note
    raise InputError(path, "is not a list of changes of ours; remove it")


def _may_change(found: os.stat_result, folder: str) -> bool:
    """Whether the owner of a file may replace others in its folder: in `/tmp` nobody else's."""
    above = os.stat(folder)
    return not above.st_mode & stat.S_ISVTX or is_own(found) or found.st_uid == above.st_uid


def _parsed(content: bytes) -> Note | None:
    try:
        note = msgspec.convert(json.loads(content), Note)
    except (ValueError, RecursionError, msgspec.ValidationError):
        return None
    return note if all(one.is_ours() for one in note.files) else None


def deciding(folder: str, note: Note) -> tuple[str, Note | None]:
    """The folder whose note decides, and that note; None where the change is not decided."""
    first = os.path.normpath(os.path.join(folder, note.first))
    found = note if first == os.path.normpath(folder) else note_in(first)
    return first, found if found and found.change == note.change and found.decided else None


def decided_texts(folder: str) -> dict[str, str]:
    """Where the new texts lie that are decided but not in place yet, by the names of the files.

    InputError as `note_in`.
    """
    note = note_in(folder)
    if note is None or deciding(folder, note)[1] is None:
        return {}
    found = {}
    for name, temporary, before in note.files:
        beside, place = os.path.join(folder, temporary), os.path.join(folder, name)
        if is_plain(beside) and digest_at(place) == before:
            found[name] = beside
    return found


def is_plain(path: str) -> bool:
    """Whether a file is there, and no link to one."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def digest_at(place: str) -> str:
    """The digest of a file's contents; of nothing where there is no file."""
    try:
        return digest(held_by(place))
    except InputError:
        return ""


def digest(content: bytes) -> str:
    """The digest of some contents, which tells whether a file has changed."""
    return hashlib.sha256(content).hexdigest()
