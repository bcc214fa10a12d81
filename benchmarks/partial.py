"""Parts of the book, indexed in memory: without some phrasings, or without a whole game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from rulings.books import Book
from rulings.model import Fork
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.query.names import NAMES, NameIndex
from rulings_index.ranking.scoring import rank
from rulings_index.storage.building import build_from
from rulings_index.storage.segment import Segment
from rulings_index.text.stems import stem

Asked = tuple[str, str, str]
"""A phrasing, the entry it belongs to, and its language."""


class Memory:
    """An index in memory, as far as ranking needs it."""

    def __init__(self, book: Book) -> None:
        built = build_from(book, None)
        self.segment = Segment(built.meta, built.read)
        self._forms = NameIndex(json.loads(bytes(built.read(NAMES)))["forms"])
        self._ids = [name for name, one in book.entries.items() if not isinstance(one, Fork)]

    def question(self, text: str) -> AnalysedQuery:
        """A text as it is looked up."""
        return AnalysedQuery(text, self._forms, self._is_known, self._words)

    def best(self, text: str, count: int = 10) -> list[int]:
        """The numbers of the best entries."""
        return [entry for entry, _ in rank(self.segment, self.question(text)).best(count)]

    def ids(self, entries: Sequence[int]) -> list[str]:
        """The ids of entries by their numbers."""
        return [self._ids[entry] for entry in entries]

    def _is_known(self, word: str) -> bool:
        return self.segment.postings("words", stem(word)) is not None

    def _words(self, beginning: str) -> list[str]:
        return [word for word in self.segment.terms_from("words", beginning) if word.isalpha()]


def without_phrasings(book: Book, fold: int, folds: int) -> tuple[Book, list[Asked]]:
    """The book without every n-th phrasing of an entry and language, and what was taken out."""
    taken: list[Asked] = []
    entries = {}
    for entry in book.entries.values():
        kept = {}
        for language, asked in entry.asked.items():
            taken += [(text, entry.id, language) for text in asked[fold::folds]]
            kept[language] = [text for n, text in enumerate(asked) if n % folds != fold]
        entries[entry.id] = msgspec.structs.replace(entry, asked=kept)
    return replace(book, entries=entries), taken


def without_game(book: Book, game: str) -> tuple[Book, list[Asked]]:
    """The book without a game, and everything that is asked about that game."""
    gone = [entry for entry in book.entries.values() if book.ruleset_of(entry.id).game == game]
    asked = [(text, entry.id, "en") for entry in gone for text in entry.asked.get("en", [])]
    asked += [(text, entry.id, "ja") for entry in gone for text in entry.asked.get("ja", [])]
    names = {entry.id for entry in gone}
    return (
        replace(
            book,
            games={name: one for name, one in book.games.items() if name != game},
            rulesets={name: one for name, one in book.rulesets.items() if one.game != game},
            entries={name: one for name, one in book.entries.items() if name not in names},
            cards={key: one for key, one in book.cards.items() if key[0] != game},
            terms={key: one for key, one in book.terms.items() if key[0] != game},
        ),
        asked,
    )
