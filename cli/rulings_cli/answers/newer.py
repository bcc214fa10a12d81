"""What a newer import has done to the clauses of an answer: another number, or another text."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings_cli.places import locations

if TYPE_CHECKING:
    from rulings.format.record import Record


def newer_than(records: Iterable[Record]) -> str:
    """What is not as in the newest import, in one line; empty where all is."""
    changed: dict[str, dict[str, str]] = {}
    for record in records:
        cited = (each["id"] for each in record.get("cited", ()))
        clauses = [record["id"], *record.get("clauses", ()), *cited]
        editions = {record.get("ruleset", ""): record.get("edition", "")}
        for ruleset, edition in (editions | record.get("checked_against", {})).items():
            newest = locations.newest_import(ruleset) if ruleset else ""
            if newest > edition:
                changes = changed.setdefault(f"{ruleset} {newest}", {})
                changes |= _changes(clauses, _numbers(ruleset, edition), _numbers(ruleset, newest))
    lines = [f"{name}: {', '.join(each.values())}" for name, each in changed.items() if each]
    return f"not as in {'; '.join(lines)} (`rulings stale` says more)" if lines else ""


def _changes(clauses: list[str], old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    changes = {}
    for clause in clauses if new else ():
        if clause in old and new.get(clause) != old[clause]:
            now = next((number for number, mark in new.items() if mark == old[clause]), "")
            changes[clause] = f"{clause} is {now} there" if now else f"{clause} was changed"
    return changes


def _numbers(ruleset: str, edition: str) -> dict[str, str]:
    """The numbers of an edition with the digest of each text; none where they are not at hand."""
    from rulings.reading.cited import read_numbers  # imported only where there is a newer one

    beside = locations.imported(ruleset, f"{edition}.json")
    for path in (beside, Path(locations.numbers_of(ruleset, edition))):
        with suppress(RulingsError):
            return read_numbers(path).numbers
    return {}
