"""Which clauses of entries have another number or text in a newer edition."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from rulings import ids
from rulings.errors import RulingsError
from rulings_cli.places import locations
from rulings_cli.places.configuration import cites_of, configured
from rulings_cli.terminal.output import warn

if TYPE_CHECKING:
    from rulings.format.record import Record

_Numbers = dict[str, str]
"""The digest of each rule's text in an edition, by its number."""


class NewerEditions:
    """The newest editions that are imported or cited here, each read once."""

    def __init__(self) -> None:
        self._newest, self._numbers = cache(_newest), cache(_numbers)

    def changes(self, record: "Record") -> Iterator[tuple[str, dict[str, str], str]]:
        """The clauses that an entry is or rests on, and that are not the same in a newer edition
        than its own: a phrase that says so, its blanks, and the words for a warning. Nobody rules
        by a withdrawn one.
        """
        if record.get("status") in ("superseded", "withdrawn"):
            return
        cited = [each["id"] for each in record.get("cited", ())]
        rests_on = [*record.get("modifies", ()), *record.get("adds_to", ()), *cited]
        clauses = dict.fromkeys([record["id"], *record.get("clauses", ()), *rests_on])
        editions = {record.get("ruleset", ""): record.get("edition", "")}
        for ruleset, edition in (editions | record.get("checked_against", {})).items():
            newest = self._newest(ruleset)
            if ids.edition_key(edition) < ids.edition_key(newest):
                old, new = self._numbers(ruleset, edition), self._numbers(ruleset, newest)
                for clause in clauses:
                    if new and clause in old and new.get(clause) != old[clause]:
                        now = next((name for name, mark in new.items() if mark == old[clause]), "")
                        other = "has another text" if clause in new else "is not"
                        blanks = {"clause": clause, "edition": f"{ruleset} {newest}", "now": now}
                        phrase = "rule_moved" if now else "rule_changed"
                        yield phrase, blanks, f"is now {now}" if now else other


def warn_of_newer(records: "Iterable[Record]") -> None:
    """Warn in one line of clauses that a newer edition changed, and of what rests on them."""
    newer = NewerEditions()
    resting: dict[str, list[str]] = defaultdict(list)
    for record in records:
        for _, blanks, how in newer.changes(record):
            names = resting[f"{blanks['clause']} {how} in {blanks['edition']}"]
            if blanks["clause"] != record["id"]:
                names.append(record["id"])
    lines = [
        f"{change}: read {', '.join(names)} again" if names else change
        for change, names in resting.items()
    ]
    if lines:
        warn(f"{'; '.join(lines)} (`rulings stale` says more)")


def _newest(ruleset: str) -> str:
    cites = cites_of(configured().books)
    known = [each.edition for each in cites if each.ruleset == ruleset]
    if known:  # imports with --into leave their numbers in cited/
        files = locations.as_path(locations.numbers_of(ruleset, "*"))
        others = [f"{each.ruleset}-" for each in cites if each.ruleset.startswith(f"{ruleset}-")]
        names = (each.stem for each in files.parent.glob(files.name))
        known += [name[len(ruleset) + 1 :] for name in names if not name.startswith((*others,))]
    return max([locations.newest_import(ruleset), *known], key=ids.edition_key) if ruleset else ""


def _numbers(ruleset: str, edition: str) -> _Numbers:
    from rulings.reading.cited import read_numbers  # only where there is a newer edition

    beside = locations.imported(ruleset, f"{edition}.json")
    cites = cites_of(configured().books)
    cited = (locations.numbers_of(ruleset, edition, each.project) for each in cites)
    for path in (beside, *map(locations.as_path, cited)):
        with suppress(RulingsError):
            numbers = read_numbers(path).numbers
            return {name: mark.partition(", ")[0] for name, mark in numbers.items()}
    return {}
