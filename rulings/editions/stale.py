"""Entries whose cited clauses moved, changed or vanished since the edition they were checked in.

An entry says in `checked_against` which edition its author read. A citation that only moved can
follow by itself; `numbered_in` then says which edition its number is of, while
`checked_against` stays until somebody has read the clause again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulings.books import Loading
from rulings.editions.citations import Place, citations
from rulings.editions.comparison import Change, Comparison, Kind, compare
from rulings.editions.edition import Edition
from rulings.layers import same_edition
from rulings.model import AnyEntry, Clause

FindEdition = Callable[[str, str], Edition | None]
"""From a ruleset and the name of an edition to that edition, if it is at hand."""

_STILL_GOOD = (Kind.UNCHANGED, Kind.REFERENCES)


@dataclass(frozen=True, slots=True)
class Finding:
    """A citation that must be looked at. Where only the number changed, `new_number` is the one to
    write.

    `change` is None where the edition that was checked has no such clause.
    """

    entry: str
    citation: str
    checked: str
    change: Change | None
    places: tuple[Place, ...]
    new_number: str = ""

    @property
    def kind(self) -> str:
        """What happened, in a word or two."""
        return self.change.kind.value if self.change else "unknown"

    @property
    def moved_to(self) -> str:
        """The number that the clause has now; empty where it is gone."""
        return self.change.new.id if self.change and self.change.new else ""


@dataclass(slots=True)
class Audit:
    """Everything that an audit found; `without_text` are editions whose text is not at hand."""

    against: Edition
    findings: list[Finding] = field(default_factory=list)
    without_text: dict[str, list[str]] = field(default_factory=dict)
    looked_at: int = 0


def audit(loading: Loading, against: Edition, find_edition: FindEdition) -> Audit:
    """Look at every entry that says it was checked against another edition of this ruleset."""
    found = Audit(against)
    comparisons: dict[str, Comparison | None] = {}

    def since(name: str) -> Comparison | None:
        if name not in comparisons:
            older = find_edition(against.ruleset, name)
            comparisons[name] = compare(older, against) if older else None
        return comparisons[name]

    for entry in loading.book.entries.values():
        checked = entry.checked_against.get(against.ruleset)
        cited = citations(entry, against.prefix) if checked else {}
        if checked and cited:
            found.looked_at += 1
            for finding in _of_entry(entry, checked, cited, since, found):
                found.findings.append(finding)
    return found


def _of_entry(
    entry: AnyEntry,
    checked: str,
    cited: dict[str, list[Place]],
    since: Callable[[str], Comparison | None],
    found: Audit,
) -> list[Finding]:
    findings = []
    for identifier, places in cited.items():
        edition = entry.numbered_in.get(identifier, checked)
        if same_edition(edition, found.against.name):
            continue
        comparison = since(edition)
        if comparison is None:
            entries = found.without_text.setdefault(edition, [])
            entries.extend([entry.id] if entry.id not in entries else [])
            continue
        change = comparison.by_old().get(identifier)
        if not _holds(change, places):
            number = _new_number(entry, identifier, change)
            findings.append(Finding(entry.id, identifier, edition, change, tuple(places), number))
    return _without_clashes(findings)


def _holds(change: Change | None, places: list[Place]) -> bool:
    """Whether a citation still holds; one that only relates does so while its clause is there."""
    if change is None:
        return False
    only_related = all(place.related for place in places)
    return change.kind in _STILL_GOOD or (only_related and change.kind is Kind.EDITED)


def _new_number(entry: AnyEntry, identifier: str, change: Change | None) -> str:
    """The new number where nothing but the number changed, and it is not the entry's own id."""
    own = isinstance(entry, Clause) and identifier == entry.id
    if change is None or change.new is None or change.kind is not Kind.MOVED or own:
        return ""
    return change.new.id


def _without_clashes(findings: list[Finding]) -> list[Finding]:
    """No number to write where it would look like an old one that still waits for review."""
    waiting = {finding.citation for finding in findings if not finding.new_number}
    if not any(finding.new_number in waiting for finding in findings):
        return findings
    return [replace(each, new_number="") for each in findings]
