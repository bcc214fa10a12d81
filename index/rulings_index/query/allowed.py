"""Which entries a search may find: those that its filters, its quoted words and the day allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulings_index.query.syntax import DATED, ENDED, Query
from rulings_index.storage.segment import Segment
from rulings_index.text.analysis import fold, tokens


def allowed(
    segment: Segment, record: Callable[[int], Any], asked: Query, as_of: str | None
) -> set[int] | None:
    """The entries that the filters and quoted words let through; None where all are."""
    sets = [
        {entry for value in values for entry in segment.documents_of(f"{field}:{value}")}
        for field, values in asked.filter.values.items()
    ]
    sets += [set(_documents_with(segment, text)) for text in _certain(asked.phrases)]
    in_any_state = "status" in asked.filter.values
    without = set() if in_any_state else _not_in_force(segment, record, as_of)
    if without and not sets:
        sets = [set(range(segment.entries))]
    return set.intersection(*sets) - without if sets else None


def _not_in_force(segment: Segment, record: Callable[[int], Any], as_of: str | None) -> set[int]:
    """What is superseded or withdrawn; or what did not hold on a day."""
    ended = {one for name in ENDED for one in segment.documents_of(f"status:{name}")}
    if as_of is None:
        return ended
    from rulings.lookup.records import status_in_record

    dated = set(segment.documents_of(DATED))
    then = {one: status_in_record(record(one), as_of) for one in dated}
    return (ended - dated) | {one for one in dated if then[one] not in ("draft", "active")}


def _documents_with(segment: Segment, term: str) -> Sequence[int]:
    found = segment.postings("words", term)
    return found[0] if found else ()


def _certain(phrases: Iterable[str]) -> set[str]:
    """The terms that an entry holds if it says these phrases."""
    texts = {token.text for phrase in phrases for token in tokens(fold(phrase))}
    return {text for text in texts if text.isascii() or len(text) <= 2}  # runs may go on
