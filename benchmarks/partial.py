"""Parts of the book, indexed in memory: without some phrasings, or without a whole game."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from rulings.reading.book import Book
from rulings_index import games
from rulings_index.building.build import build_from
from rulings_index.ranking import confidence
from rulings_index.storage.table import Table
from rulings_index.weights import COEFFICIENTS, RIVALS

Phrasing = tuple[str, str, str]
"""A phrasing, the entry it belongs to, and its language."""


class Memory:
    """An index in memory, as far as ranking needs it."""

    def __init__(self, book: Book) -> None:
        built = build_from(book)
        self._opened = games.Opened([Table(built.register), *built.parts.values()])

    def scored(self, text: str, count: int) -> list[tuple[int, float]]:
        """The numbers of the best entries, with their scores."""
        return scored(self._opened, text, count)

    def best(self, text: str, count: int = 10) -> list[str]:
        """The ids of the best entries."""
        return best_ids(self._opened, text, count)

    def features(self, text: str) -> tuple[float, ...]:
        """What `confidence` measures of the best entry; nothing where none is found."""
        asked = games.Asked(self._opened.games, text)
        best = asked.rank(lambda _: None)
        first, *rivals = best.best(1 + RIVALS) or [(0, 0.0)]
        candidates = [asked.candidate(entry) for entry, _ in (first, *rivals)]
        if not best or not candidates[0].question.essential:
            return ()
        features = confidence.features(confidence.measure(candidates[0], candidates[1:]))
        return tuple(features[name] for name in COEFFICIENTS)


def scored(opened: games.Opened, text: str, count: int) -> list[tuple[int, float]]:
    """The numbers of the best entries of an index, with their scores."""
    return games.Asked(opened.games, text).rank(lambda _: None).best(count)


def best_ids(opened: games.Opened, text: str, count: int) -> list[str]:
    """The ids of the best entries of an index, whether the search is sure of them or not."""
    return [str(opened.record(entry)["id"]) for entry, _ in scored(opened, text, count)]


def without_phrasings(book: Book, fold: int, folds: int) -> tuple[Book, list[Phrasing]]:
    """The book without every n-th phrasing of an entry and language, and what was taken out."""
    taken: list[Phrasing] = []
    entries = {}
    for entry in book.entries.values():
        kept = {}
        for language, asked in entry.asked.items():
            taken += [(text, entry.id, language) for text in asked[fold::folds]]
            kept[language] = [text for n, text in enumerate(asked) if n % folds != fold]
        entries[entry.id] = msgspec.structs.replace(entry, asked=kept)
    return replace(book, entries=entries), taken


def without_game(book: Book, game: str) -> tuple[Book, list[Phrasing]]:
    """The book without a game, and everything that is asked about that game."""
    gone = [entry for entry in book.entries.values() if book.ruleset_of(entry.id).game == game]
    asked = [(text, entry.id, "en") for entry in gone for text in entry.asked.get("en", [])]
    asked += [(text, entry.id, "ja") for entry in gone for text in entry.asked.get("ja", [])]
    names = {entry.id for entry in gone}
    return (
        replace(
            book,
            games={name: item for name, item in book.games.items() if name != game},
            rulesets={name: item for name, item in book.rulesets.items() if item.game != game},
            entries={name: item for name, item in book.entries.items() if name not in names},
            cards={key: item for key, item in book.cards.items() if key[0] != game},
            terms={key: item for key, item in book.terms.items() if key[0] != game},
        ),
        asked,
    )
