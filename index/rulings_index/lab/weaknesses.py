"""Which entries are hardest to find: each is asked for by its own title and question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict

from rulings_index.games import Asked

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry
    from rulings_index import Index

_DEPTH, _NAMED = 20, 3


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
    weaknesses = [_weakness(index, entry) for entry in entries]
    return sorted(weaknesses, key=lambda weak: (-weak["place"], sum(weak["phrasings"].values())))


def _weakness(index: Index, entry: AnyEntry) -> Weakness:
    texts = [*getattr(entry, "question", {}).values(), *entry.title.values()]
    worst: list[str] = []
    wrote = ""
    for text in filter(None, texts):
        ranked = Asked(index.games, text).rank(lambda _: None, _DEPTH)
        hits = [str(index.opened.record(number)["id"]) for number, _ in ranked.best(_DEPTH)]
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
