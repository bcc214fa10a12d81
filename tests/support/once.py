"""What the tests of all processes share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typer
from msgspec.json import encode

from rulings.disk.changes import locked
from rulings.format.model import Fork
from rulings_cli.start.application import app
from rulings_index.asking_back.forks import CaseWords, case_words_of
from rulings_index.building import build
from rulings_index.lexicon.names import NameIndex
from rulings_index.storage.cache import POINTER
from rulings_index.text.sounds import Readings

GROUP = typer.main.get_command(app)
command_named: Callable[[str], Any] = cache(partial(type(GROUP).get_command, GROUP, None))  # type: ignore[attr-defined]
"""A command with its options."""


def commands_made_once() -> Any:
    """Lets a process that runs many commands make each once, as one that runs a single one does."""
    return patch.object(
        type(GROUP), "get_command", lambda _group, _context, name: command_named(name)
    )


def words_of_cases_made_once() -> Any:
    """Lets a process that makes many indexes work out once what a case is known by: it is the same
    for the same fork, names and readings, which most of these indexes share.
    """
    known: dict[tuple[bytes, bytes], list[CaseWords]] = {}
    latest: tuple[NameIndex | None, bytes] = None, b""

    def words_of(fork: Fork, forms: NameIndex, sounds: Readings) -> list[CaseWords]:
        nonlocal latest
        if forms is not latest[0]:
            latest = forms, sha256(encode([forms, sounds])).digest()
        key = latest[1], encode(fork)
        if key not in known:
            known[key] = case_words_of(fork, forms, sounds)
        return known[key]

    return patch.object(build, "case_words_of", words_of)


def made_once(place: Path, make: Callable[[Path], object]) -> Path:
    """A file or a folder that whichever test of all processes comes first to it makes."""
    with locked(f"{place}.lock", longest_wait=600):
        if not place.exists():
            make(place)
    return place


def indexes_of(folder: Path, cache: Path, others: set[str]) -> Iterator[Path]:
    """The indexes in a cache that have a file below a folder; the names of `others`, which are read
    once, are added to those.
    """
    for name in {path.name for path in cache.glob("book-*")} - others:
        with suppress(OSError):  # another process is writing it
            files = (cache / name / POINTER).read_text(encoding="utf-8")
            if f"{folder}{os.sep}" in files:
                yield cache / name
            else:
                others.add(name)


def folder_made_once(kept: Path, folder: Path, make: Callable[[], object]) -> None:
    """Fills the folder of a test as whichever test came first to it did; the others copy that."""

    def keep(copy: Path) -> None:
        make()
        shutil.copytree(folder, copy)

    made_once(kept, keep)
    shutil.copytree(kept, folder, dirs_exist_ok=True)
