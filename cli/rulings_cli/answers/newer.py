"""What a newer import has done to the clauses of an answer: another number, or another text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings_cli.places import locations
from rulings_cli.terminal.output import warn

if TYPE_CHECKING:
    from rulings.format.record import Record


def warn_of_newer(records: Iterable[Record]) -> None:
    """Say in one line what is not as in the newest import."""
    changes = dict.fromkeys(change for record in records for change in _changes(record))
    if changes:
        warn(f"{', '.join(changes)} (`rulings stale` says more)")


def _changes(record: Record) -> Iterator[str]:
    cited = (each["id"] for each in record.get("cited", ()))
    clauses = [record["id"], *record.get("clauses", ()), *cited]
    editions = {record.get("ruleset", ""): record.get("edition", "")}
    for ruleset, edition in (editions | record.get("checked_against", {})).items():
        newest = locations.newest_import(ruleset) if ruleset else ""
        if newest <= edition:
            continue
        old, new = _numbers(ruleset, edition), _numbers(ruleset, newest)
        for clause in clauses if new else ():
            if clause in old and not _is_same(clause, old, new):
                words = _words(old[clause])
                now = (name for name in new if name != clause and _words(new[name]) == words)
                gone = "was edited or moved" if clause in new else "was deleted"
                said = next((f"is {name}" for name in now), gone)
                yield f"{clause} {said} in {ruleset} {newest}"


def _is_same(clause: str, old: dict[str, str], new: dict[str, str]) -> bool:
    """Whether a number has the same words, and cites the same clauses or their new numbers."""
    marks = (numbers.get(clause, "").split(", ")[1:] for numbers in (old, new))
    cited = zip_longest(*marks, fillvalue="")
    follows = all(a == b or _words(old.get(a, a)) == _words(new.get(b, b)) for a, b in cited)
    return follows and _words(old[clause]) == _words(new.get(clause, ""))


def _words(mark: str) -> str:
    """The digest of the words in what tells a clause from others."""
    return mark.partition(", ")[0]


def _numbers(ruleset: str, edition: str) -> dict[str, str]:
    """The numbers of an edition with the digest of each text; none where they are not at hand."""
    from pathlib import Path  # imported only where there is a newer edition

    from rulings.reading.cited import read_numbers

    beside = locations.imported(ruleset, f"{edition}.json")
    for path in (beside, Path(locations.numbers_of(ruleset, edition))):
        with suppress(RulingsError):
            return read_numbers(path).numbers
    return {}
