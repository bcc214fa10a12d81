"""Which entries are hardest to find: each is asked for by its own title and question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict

from rulings.progress import counted
from rulings_index.lexicon.names import CONCEPT

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry
    from rulings_index import Index

_DEPTH, _NAMED = 20, 3
_WORD = re.compile(r"[a-z]{3,}|[ァ-ヺー]{3,}", re.IGNORECASE)


class Weakness(TypedDict):
    """An entry, its place among the hits of the worst of its own texts (`wrote`), the entries
    before it, and how many phrasings it has by language.
    """

    entry: str
    place: int
    wrote: str
    before: list[str]
    phrasings: dict[str, int]


def weakest(index: Index, entries: Iterable[AnyEntry]) -> list[Weakness]:
    """The entries, found last first, then those with the fewest phrasings."""
    asked = counted("asking for the entries", list(entries))
    weaknesses = [_weakness(index, entry) for entry in asked]
    return sorted(weaknesses, key=lambda weak: (-weak["place"], sum(weak["phrasings"].values())))


def _weakness(index: Index, entry: AnyEntry) -> Weakness:
    texts = [*getattr(entry, "question", {}).values(), *entry.title.values()]
    worst: list[str] = []
    wrote = ""
    for text in filter(None, texts):
        hits = index.best(text, _DEPTH)
        before = hits[: hits.index(entry.id)] if entry.id in hits else hits
        if not wrote or len(before) > len(worst):
            worst, wrote = before, text
    phrasings = {language: len(listed) for language, listed in entry.asked.items()}
    return {
        "entry": entry.id,
        "place": len(worst) + 1,
        "wrote": wrote,
        "before": worst[:_NAMED],
        "phrasings": phrasings,
    }


def unknown_words(index: Index, questions: Iterable[str]) -> dict[str, int]:
    """Latin and katakana words that no entry holds, and in how many questions they stand."""
    unknown = Counter(
        word for text in questions for word in {*_WORD.findall(text)} if not _is_known(index, word)
    )
    return dict(unknown.most_common())


def _is_known(index: Index, word: str) -> bool:
    return any(
        term.text.startswith(CONCEPT) or game.segment.frequency("words", term.text)
        for game in index.games
        for term in game.question(word).terms.values()
    )
