"""What importers of collections share: rulings on cards, without the rules they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulings.errors import RulingsError
from rulings.importing.book_writer import BookWriter, Data
from rulings.importing.documents.decoding import read_mapping
from rulings.importing.naming import KeptIds

Names = dict[str, str]
"""A name by language."""


@dataclass(slots=True)
class Report:
    """What an import made: how many of each, and what it could not place."""

    counts: dict[str, int]
    unplaced: list[str] = field(default_factory=list)


def by_card(ruling: Data) -> tuple[str, str]:
    """The owner of a ruling (the term for its group of cards, or its only card), and its text."""
    terms = ruling.get("terms")
    owner = f"term:{terms[0]}" if terms else f"card:{ruling['cards'][0]}"
    return owner, ruling["answer"]["en"]


class Collection:
    """Writes cards and rulings; rulings that the old book holds keep their ids."""

    def __init__(
        self,
        book: BookWriter,
        place: Path,
        prefix: str,
        today: str,
        identity: Callable[[Data], tuple[str, str]] = by_card,
    ) -> None:
        """`today` is the date on which rulings that are gone from the source are withdrawn.

        `identity` gives the owner of a ruling and the text by which it is recognised.
        """
        self._book = book
        self._place = place
        self._today = today
        self._identity = identity
        known = ((data["id"], *identity(data)) for data in self._old("rulings"))
        try:
            self._ids = KeptIds(prefix, known)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            message = "holds a ruling that no import wrote; import into another folder with --into"
            raise RulingsError(f"{place}: {message}") from error
        self._known: set[tuple[str, str]] = set()
        self._written = self._withdrawn = 0

    def add(self, key: str, item: Data) -> None:
        """Write an item of the list `key` (cards, terms, sources), unless it is there already."""
        if (key, item["id"]) not in self._known:
            self._known.add((key, item["id"]))
            self._book.add(key, key, item)

    def rulings(self, found: list[Data]) -> None:
        """Write all rulings of one owner; those that are recognised keep their ids."""
        if not found:
            return
        owners, texts = zip(*map(self._identity, found), strict=True)
        for identifier, ruling in zip(self._ids.assign(owners[0], texts), found, strict=True):
            self._book.add("rulings", "rulings", {"id": identifier} | ruling)
            self._written += 1

    def finish(self, empty: str) -> dict[str, int]:
        """Keep what the source no longer has as withdrawn, since ids are final; returns the counts.

        RulingsError with the message `empty` where no ruling was written.
        """
        if not self._written:
            raise RulingsError(empty)
        self._keep_what_is_gone()
        return {"rulings": self._written, "withdrawn": self._withdrawn}

    def _keep_what_is_gone(self) -> None:
        left = self._ids.left
        named: dict[str, set[str]] = {"cards": set(), "terms": set()}
        for data in self._old("rulings") if left else ():
            if data["id"] in left:
                self._book.add("rulings", "rulings", self._withdraw(data))
                for key, slugs in named.items():
                    slugs.update(data.get(key, ()))
                self._withdrawn += 1
        for key, slugs in named.items():
            for item in self._old(key) if slugs else ():
                if item["id"] in slugs:
                    self.add(key, item)

    def _withdraw(self, data: Data) -> Data:
        if data.get("status") == "withdrawn":
            return data
        ended = {
            "date": self._today,
            "status": "withdrawn",
            "by": "rulings import",
            "note": {"en": "No longer in the source."},
        }
        history = [*data.pop("history", []), ended]
        return data | {"status": "withdrawn", "history": history}

    def _old(self, key: str) -> Iterator[Data]:
        """The items of a list of the book that is there, read one file at a time."""
        for file in sorted(self._place.glob(f"{key}*.yaml")) if self._place.is_dir() else ():
            document = read_mapping(file, "correct it, or import into another folder")
            yield from document.data.get(key) or ()


def card_ruling(title: Names, data: Data) -> Data:
    """A ruling as it is published: under the name of what it is about, with its whole text.

    `data` has `text`, `cards`, `sources` and may have `terms`, `date` and `remark`.
    """
    ruling: Data = {"title": title, "answer": {"en": data["text"]}}
    for key in ("remark", "cards", "terms"):
        if data.get(key):
            ruling[key] = data[key]
    ruling |= {"authority": "official", "sources": data["sources"]}
    if data.get("date"):
        ruling["history"] = [{"date": data["date"], "status": "active"}]
    return ruling
