"""Writing several files so that all of them are new or none is, whoever is killed meanwhile.

A note in each folder (`rulings.disk.notes`) lists what will change there, and every new text is
written beside its file. Saving the first of the notes again decides the change; then each text
takes the place of its file, and the notes are removed. A process that is killed before the
decision leaves the old files. One that is killed after it leaves the notes: by them `finish` puts
the rest in place, and readers that may not write find the new texts (`rulings.reading.book_files`).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from rulings.disk.files import held_by, real_place, save, temporary_beside, unwritable, write
from rulings.disk.inputs import Place
from rulings.disk.locks import LONGEST_WAIT, lock_of, locked
from rulings.disk.notes import (
    Note,
    Waiting,
    deciding,
    digest,
    digest_at,
    is_plain,
    note_in,
    place_of,
)
from rulings.disk.retrying import retry
from rulings.errors import RulingsError


class Change(NamedTuple):
    """What a file held, and what it is to hold; it held nothing where it is new."""

    before: bytes
    after: bytes


@contextlib.contextmanager
def alone_in(*folders: Place) -> Iterator[None]:
    """Let one process at a time read and save files of some folders, which are made where they are
    missing. A change that was broken off there is finished first.

    RulingsError where that is impossible, or the system refuses what is done inside the block.
    """
    places = sorted({os.path.realpath(folder) for folder in folders})
    missing = [place for place in places if not os.path.isdir(place)]
    try:
        for place in places:
            os.makedirs(place, exist_ok=True)
        while True:
            for place in places:
                finish(place)
            with _locked(places, LONGEST_WAIT):
                if not any(map(note_in, places)):
                    yield
                    return
    except OSError as error:
        raise unwritable(error.filename or places[0], error) from error
    finally:
        for place in missing:
            with contextlib.suppress(OSError):
                os.rmdir(place)  # nothing was saved there


@contextlib.contextmanager
def _locked(folders: Collection[str], longest_wait: float) -> Iterator[None]:
    with contextlib.ExitStack() as locks:
        for folder in sorted(folders):
            locks.enter_context(locked(lock_of(folder), longest_wait))
        yield


def save_all(changes: Mapping[Path, Change]) -> None:
    """Write the files, all or none.

    RulingsError where a file cannot be written, or no longer holds what it held before.
    """
    if not changes:
        return
    wanted = {real_place(path, inside=path.parent): path for path in changes}
    with alone_in(*{os.path.dirname(place) for place in wanted}):
        for path, change in changes.items():
            if held_by(path) != change.before:
                raise RulingsError(f"{path}: was edited meanwhile; run it again")
        notes = _notes({place: changes[path] for place, path in wanted.items()})
        try:
            for folder, note in notes.items():
                save(place_of(folder), note.content())
                for name, temporary, _ in note.files:
                    after = changes[wanted[os.path.join(folder, name)]].after
                    write(os.path.join(folder, temporary), after, like=os.path.join(folder, name))
            first, note = next(iter(notes.items()))
            save(place_of(first), msgspec.structs.replace(note, decided=True).content())
        except BaseException:
            _give_up(notes)
            raise
        _put_in_place(notes)


def _notes(changes: Mapping[str, Change]) -> dict[str, Note]:
    """What the note of each folder says before the change is decided, the first one first."""
    files: dict[str, list[Waiting]] = {}
    for place, change in sorted(changes.items()):
        folder, name = os.path.split(place)
        temporary = os.path.basename(temporary_beside(place))
        files.setdefault(folder, []).append(Waiting(name, temporary, digest(change.before)))
    first, name = next(iter(files)), os.urandom(8).hex()
    others = [os.path.relpath(folder, first) for folder in files]
    return {
        folder: Note(
            change=name,
            first=os.path.relpath(first, folder),
            decided=False,
            folders=others if folder == first else [],
            files=listed,
        )
        for folder, listed in files.items()
    }


def finish(folder: Place, longest_wait: float = LONGEST_WAIT) -> list[str]:
    """End a change of several files that a killed process left in a folder: a decided one is put in
    place, one that was only prepared is removed. Returns the files that somebody has edited since;
    they are left alone.

    RulingsError where the note is none of ours, OSError where we may not write, or another process
    works there for too long.
    """
    place = os.path.realpath(folder)
    while notes := _of_one_change(place):
        with _locked(notes, longest_wait):
            if (again := _of_one_change(place)) == notes:
                if deciding(place, notes[place])[1]:
                    return _put_in_place(again)
                _remove(place, again[place])
                return []
    return []


def _of_one_change(folder: str) -> dict[str, Note]:
    """The notes of the change that a folder is part of: all of them, the deciding one first, where
    the change is decided; else only the folder's own. Empty where nothing changes there.
    """
    note = note_in(folder)
    if note is None:
        return {}
    first, decided = deciding(folder, note)
    if decided is None:
        return {folder: note}
    places = [first, *(os.path.normpath(os.path.join(first, one)) for one in decided.folders)]
    found = {place: note_in(place) for place in (*places, folder)}
    return {place: one for place, one in found.items() if one and one.change == note.change}


def _put_in_place(notes: Mapping[str, Note]) -> list[str]:
    """Put each new text in place, then remove the notes: the deciding one, the first, comes last.

    Returns the files that were edited meanwhile, which stay as they are.
    """
    left = []
    try:
        for folder, note in notes.items():
            for name, temporary, before in note.files:
                place, beside = os.path.join(folder, name), os.path.join(folder, temporary)
                if not is_plain(beside):
                    continue  # it is in place
                if digest_at(place) == before:
                    retry(lambda a=beside, b=place: os.replace(a, b))  # type: ignore[misc]
                else:
                    left.append(place)
                    os.unlink(beside)
        for folder in reversed([*notes]):
            os.unlink(place_of(folder))
    except OSError as error:
        raise unwritable(error.filename or folder, error) from error
    return left


def _give_up(notes: Mapping[str, Note]) -> None:
    """Remove what was prepared, the deciding note first, so that the old files stay."""
    with contextlib.suppress(OSError):
        os.unlink(place_of(next(iter(notes))))
    for folder, note in notes.items():
        with contextlib.suppress(OSError):
            _remove(folder, note)


def _remove(folder: str, note: Note) -> None:
    """Remove the note of a change that was never decided, and its prepared files."""
    for path in (*(os.path.join(folder, one.temporary) for one in note.files), place_of(folder)):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
