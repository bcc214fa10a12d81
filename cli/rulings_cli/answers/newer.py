"""Warnings about clauses of an answer that have another number or text in a newer edition."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings_cli.places import locations
from rulings_cli.places.configuration import configured
from rulings_cli.terminal.output import warn

if TYPE_CHECKING:
    from rulings.format.record import Record


def warn_of_newer(records: "Iterable[Record]") -> None:
    """Warn in one line of all clauses that a newer edition has renumbered, edited or deleted."""
    changes = dict.fromkeys(change for record in records for change in _changes(record))
    if changes:
        warn(f"{'; '.join(changes)} (`rulings stale` says more)")


def _changes(record: "Record") -> Iterator[str]:
    cited = (each["id"] for each in record.get("cited", ()))
    clauses = [record["id"], *record.get("clauses", ()), *cited]
    editions = {record.get("ruleset", ""): record.get("edition", "")}
    for ruleset, edition in (editions | record.get("checked_against", {})).items():
        cited_editions = [each.edition for each in configured().cites if each.ruleset == ruleset]
        newest = max([locations.newest_import(ruleset), *cited_editions]) if ruleset else ""
        if newest <= edition:
            continue
        old, new = _numbers(ruleset, edition), _numbers(ruleset, newest)
        for clause in clauses:
            if new and clause in old and new.get(clause) != old[clause]:
                moved_to = next((name for name, mark in new.items() if mark == old[clause]), "")
                change = "was edited or moved" if clause in new else "was deleted"
                change = f"is now {moved_to}" if moved_to else change
                yield f"{clause} {change} in {ruleset} {newest}"


def _numbers(ruleset: str, edition: str) -> dict[str, str]:
    """The digest of each rule's text in an edition, by its number; empty if it is not available."""
    from rulings.reading.cited import read_numbers  # only where there is a newer edition

    beside = locations.imported(ruleset, f"{edition}.json")
    for path in (beside, locations.as_path(locations.numbers_of(ruleset, edition))):
        with suppress(RulingsError):
            numbers = read_numbers(path).numbers
            return {name: mark.partition(", ")[0] for name, mark in numbers.items()}
    return {}
