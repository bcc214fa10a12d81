"""Writing rulings that keep their ids when their source is imported again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rulings.errors import RulingsError
from rulings.importing.book_writer import BookWriter, Data
from rulings.importing.identifiers import KeptIds
from rulings.reading.yaml_reader import Document, read_document


def by_card(ruling: Data) -> tuple[str, str]:
    """The owner of a ruling (the term for its group of cards, or its only card), and its text."""
    terms = ruling.get("terms")
    owner = f"term:{terms[0]}" if terms else f"card:{ruling['cards'][0]}"
    return owner, ruling["answer"]["en"]


class RulingsWriter:
    """Writes cards and rulings; rulings that are in the old book keep their ids."""

    def __init__(
        self,
        book: BookWriter,
        place: Path,
        prefix: str,
        today: str,
        identity: Callable[[Data], tuple[str, str]] = by_card,
    ) -> None:
        """`place` is the folder of the old book, `today` the date of withdrawals.

        `identity` gives the owner of a ruling and the text by which it is recognised.
        """
        self._book = book
        self._place = place
        self._today = today
        self._identity = identity
        old = ((data["id"], *identity(data)) for data in self._old("rulings"))
        try:
            self._ids = KeptIds(prefix, old)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            message = "holds a ruling that no import wrote; import into another folder with --into"
            raise RulingsError(f"{place}: {message}") from error
        self._added: set[tuple[str, str]] = set()
        self._written = self._withdrawn = 0

    def add(self, key: str, item: Data) -> None:
        """Write an item of the list `key` (cards, terms, sources), unless it is there already."""
        if (key, item["id"]) not in self._added:
            self._added.add((key, item["id"]))
            self._book.add(key, key, item)

    def write(self, rulings: list[Data]) -> None:
        """Write all rulings of an owner."""
        if not rulings:
            return
        owners, texts = zip(*map(self._identity, rulings), strict=True)
        for identifier, ruling in zip(self._ids.assign(owners[0], texts), rulings, strict=True):
            self._book.add("rulings", "rulings", {"id": identifier} | ruling)
        self._written += len(rulings)

    @property
    def edited(self) -> dict[str, tuple[str, str]]:
        """The old and the new words of each ruling that kept its id though its words changed."""
        return self._ids.edited

    def finish(self, empty: str) -> dict[str, int]:
        """Withdraw the rulings that the source no longer has, since ids are final.

        Returns how many were written and withdrawn; RulingsError with the message `empty` where
        none was written.
        """
        if not self._written:
            raise RulingsError(empty)
        left = self._ids.left
        cited: set[tuple[str, str]] = set()
        for ruling in self._old("rulings") if left else ():
            if ruling["id"] in left:
                self._book.add("rulings", "rulings", self._withdraw(ruling))
                self._withdrawn += 1
                cited |= {(key, slug) for key in ("cards", "terms") for slug in ruling.get(key, ())}
        for key in sorted({key for key, _ in cited}):
            for item in self._old(key):
                if (key, item["id"]) in cited:
                    self.add(key, item)
        return {"rulings": self._written, "withdrawn": self._withdrawn}

    def _withdraw(self, ruling: Data) -> Data:
        if ruling.get("status") == "withdrawn":
            return ruling
        withdrawal = {
            "date": self._today,
            "status": "withdrawn",
            "by": "rulings import",
            "note": {"en": "No longer in the source."},
        }
        history = [*ruling.pop("history", []), withdrawal]
        return ruling | {"status": "withdrawn", "history": history}

    def _old(self, key: str) -> Iterator[Data]:
        """The items of a list of the old book, read file by file."""
        for file in sorted(self._place.glob(f"{key}*.yaml")):
            document = read_mapping(file, "correct it, or import into another folder")
            yield from document.data.get(key) or ()


def read_mapping(path: Path, remedy: str) -> Document:
    """A YAML file with keys and values; RulingsError with the remedy where it is none."""
    document = read_document(path)
    if document.problems or not isinstance(document.data, dict):
        reason = document.problems[0] if document.problems else f"{path}: not keys and values"
        raise RulingsError(f"{reason}; {remedy}")
    return document


def card_ruling(title: dict[str, str], data: Data) -> Data:
    """A ruling as it is published: under the name of its card or group, with its whole text.

    `data` has `text`, `cards`, `sources` and may have `terms`, `date` and `remark`.
    """
    ruling: Data = {"title": title, "answer": {"en": data["text"]}}
    ruling |= {key: data[key] for key in ("remark", "cards", "terms") if data.get(key)}
    ruling |= {"authority": "official", "sources": data["sources"]}
    if data.get("date"):
        ruling["history"] = [{"date": data["date"], "status": "active"}]
    return ruling
