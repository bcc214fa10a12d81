"""The VTES rulings: a folder with rulings.yaml, references.yaml and groups.yaml.

Each ruling ends in the tags of its sources (``[LSJ 20090324]``). A ruling of a group is one
ruling on all its cards; the group is a term of the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rulings.errors import RulingsError
from rulings.importing.book_writer import BookWriter, Data, Target, new_book
from rulings.importing.collection import Collection, Report, card_ruling
from rulings.importing.documents.decoding import read_mapping
from rulings.importing.naming import slug
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
    found = _Found(*(_read(path / f"{name}.yaml") for name in _Found._fields))
    report = Report({"rulings": 0, "sources": len(found.references.data), "cards": 0})
    with new_book(place, "vtes", f"from {path.resolve().name}") as book:
        _write_heads(book, found.references.data)
        collection = Collection(book, place, _TARGET.prefix, today)
        _Reading(found, collection, report).read()
        empty = f"{path}: no ruling in rulings.yaml; is this the VTES collection?"
        report.counts |= collection.finish(empty)
    return report


class _Found(NamedTuple):
    rulings: Document
    references: Document
    groups: Document


def _read(path: Path) -> Document:
    if not path.is_file():
        raise RulingsError(f"{path}: no such file; give the folder of the VTES rulings")
    return read_mapping(path, "get the file again")


class _Reading:
    """Turns the keys of rulings.yaml into cards, groups and their rulings."""

    def __init__(self, found: _Found, collection: Collection, report: Report) -> None:
        self._found = found
        self._collection = collection
        self._report = report
        self._names = dict(sorted(dict(_names(found)).items()))
        self._slugs = _slugs_by_id(self._names)

    def read(self) -> None:
        data = self._found.rulings.data
        for key, name in self._names.items():
            self._collection.add("cards", _card(key, name, self._slugs[key]))
        self._report.counts["cards"] = len(self._slugs)
        for key, listed in counted("importing vtes", data.items()):
            self._read_key(key, listed)

    def _read_key(self, key: str, listed: Any) -> None:
        identifier, _, name = key.partition("|")
        members = self._found.groups.data.get(key)
        if not name or not isinstance(listed, list):
            self._unplaced((key,), f"no place for {key!r}: a key is ID|name, with a list below")
            return
        base: Data = {"cards": [self._slugs[identifier]]} if identifier in self._slugs else {}
        if isinstance(members, dict):
            base = self._group(name, members)
        elif not base:
            self._unplaced((key,), f"{key!r} is no group of groups.yaml")
            return
        found = [self._ruling(key, number, item) for number, item in enumerate(listed)]
        rulings = [card_ruling({"en": name}, base | each) for each in found if each]
        self._collection.rulings(rulings)

    def _group(self, name: str, members: dict[str, Any]) -> Data:
        term = {"id": slug(f"group {name}"), "name": {"en": name}}
        self._collection.add("terms", term)
        cards, marks = [], []
        for key, mark in members.items():
            identifier, _, title = key.partition("|")
            if identifier not in self._slugs:
                self._report.unplaced.append(f"{name}: {key!r} is no card (ID|name) of this group")
                continue
            cards.append(self._slugs[identifier])
            if mark and isinstance(mark, str):
                marks.append(f"{title} {mark}")
        remark = {"remark": {"en": f"With: {', '.join(marks)}."}} if marks else {}
        return {"cards": cards, "terms": [term["id"]]} | remark

    def _ruling(self, key: str, number: int, item: Any) -> Data | None:
        text = _whole_text(item)
        if not text:
            self._unplaced((key, number), f"no place for a ruling of {key!r} without text")
            return None
        known, tags = self._found.references.data, _TAG.findall(text)
        for tag in tags:
            if tag not in known:
                self._unplaced((key, number), f"reference [{tag}] is not in references.yaml")
        sources = [{"id": slug(tag)} for tag in tags if tag in known]
        if not sources:
            self._unplaced((key, number), f"a ruling of {key!r} names no known reference")
            self._collection.add("sources", _COLLECTION)
            sources.append({"id": _COLLECTION["id"]})
        plain = _TAG.sub(lambda match: "" if match[1] in known else match[0], text)
        return {
            "text": _TWO_STOPS.sub(r"\1", _NAME.sub(r"\1", plain).strip()),
            "sources": sources,
            "date": max(map(_date, tags), default=""),
        }

    def _unplaced(self, pointer: tuple[str | int, ...], message: str) -> None:
        self._report.unplaced.append(f"{self._found.rulings.line(pointer)}: {message}")


def _names(found: _Found) -> Iterator[tuple[str, str]]:
    """Id and name of every card that rulings or groups name."""
    for data in (found.rulings.data, *found.groups.data.values()):
        for key in data if isinstance(data, dict) else ():
            identifier, _, name = key.partition("|")
            if identifier.isdecimal() and name:
                yield identifier, name


def _slugs_by_id(names: dict[str, str]) -> dict[str, str]:
    """A slug for each card; versions of one card that share a name get their id to it."""
    slugs: dict[str, str] = {}
    taken: set[str] = set()
    for identifier, name in names.items():
        wanted = slug(name)
        slugs[identifier] = f"{wanted}-{identifier}" if wanted in taken else wanted
        taken.add(slugs[identifier])
    return slugs


def _whole_text(item: Any) -> str:
    """The text of a ruling; one with `overrides` says what is different for single cards."""
    if not isinstance(item, dict):
        return item if isinstance(item, str) else ""
    text = item.get("text", "")
    overrides = item.get("overrides")
    parts = [
        f"{key.partition('|')[2]}: {words}"
        for key, words in (overrides.items() if isinstance(overrides, dict) else ())
    ]
    return "\n\n".join([text, *parts]) if isinstance(text, str) and text else ""


def _date(tag: str) -> str:
    match = _DATED.match(tag)
    return "-".join(match.groups()) if match else ""


def _card(identifier: str, name: str, chosen: str) -> Data:
    return {"id": chosen, "name": {"en": name}, "prints": {"en": [identifier]}}


def _write_heads(book: BookWriter, references: dict[str, Any]) -> None:
    edition = max((_date(tag) for tag in references), default="")
    game = {
        "id": _TARGET.game,
        "name": {"en": "Vampire: The Eternal Struggle"},
        "aliases": {"en": ["VTES", "V:TES"]},
    }
    book.head("ruleset", {"game": game, **_TARGET.head({"en": "VTES rulings"}, edition)})
    for tag, address in references.items():
        book.add("sources", "sources", _source(tag, address))


def _source(tag: str, address: Any) -> Data:
    source = {"id": slug(tag), "title": {"en": tag}, "author": _AUTHORS.get(tag[:3], tag[:3])}
    if date := _date(tag):
        source["date"] = date
    return source | ({"url": address} if isinstance(address, str) else {})
