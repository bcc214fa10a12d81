"""Calls of an evening: which are in force, and which of them stand above what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulings_index.weights import LOOKED_AT_FOR_CALLS

if TYPE_CHECKING:
    from rulings.format.record import Record
    from rulings.lookup.event import Event

CALL = "call:yes"
"""The facet of calls; ``event:NAME`` says at which event they were made."""

OVERRULES, _SAME_CLAUSE, _SAME_CARD = 3, 2, 1
"""How closely a call can touch an entry."""


class Calls:
    """The calls of an index: `documents` gives those with a facet, `record` what one holds."""

    def __init__(
        self, documents: Callable[[str], Sequence[int]], record: Callable[[int], Record]
    ) -> None:
        self._documents = documents
        self._record = record

    def elsewhere(self, event: Event) -> set[int]:
        """The calls of other events than the open one, which a search leaves out."""
        calls = set(self._documents(CALL))
        if not calls:
            return calls
        return calls - set(self._documents("event:")) - set(self._documents(f"event:{event.name}"))

    def first(self, best: list[tuple[int, float]], event: Event) -> list[tuple[int, float]]:
        """The entries with their scores: first the calls that stand above them; if the best entry
        is a call, what it overrules comes right after it.
        """
        if not best:
            return best
        meant, score = best[0]
        above = self.above([self._record(entry) for entry, _ in best[:LOOKED_AT_FOR_CALLS]], event)
        front = dict.fromkeys([*above, meant, *self._overruled(meant)])
        return [(entry, score) for entry in front] + [pair for pair in best if pair[0] not in front]

    def _overruled(self, entry: int) -> Iterator[int]:
        """The entries that a call overrules; empty for other entries."""
        call = self._record(entry).get("call") or {}
        for name in call.get("overrules", ()):
            yield from self._documents(f"id:{name}")

    def above(self, best: Sequence[Record], event: Event) -> list[int]:
        """The calls in force that touch the best entry, or overrule one of the next.

        Those that overrule come first, then those on its deciding clause, then on its cards; the
        latest before the others.
        """
        touching: dict[int, tuple[int, int, str]] = {}
        calls = set(self._documents(CALL)) - self.elsewhere(event)
        for number in sorted(calls and calls.intersection(self._documents("status:active"))):
            call = self._record(number)
            for rank, record in enumerate(best[:LOOKED_AT_FOR_CALLS]):
                touch = touch_of(call, record)
                if touch == OVERRULES or (touch and not rank):
                    made = (call.get("call") or {}).get("made", "")
                    touching.setdefault(number, (-rank, touch, made))
        return sorted(touching, key=lambda number: touching[number], reverse=True)


def touch_of(call: Record, record: Record) -> int:
    """How closely a call touches an entry; 0 where it does not, or is that entry."""
    if call["id"] == record["id"]:
        return 0
    if record["id"] in (call.get("call") or {}).get("overrules", ()):
        return OVERRULES
    deciding = {record["id"], *record.get("clauses", ())[:1]}
    if deciding & set(call.get("clauses", ())):
        return _SAME_CLAUSE
    cards = {record["id"].removeprefix("card:"), *record.get("cards", ())}
    return _SAME_CARD if cards & set(call.get("cards", ())) else 0
