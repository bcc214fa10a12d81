"""The VTES rulings: a folder with rulings.yaml, references.yaml and groups.yaml.

Each ruling ends in the tags of its sources (``[LSJ 20090324]``). A ruling of a group is one
ruling on all its cards; the group is a term of the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.importing.book_writer import BookWriter, Data, Target, new_book
from rulings.importing.identifiers import slug
from rulings.importing.importer import Importer, Report, Request
from rulings.importing.rulings_writer import RulingsWriter, card_ruling, read_mapping
from rulings.progress import counted
from rulings.reading.yaml_reader import Document

RULESET = "vtes-rulings"
_TARGET = Target(RULESET, "VTES", "vtes")
_TAG = re.compile(r"(?<!\s)\s*+\[([A-Z]{3} [^\[\]]+)\]")
_NAME = re.compile(r"\{([^{}]+)\}")
_TWO_STOPS = re.compile(r"([.!?])\.$")  # left where the tags stood before the full stop
_DATED = re.compile(r"[A-Z]{3} (\d{4})(\d{2})(\d{2})")
_COLLECTION: Data = {"id": "vtes-rulings", "title": {"en": "VTES rulings, without a reference"}}
_AUTHORS = {
    "TOM": "Thomas R Wylie",
    "SFC": "Shawn F. Carnes",
    "JON": "Jon Wilkie",
    "LSJ": "L. Scott Johnson",
    "PIB": "Pascal Bertrand",
    "ANK": "Vincent Ripoll",
    "RTR": "Rules Team",
    "RBK": "Rulebook",
}


def import_vtes(path: Path, place: Path, today: str) -> Report:
    """Read the folder of VTES rulings at `path` into a book at `place`.

    RulingsError where the folder does not hold the three files; then nothing changes.
    """
    rulings, references, groups = (
        _read(path / f"{name}.yaml") for name in ("rulings", "references", "groups")
    )
    with new_book(place, "vtes", f"from {path.resolve().name}") as book:
        _write_head(book, references.data)
        writer = RulingsWriter(book, place, _TARGET.prefix, today)
        reading = _Reading(rulings, references.data, groups.data, writer)
        reading.read()
        counts = {"rulings": 0, "sources": len(references.data), "cards": len(reading.slugs)}
        empty = f"{path}: no ruling in rulings.yaml; is this the VTES collection?"
        return Report(counts | writer.finish(empty), reading.unplaced, book=place)


def _read(path: Path) -> Document:
    if not path.is_file():
        raise RulingsError(f"{path}: no such file; give the folder of the VTES rulings")
    return read_mapping(path, "get the file again")


class _Reading:
    """Turns the keys of rulings.yaml into cards, groups and their rulings."""

    def __init__(
        self, rulings: Document, references: Data, groups: Data, writer: RulingsWriter
    ) -> None:
        self._rulings = rulings
        self._references = references
        self._groups = groups
        self._writer = writer
        self._names = dict(sorted(dict(_names(rulings.data, *groups.values())).items()))
        self.slugs = _slugs_by_id(self._names)
        self.unplaced: list[str] = []

    def read(self) -> None:
        """Write all cards, groups and rulings."""
        for key, name in self._names.items():
            card = {"id": self.slugs[key], "name": {"en": name}, "prints": {"en": [key]}}
            self._writer.add("cards", card)
        for key, listed in counted("importing vtes", self._rulings.data.items()):
            self._read_key(key, listed)

    def _read_key(self, key: str, listed: Any) -> None:
        identifier, _, name = key.partition("|")
        members = self._groups.get(key)
        if not name or not isinstance(listed, list):
            self._report((key,), f"no place for {key!r}: a key is ID|name, with a list below")
        elif not isinstance(members, dict) and identifier not in self.slugs:
            self._report((key,), f"{key!r} is no group of groups.yaml")
        else:
            base: Data = {"cards": [self.slugs[identifier]]} if identifier in self.slugs else {}
            if isinstance(members, dict):
                base = self._group(name, members)
            read = [self._ruling(key, number, item) for number, item in enumerate(listed)]
            self._writer.write([card_ruling({"en": name}, base | each) for each in read if each])

    def _group(self, name: str, members: dict[str, Any]) -> Data:
        term = {"id": slug(f"group {name}"), "name": {"en": name}}
        self._writer.add("terms", term)
        cards, marks = [], []
        for key, mark in members.items():
            identifier, _, title = key.partition("|")
            if identifier not in self.slugs:
                self.unplaced.append(f"{name}: {key!r} is no card (ID|name) of this group")
                continue
            cards.append(self.slugs[identifier])
            if mark and isinstance(mark, str):
                marks.append(f"{title} {mark}")
        remark = {"remark": {"en": f"With: {', '.join(marks)}."}} if marks else {}
        return {"cards": cards, "terms": [term["id"]]} | remark

    def _ruling(self, key: str, number: int, item: Any) -> Data | None:
        text = _whole_text(item)
        if not text:
            self._report((key, number), f"no place for a ruling of {key!r} without text")
            return None
        tags = _TAG.findall(text)
        for tag in tags:
            if tag not in self._references:
                self._report((key, number), f"reference [{tag}] is not in references.yaml")
        sources = [{"id": slug(tag)} for tag in tags if tag in self._references]
        if not sources:
            self._report((key, number), f"a ruling of {key!r} names no known reference")
            self._writer.add("sources", _COLLECTION)
            sources.append({"id": _COLLECTION["id"]})
        plain = _TAG.sub(lambda match: "" if match[1] in self._references else match[0], text)
        return {
            "text": _TWO_STOPS.sub(r"\1", _NAME.sub(r"\1", plain).strip()),
            "sources": sources,
            "date": max(map(_date, tags), default=""),
        }

    def _report(self, pointer: tuple[str | int, ...], message: str) -> None:
        self.unplaced.append(f"{self._rulings.line(pointer)}: {message}")


def _names(*keyed: Any) -> Iterator[tuple[str, str]]:
    """Id and name of every card that rulings or groups name."""
    for data in keyed:
        for key in data if isinstance(data, dict) else ():
            identifier, _, name = key.partition("|")
            if identifier.isdecimal() and name:
                yield identifier, name


def _slugs_by_id(names: dict[str, str]) -> dict[str, str]:
    """A slug for each card; versions of a card that share a name get their id to it."""
    slugs: dict[str, str] = {}
    taken: set[str] = set()
    for identifier, name in names.items():
        short = slug(name)
        slugs[identifier] = f"{short}-{identifier}" if short in taken else short
        taken.add(slugs[identifier])
    return slugs


def _whole_text(item: Any) -> str:
    """The text of a ruling; one with `overrides` says what is different for single cards."""
    if not isinstance(item, dict):
        return item if isinstance(item, str) else ""
    text, overrides = item.get("text", ""), item.get("overrides")
    parts = [
        f"{key.partition('|')[2]}: {words}"
        for key, words in (overrides.items() if isinstance(overrides, dict) else ())
    ]
    return "\n\n".join([text, *parts]) if isinstance(text, str) and text else ""


def _date(tag: str) -> str:
    match = _DATED.match(tag)
    return "-".join(match.groups()) if match else ""


def _write_head(book: BookWriter, references: Data) -> None:
    edition = max((_date(tag) for tag in references), default="")
    game = {
        "id": _TARGET.game,
        "name": {"en": "Vampire: The Eternal Struggle"},
        "aliases": {"en": ["VTES", "V:TES"]},
    }
    book.head({"game": game, **_TARGET.head({"en": "VTES rulings"}, edition)})
    for tag, address in references.items():
        source = {"id": slug(tag), "title": {"en": tag}, "author": _AUTHORS.get(tag[:3], tag[:3])}
        if date := _date(tag):
            source["date"] = date
        if isinstance(address, str):
            source["url"] = address
        book.add("sources", "sources", source)


def _import(request: Request) -> Report:
    return import_vtes(request.file, request.place(RULESET, "book"), request.today)


IMPORTER = Importer("vtes", "a folder", _import)
