"""What the tests of all processes share."""

from __future__ import annotations

import os
import shutil
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, lru_cache, partial, wraps
from hashlib import sha256
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import typer
from msgspec import Struct
from msgspec.json import encode

from rulings.disk.changes import locked
from rulings.format.model import Fork
from rulings.languages import SPOKEN
from rulings.lookup import links, records
from rulings.reading import assembling, layers, yaml_reader
from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings.reading.book_files import Pointer
from rulings.reading.convert import convert
from rulings.reading.yaml_reader import Document
from rulings_cli.start.application import app
from rulings_index.asking_back.forks import CaseWords, case_words_of
from rulings_index.building import build, documents, write
from rulings_index.lexicon.names import NameIndex
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.storage.cache import POINTER
from rulings_index.text.sounds import Readings

GROUP = typer.main.get_command(app)
REMEMBERED: Sequence[tuple[ModuleType, str]] = (
    *((layers, name) for name in ("merged", "replace")),
    *((documents, name) for name in ("measure_of", "made_from")),
    (records, "named_by"),
    (links, "languages_of"),
)
"""The functions whose results for items of the book that ships are kept, and who calls them."""
our_items: dict[int, Struct | dict[str, Any]] = {}
"""Items and phrasings of the book that ships, and those made of them, by number in memory."""
command_named: Callable[[str], Any] = cache(partial(type(GROUP).get_command, GROUP, None))  # type: ignore[attr-defined]
"""A command with its options."""


@contextmanager
def work_shared_in_a_process() -> Iterator[None]:
    """What many commands and many indexes of a process have in common is done once."""
    with ExitStack() as stack:
        for shared in (
            *(commands_made_once, our_files_parsed_once, our_items_converted_once),
            *(words_of_cases_made_once, speeches_made_once, deflated_once),
            not_waiting_for_the_disk,
        ):
            stack.enter_context(shared())
        for module, name in REMEMBERED:
            stack.enter_context(remembered_for_our_items(module, name))
        yield


def commands_made_once() -> Any:
    """Lets a process that runs many commands make each once, as one that runs a single one does."""
    return patch.object(
        type(GROUP), "get_command", lambda _group, _context, name: command_named(name)
    )


def our_files_parsed_once() -> Any:
    """Lets a process that reads many books keep the files of the one that ships: those of others
    would push them out.
    """
    parsed = yaml_reader._parsed
    kept = lru_cache(maxsize=yaml_reader.MOST_KEPT)(parsed.__wrapped__)

    def parse(content: bytes, name: str) -> Document:
        return (kept if is_ours(name) else parsed)(content, name)

    return patch.object(yaml_reader, "_parsed", parse)


@contextmanager
def our_items_converted_once() -> Iterator[None]:
    """The same for their entries, with the phrasings in files of their own, cards and terms, which
    nobody can change: they are frozen.
    """
    known: dict[tuple[int, Any], tuple[Any, Any]] = {}

    def convert_once(document: Document, pointer: Pointer, data: Any, expected: Any) -> Any:
        key = id(data), expected
        if key not in known:
            item = convert(document, pointer, data, expected)
            if item is None or not is_ours(document.path):
                return item
            known[key] = data, item  # with the data, so that no other has its number
            for each in (item, getattr(item, "asked", None)):
                add_to_our_items(each)
        return known[key][1]

    with (
        patch.object(assembling, "convert", convert_once),
        patch.object(layers, "convert", convert_once),
    ):
        yield


def remembered_for_our_items(module: ModuleType, name: str) -> Any:
    """Lets a process that reads many books work out once what a function makes of items of the book
    that ships, whatever books lie above it: it looks into a book only for what a call overrules.
    """
    work = getattr(module, name)
    results: dict[tuple[tuple[int, ...], tuple[str, ...]], Any] = {}

    @wraps(work)
    def remembering(*arguments: Any, **changes: Any) -> Any:
        items = [each for each in (*arguments, *changes.values()) if not isinstance(each, Book)]
        numbers = tuple(map(id, items))
        if not our_items.keys() >= {*numbers}:
            return work(*arguments, **changes)
        key = numbers, tuple(changes)
        if key not in results:
            results[key] = work(*arguments, **changes)
            add_to_our_items(results[key])
        return [*results[key]] if isinstance(results[key], list) else results[key]

    return patch.object(module, name, remembering)


def add_to_our_items(item: object) -> None:
    """Keeps an item or phrasings, so that no other gets the number. None, numbers and short texts
    have one number everywhere; what follows from a call depends on what it overrules.
    """
    if isinstance(item, Struct | dict) and not getattr(item, "call", None):
        our_items[id(item)] = item


def is_ours(path: str) -> bool:
    """Whether a file is of the book that ships."""
    return path.startswith(f"{BUILT_IN_BOOK}{os.sep}")


def words_of_cases_made_once() -> Any:
    """Lets a process that makes many indexes work out once what a case is known by: it is the same
    for the same fork, names and readings, which most of these indexes share.
    """
    known: dict[tuple[bytes, bytes], list[CaseWords]] = {}
    latest: tuple[NameIndex | None, bytes] = None, b""

    def words_of(fork: Fork, forms: NameIndex, sounds: Readings) -> list[CaseWords]:
        nonlocal latest
        if forms is not latest[0]:
            latest = forms, _digest(encode([forms, sounds]))
        key = latest[1], encode(fork)
        if key not in known:
            known[key] = case_words_of(fork, forms, sounds)
        return known[key]

    return patch.object(build, "case_words_of", words_of)


def speeches_made_once() -> Any:
    """The same for the vocabulary of a game in English and Japanese: its cards, terms and rulesets,
    which calls and imports beside it leave as they are. Other languages look at every entry.
    """
    known: dict[bytes, Speech] = {}

    def speech_of(book: Book, game: str) -> Speech:
        rulesets = [each for each in book.rulesets.values() if each.game == game]
        if any(code not in SPOKEN for each in rulesets for code in each.languages):
            return Speech(book, game)
        shelves = [[*shelf.items()] for shelf in book.shelves.values()]
        key = _digest(encode([game, rulesets, shelves, book.games.get(game)]))
        if key not in known:
            known[key] = Speech(book, game)
        return known[key]

    return patch.object(build, "Speech", speech_of)


def not_waiting_for_the_disk() -> Any:
    """Lets what is written come to the disk later: no test cuts the power, and who kills a process
    loses nothing that it has written.
    """
    return patch.object(os, "fsync", lambda _handle: None)


def deflated_once() -> Any:
    """The same for the records of entries that another index had too."""
    known: dict[bytes, bytes] = {}

    def compress(content: bytes, level: int) -> bytes:
        key = _digest(content)
        if key not in known:
            known[key] = zlib.compress(content, level)
        return known[key]

    return patch.object(write, "zlib", SimpleNamespace(compress=compress))


def _digest(content: bytes) -> bytes:
    return sha256(content).digest()


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
