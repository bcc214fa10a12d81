"""MTGJSON's AtomicCards.json: Gatherer's rulings by card, with Japanese names.

The file is read as a stream, card by card: the whole of it never lies in memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import ijson

from rulings.disk.inputs import open_input
from rulings.errors import RulingsError
from rulings.importing.book_writer import Data, Target, new_book
from rulings.importing.collection import Collection, Report, card_ruling
from rulings.importing.formats.mtg_cr import NOTICE
from rulings.importing.naming import Slugs
from rulings.progress import tell

RULESET, SOURCE = "mtg-card-rulings", "gatherer"
_TARGET = Target(RULESET, "MTG", "mtg")
_NAME = {"en": "Magic: The Gathering card rulings", "ja": "マジックのカード裁定"}
_LARGEST_FILE = 2**30
_LARGEST_CARD = 8 * 1024 * 1024
_OF_CARDS, _DEEPEST = 2, 64
_DATE = re.compile(rb'"date"\s*:\s*"(\d{4}-\d{2}-\d{2})"')
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


def import_mtgjson(path: Path, place: Path, today: str) -> Report:
    """Read the rulings of a file in AtomicCards shape into a book at `place`.

    RulingsError where the file is something else or ends in the middle; then nothing changes.
    """
    with (
        new_book(place, "mtgjson", f"from {path.name}") as book,
        open_input(path, _LARGEST_FILE) as stream,
    ):
        size = os.fstat(stream.fileno()).st_size
        edition = _edition(stream) or today
        book.head("ruleset", _TARGET.head(_NAME, edition, notice=NOTICE))
        book.add("sources", "sources", _source(edition))
        collection = Collection(book, place, _TARGET.prefix, today)
        report = Report({"rulings": 0, "cards": 0})
        slugs = Slugs()
        for name, faces in _cards(path, stream):
            tell("importing mtgjson", stream.tell(), size)
            if _add(collection, slugs.of(name), name, faces, report.unplaced):
                report.counts["cards"] += 1
        empty = f"{path}: no card with rulings; give MTGJSON's AtomicCards.json"
        report.counts |= collection.finish(empty)
    return report


def _edition(stream: BinaryIO) -> str:
    match = _DATE.search(stream.read(4096))
    stream.seek(0)
    return match[1].decode() if match else ""


class _Bounded:
    """A stream that refuses to go on when one card takes more than any card can."""

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self._path = path
        self._stream = stream
        self.room = _LARGEST_CARD

    def read(self, size: int) -> bytes:
        chunk = self._stream.read(size)
        self.room -= len(chunk)
        if self.room < 0 and chunk:
            limit = _LARGEST_CARD // 2**20
            raise RulingsError(f"{self._path}: {limit} MB without a card; not AtomicCards.json")
        return chunk


def _cards(path: Path, stream: BinaryIO) -> Iterator[tuple[str, Any]]:
    """Name and faces of each card, told apart by the depth at which they stand."""
    bounded = _Bounded(path, stream)
    name, builder, depth, inside = "", None, 0, False
    try:
        for event, value in ijson.basic_parse(bounded, use_float=True):
            depth += event.startswith("start_")
            if depth > _DEEPEST:
                raise RulingsError(
                    f"{path}: nested more than {_DEEPEST} deep; not AtomicCards.json"
                )
            if builder is not None:
                builder.event(event, value)
            depth -= event.startswith("end_")
            if builder is not None and depth == _OF_CARDS:
                yield name, builder.value
                builder, bounded.room = None, _LARGEST_CARD
            elif event == "map_key" and depth == 1:
                inside = value == "data"
            elif event == "map_key" and depth == _OF_CARDS and inside:
                name, builder = value, ijson.ObjectBuilder()
    except (ijson.JSONError, ValueError) as error:  # a number too long to be read
        reason = " ".join(str(error).split())[:60]
        raise RulingsError(f"{path}: not whole, valid JSON ({reason}); get it again") from error


def _add(collection: Collection, slug: str, name: str, faces: Any, unplaced: list[str]) -> bool:
    """Write one card and its rulings; False where it has none."""
    found: dict[tuple[str, str], None] = {}
    japanese: dict[str, None] = {}
    others: dict[str, None] = {}
    for face in _objects(faces, f"card {name}", unplaced):
        others |= dict.fromkeys(_strings(face, "name", "faceName", "asciiName"))
        for foreign in _objects(face.get("foreignData", []), f"{name}: names", unplaced):
            if foreign.get("language") == "Japanese":
                japanese |= dict.fromkeys(_strings(foreign, "faceName", "name"))
        for ruling in _objects(face.get("rulings", []), f"{name}: rulings", unplaced):
            date, text = ruling.get("date", ""), ruling.get("text", "")
            if isinstance(text, str) and text.strip():
                found[date if isinstance(date, str) else "", text.strip()] = None
            else:
                unplaced.append(f"{name}: a ruling without text")
    if found:
        card = _card(slug, name, list(japanese), [*others])
        collection.add("cards", card)
        collection.rulings([card_ruling(card["name"], _ruling(slug, *each)) for each in found])
    return bool(found)


def _objects(value: Any, where: str, unplaced: list[str]) -> list[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    objects = [each for each in items if isinstance(each, dict)]
    if len(objects) < len(items):
        unplaced.append(f"{where}: not in the shape of AtomicCards")
    return objects


def _strings(item: dict[str, Any], *keys: str) -> list[str]:
    return [item[key] for key in keys if isinstance(item.get(key), str) and item[key].strip()]


def _card(slug: str, name: str, japanese: list[str], others: list[str]) -> Data:
    card: Data = {"id": slug, "name": {"en": name}}
    if japanese:
        card["name"]["ja"] = japanese[0]
    aliases = {
        "en": [other for other in others if other != name],
        "ja": japanese[1:],
    }
    if any(aliases.values()):
        card["aliases"] = {key: names for key, names in aliases.items() if names}
    return card | {"sources": [{"id": SOURCE}]}


def _ruling(slug: str, date: str, text: str) -> Data:
    dated = date if _ISO.fullmatch(date) else ""
    source = {"id": SOURCE} | ({"where": date} if date else {})
    return {"text": text, "cards": [slug], "sources": [source], "date": dated}


def _source(edition: str) -> Data:
    return {
        "id": SOURCE,
        "title": {"en": "Gatherer rulings, through MTGJSON"},
        "author": "Wizards of the Coast",
        "date": edition,
        "language": "en",
        "url": "https://mtgjson.com",
    }
