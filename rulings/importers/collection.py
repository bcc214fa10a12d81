"""What importers of collections share: rulings that hang on cards, without rules below them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulings.importers.naming import KeptIds
from rulings.importers.writing import BookWriter, Data
from rulings.problems import RulingsError
from rulings.reader import read_document

Names = dict[str, str]
"""A name by language."""


@dataclass(slots=True)
class Report:
    """What an import made: how many of each, and what it could not place."""

    counts: dict[str, int]
    unplaced: list[str] = field(default_factory=list)


def by_card(ruling: Data) -> tuple[str, str]:
    """What a ruling is known again by: the card or group that it hangs on, and its text."""
    return _owner(ruling), ruling["answer"]["en"]


class Collection:
    """Writes cards and rulings; ids are those of the book that is there, where it has them."""

    def __init__(
        self,
        book: BookWriter,
        place: Path,
        prefix: str,
        today: str,
        identity: Callable[[Data], tuple[str, str]] = by_card,
    ) -> None:
        """`today` is the date on which rulings that are gone from the source are withdrawn.

        `identity` gives the owner and the text that a ruling is known again by.
        """
        self._book = book
        self._place = place
        self._today = today
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

    def rulings(self, title: Names, found: list[Data]) -> None:
        """Write all rulings of one owner, under its name.

        Each has `text`, `cards`, `sources` and may have `terms`, `date` and `remark`.
        """
        if not found:
            return
        texts = [each["text"] for each in found]
        self.write(_owner(found[0]), texts, [_ruling(title, data) for data in found])

    def write(self, owner: str, texts: list[str], rulings: list[Data]) -> None:
        """Write all rulings of one owner, each known again by one of the texts."""
        for identifier, ruling in zip(self._ids.assign(owner, texts), rulings, strict=True):
            self._book.add("rulings", "rulings", {"id": identifier} | ruling)
            self._written += 1

    def finish(self, empty: str) -> dict[str, int]:
        """Keep what the source no longer has, withdrawn, since ids are final; gives the counts.

        RulingsError, which says that the source is `empty`, where no ruling was written.
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
            document = read_document(file)
            if document.problems or not isinstance(document.data, dict):
                reason = document.problems[0] if document.problems else f"{file}: no book"
                raise RulingsError(f"{reason}; correct it, or import into another folder")
            yield from document.data.get(key) or ()


def _owner(data: Data) -> str:
    """What a ruling hangs on: the term for its group of cards, or its only card."""
    return f"term:{data['terms'][0]}" if data.get("terms") else f"card:{data['cards'][0]}"


def _ruling(title: Names, data: Data) -> Data:
    """A ruling as it is published: the card it is about, and its text whole."""
    ruling: Data = {"title": title, "answer": {"en": data["text"]}}
    for key in ("remark", "cards", "terms"):
        if data.get(key):
            ruling[key] = data[key]
    ruling |= {"authority": "official", "sources": data["sources"]}
    if data.get("date"):
        ruling["history"] = [{"date": data["date"], "status": "active"}]
    return ruling
