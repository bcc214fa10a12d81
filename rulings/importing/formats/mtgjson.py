"""MTGJSON's AtomicCards.json: Gatherer's rulings by card, with Japanese names.

The file is read as a stream, card by card: the whole of it never lies in memory.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import ijson

from rulings.disk.files import open_input
from rulings.errors import RulingsError
from rulings.ids import Slugs
from rulings.importing.book_writer import Data, Target, new_book
from rulings.importing.formats.mtg_cr import NOTICE
from rulings.importing.importer import Importer, Report, Request
from rulings.importing.rulings_writer import RulingsWriter
from rulings.reading.values import iso_day

RULESET = "mtg-card-rulings"
_SOURCE: Data = {
    "id": "gatherer",
    "title": {"en": "Gatherer rulings, through MTGJSON"},
    "author": "Wizards of the Coast",
    "language": "en",
    "url": "https://mtgjson.com",
}
_TARGET = Target(RULESET, "MTG", "mtg")
_NAME = {"en": "Magic: The Gathering card rulings", "ja": "マジックのカード裁定"}
_DATE = re.compile(rb'"date"\s*:\s*"(\d{4}-\d{2}-\d{2})"')

_Names = dict[str, list[str]]
"""What a card is called, by language, its name first."""


def import_mtgjson(path: Path, place: Path, today: str) -> Report:
    """Read a file in AtomicCards shape into a book at `place`; RulingsError if it is not whole."""
    about = f"from {path.name}"
    with new_book(place, "mtgjson", about) as book, open_input(path, 2**29) as stream:
        date = _DATE.search(stream.read(4096))
        edition = date[1].decode() if date else today
        stream.seek(0)
        book.head(_TARGET.head(_NAME, edition, notice=NOTICE))
        book.add("sources", _SOURCE | {"date": edition})
        writer = RulingsWriter(book, place, _TARGET.prefix, today, _identity)
        report = Report({"rulings": 0, "cards": 0}, book=place)
        slugs = Slugs()
        for name, faces in _cards(path, stream):
            names, rulings = _read(name, faces, report.warnings)
            if rulings:
                card = _card(slugs.of(name), names)
                writer.add_card(card)
                writer.write([_ruling(card, *each) for each in rulings])
                report.counts["rulings"] += len(rulings)
                report.counts["cards"] += 1
        if not report.counts["cards"]:
            raise RulingsError(f"{path}: no card with rulings; give MTGJSON's AtomicCards.json")
        report.counts["withdrawn"] = writer.finish()
    return report


def _identity(ruling: Data) -> tuple[str, str]:
    """A ruling belongs to its card, and is recognised by its text."""
    return ruling["cards"][0], ruling["answer"]["en"]


def _cards(path: Path, stream: BinaryIO) -> Iterator[tuple[str, Any]]:
    try:
        yield from ijson.kvitems(stream, "data", use_float=True)
    except (ijson.JSONError, ValueError) as error:  # a number too long to be read
        reason = " ".join(str(error).split())[:60]
        raise RulingsError(f"{path}: not whole, valid JSON ({reason}); get it again") from error


def _read(name: str, faces: Any, warnings: list[str]) -> tuple[_Names, list[tuple[str, str]]]:
    """The names of a card, and date and text of each ruling; what has another shape is noted."""
    names: dict[str, dict[str, None]] = {"en": {name: None}, "ja": {}}
    rulings: dict[tuple[str, str], None] = {}
    for face in _objects(faces, f"card {name}", warnings):
        names["en"] |= dict.fromkeys(_strings(face, "name", "faceName", "asciiName"))
        for foreign in _objects(face.get("foreignData", []), f"{name}: names", warnings):
            if foreign.get("language") == "Japanese":
                names["ja"] |= dict.fromkeys(_strings(foreign, "faceName", "name"))
        for ruling in _objects(face.get("rulings", []), f"{name}: rulings", warnings):
            if texts := _strings(ruling, "text"):
                rulings["".join(_strings(ruling, "date")), texts[0].strip()] = None
            else:
                warnings.append(f"{name}: a ruling without text")
    return {language: list(each) for language, each in names.items() if each}, list(rulings)


def _objects(value: Any, where: str, warnings: list[str]) -> list[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    objects = [each for each in items if isinstance(each, dict)]
    if len(objects) < len(items):
        warnings.append(f"{where}: not in the shape of AtomicCards")
    return objects


def _strings(item: dict[str, Any], *keys: str) -> list[str]:
    return [item[key] for key in keys if isinstance(item.get(key), str) and item[key].strip()]


def _card(slug: str, names: _Names) -> Data:
    card: Data = {"id": slug, "name": {language: each[0] for language, each in names.items()}}
    aliases = {language: each[1:] for language, each in names.items() if each[1:]}
    return card | ({"aliases": aliases} if aliases else {}) | {"sources": [{"id": _SOURCE["id"]}]}


def _ruling(card: Data, date: str, text: str) -> Data:
    """A ruling as it is published: under the name of its card, with its whole text."""
    ruling: Data = {"title": card["name"], "answer": {"en": text}, "cards": [card["id"]]}
    source = {"id": _SOURCE["id"]} | ({"where": date} if date else {})
    ruling |= {"authority": "official", "sources": [source]}
    if iso_day(date) == date != "":
        ruling["history"] = [{"date": date, "status": "active"}]
    return ruling


def _import(request: Request) -> Report:
    return import_mtgjson(request.file, request.place(RULESET, "book"), request.today)


IMPORTER = Importer("mtgjson", "AtomicCards.json", _import, has_numbers=False)
