"""What a newer import has done to the clauses of an answer: another number, or another text."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings_cli.places import locations
from rulings_cli.terminal.output import warn

if TYPE_CHECKING:
    from rulings.format.record import Record


def warn_of_newer(records: "Iterable[Record]") -> None:
    """Say in one line what is not as in the newest import."""
    changes = dict.fromkeys(change for record in records for change in _changes(record))
    if changes:
        warn(f"{'; '.join(changes)} (`rulings stale` says more)")


def _changes(record: "Record") -> Iterator[str]:
    cited = (each["id"] for each in record.get("cited", ()))
    clauses = [record["id"], *record.get("clauses", ()), *cited]
    editions = {record.get("ruleset", ""): record.get("edition", "")}
    for ruleset, edition in (editions | record.get("checked_against", {})).items():
        newest = locations.newest_import(ruleset) if ruleset else ""
        if newest <= edition:
            continue
        old, new = _numbers(ruleset, edition), _numbers(ruleset, newest)
        for clause in clauses if new else ():
            if clause in old and new.get(clause) != old[clause]:
                now = next((name for name, mark in new.items() if mark == old[clause]), "")
                gone = "was edited or moved" if clause in new else "was deleted"
                yield f"{clause} {f'is now {now}' if now else gone} in {ruleset} {newest}"


def _numbers(ruleset: str, edition: str) -> dict[str, str]:
    """The numbers of an edition, each with the digest of its words; none where not at hand."""
    from rulings.reading.cited import read_numbers  # only where there is a newer edition

    beside = locations.imported(ruleset, f"{edition}.json")
    for path in (beside, locations.as_path(locations.numbers_of(ruleset, edition))):
        with suppress(RulingsError):
            numbers = read_numbers(path).numbers
            return {name: mark.partition(", ")[0] for name, mark in numbers.items()}
    return {}
