"""One clause through a folder of editions: what its number was, and when its words changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulings.editions.comparison import Change, Kind, compare
from rulings.editions.edition import Edition


@dataclass(frozen=True, slots=True)
class Step:
    """What became of the clause from one edition to the next."""

    older: str
    newer: str
    change: Change


def trace(identifier: str, editions: Sequence[Edition]) -> list[Step]:
    """The steps of the clause that has the number `identifier` in the newest edition.

    Where the newest has none of that number, in the newest edition that does; then what became
    of it later is traced as well. Oldest step first; empty where no edition has the number.
    """
    ordered = sorted(editions, key=lambda edition: edition.name.replace("-", ""))
    having = [place for place, each in enumerate(ordered) if identifier in each.statements]
    if not having:
        return []
    newest = having[-1]
    return _back(identifier, ordered[: newest + 1]) + _onward(identifier, ordered[newest:])


def _back(identifier: str, editions: Sequence[Edition]) -> list[Step]:
    steps: list[Step] = []
    for older, newer in zip(editions[-2::-1], editions[:0:-1], strict=True):
        changes = compare(older, newer).all_changes
        change = next(each for each in changes if each.new and each.new.id == identifier)
        steps.insert(0, Step(older.name, newer.name, change))
        if change.old is None:
            break
        identifier = change.old.id
    return steps


def _onward(identifier: str, editions: Sequence[Edition]) -> list[Step]:
    steps: list[Step] = []
    for older, newer in pairwise(editions):
        change = compare(older, newer).by_old()[identifier]
        steps.append(Step(older.name, newer.name, change))
        if change.kind is Kind.DELETED or change.new is None:
            break
        identifier = change.new.id
    return steps
