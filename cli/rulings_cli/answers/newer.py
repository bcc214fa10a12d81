"""Warnings about clauses of entries that have another number or text in a newer edition."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings_cli.places import locations
from rulings_cli.places.configuration import configured
from rulings_cli.terminal.output import warn

if TYPE_CHECKING:
    from rulings.format.record import Record

_Numbers = dict[str, str]
"""The digest of each rule's text in an edition, by its number."""


def warn_of_newer(records: "Iterable[Record]") -> None:
    """Warn in one line of clauses that a newer edition changed, and of what rests on them."""
    newest, numbers = cache(_newest), cache(_numbers)
    resting: dict[str, list[str]] = defaultdict(list)
    for record in records:
        editions = {record.get("ruleset", ""): record.get("edition", "")}
        for ruleset, edition in (editions | record.get("checked_against", {})).items():
            if edition < newest(ruleset):
                old, new = numbers(ruleset, edition), numbers(ruleset, newest(ruleset))
                for clause, change in _changes(record, old, new):
                    names = resting[f"{clause} {change} in {ruleset} {newest(ruleset)}"]
                    if clause != record["id"]:
                        names.append(record["id"])
    lines = [
        f"{change}: read {', '.join(names)} again" if names else change
        for change, names in resting.items()
    ]
    if lines:
        warn(f"{'; '.join(lines)} (`rulings stale` says more)")


def _changes(record: "Record", old: _Numbers, new: _Numbers) -> Iterator[tuple[str, str]]:
    cited = (each["id"] for each in record.get("cited", ()))
    for clause in dict.fromkeys([record["id"], *record.get("clauses", ()), *cited]):
        if new and clause in old and new.get(clause) != old[clause]:
            moved_to = next((name for name, mark in new.items() if mark == old[clause]), "")
            change = "has another text" if clause in new else "is not"
            yield clause, f"is now {moved_to}" if moved_to else change


def _newest(ruleset: str) -> str:
    cited = [each.edition for each in configured().cites if each.ruleset == ruleset]
    return max([locations.newest_import(ruleset), *cited]) if ruleset else ""


def _numbers(ruleset: str, edition: str) -> _Numbers:
    """The numbers of an edition; none if it is not available."""
    from rulings.reading.cited import read_numbers  # only where there is a newer edition

    beside = locations.imported(ruleset, f"{edition}.json")
    for path in (beside, locations.as_path(locations.numbers_of(ruleset, edition))):
        with suppress(RulingsError):
            numbers = read_numbers(path).numbers
            return {name: mark.partition(", ")[0] for name, mark in numbers.items()}
    return {}
