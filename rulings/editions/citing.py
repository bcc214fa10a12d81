"""Which clauses of a ruleset an entry cites, and where it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulings import ids
from rulings.format.model import AnyEntry, Clause
from rulings.lookup.links import citations_of, linked_in
from rulings.reading.yaml_reader import Pointer


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry cites: the way to a list item (`whole`), or to a text that holds ``[[…]]``.

    `related`: the entry is only related to what it cites there, and does not rest on it.
    """

    pointer: Pointer
    whole: bool
    related: bool = False


def citations(entry: AnyEntry, prefix: str) -> dict[str, list[Place]]:
    """The clauses and sections with `prefix` that an entry cites, with every place.

    A clause cites its own number: it restates the rule that has it.
    """
    found: dict[str, list[Place]] = {}
    for target, place in _all(entry):
        known = ids.kind_of(target) == "clause"
        if known and ids.prefix_of(target) == prefix:
            found.setdefault(target, []).append(place)
    return found


def _all(entry: AnyEntry) -> Iterator[tuple[str, Place]]:
    if isinstance(entry, Clause):
        yield entry.id, Place(("id",), whole=True)
    for listed in linked_in(entry):
        related = listed.pointer[0] == "related"
        yield listed.target, Place(listed.pointer, whole=True, related=related)
    for pointer, target in dict.fromkeys(citations_of(entry)):
        yield target, Place(pointer, whole=False)
