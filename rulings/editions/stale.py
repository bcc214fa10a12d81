"""Entries whose cited clauses moved, changed or vanished since the edition they were checked in.

An entry says in `checked_against` which edition its author read. Where a clause only moved,
`stale --fix` renumbers the citation, and `numbered_in` names the edition of the new number;
`checked_against` stays until somebody has read the clause again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

from rulings.editions.citations import Place, citations
from rulings.editions.comparison import Change, Kind, compare
from rulings.editions.edition import Edition
from rulings.format.model import AnyEntry, Clause
from rulings.reading.book import Loading
from rulings.reading.layers import same_edition

FindEdition = Callable[[str, str], Edition | None]
"""The edition of a ruleset, by the ids of the ruleset and the name of the edition, or None."""
ChangesSince = Callable[[str], dict[str, Change] | None]

_STILL_GOOD = (Kind.UNCHANGED, Kind.REFERENCES)


@dataclass(frozen=True, slots=True)
class Finding:
    """A citation that must be looked at; `new_number` is what to write if only the number changed.

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
        """The number that the clause has now; empty if it was deleted."""
        return self.change.new.id if self.change and self.change.new else ""


@dataclass(slots=True)
class Audit:
    """The result of an audit. `without_text` has, by edition, the entries that were not audited
    because its text is missing.
    """

    against: Edition
    findings: list[Finding] = field(default_factory=list)
    without_text: dict[str, list[str]] = field(default_factory=dict)
    looked_at: int = 0


def audit(loading: Loading, against: Edition, find_edition: FindEdition) -> Audit:
    """Look at every entry that says it was checked against another edition of this ruleset."""
    result = Audit(against)

    @cache
    def changes_since(name: str) -> dict[str, Change] | None:
        older = find_edition(against.ruleset, name)
        return compare(older, against).by_old() if older else None

    for entry in loading.book.entries.values():
        if entry.checked_against.get(against.ruleset):
            _audit_entry(entry, changes_since, result)
    return result


def _audit_entry(entry: AnyEntry, changes_since: ChangesSince, result: Audit) -> None:
    """Add to the audit what concerns one entry."""
    cited = citations(entry, result.against.prefix)
    result.looked_at += bool(cited)
    findings = []
    without_text = set()
    for identifier, places in cited.items():
        checked = entry.checked_against[result.against.ruleset]
        edition = entry.numbered_in.get(identifier, checked)
        if same_edition(edition, result.against.name):
            continue
        changes = changes_since(edition)
        if changes is None:
            without_text.add(edition)
        elif not _holds(change := changes.get(identifier), places):
            number = _new_number(entry, identifier, change)
            findings.append(Finding(entry.id, identifier, edition, change, tuple(places), number))
    for edition in sorted(without_text):
        result.without_text.setdefault(edition, []).append(entry.id)
    result.findings += _without_clashes(findings)


def _holds(change: Change | None, places: list[Place]) -> bool:
    """Whether a citation still holds; under `related` it also holds if the clause was edited."""
    if change is None:
        return False
    only_related = all(place.related for place in places)
    return change.kind in _STILL_GOOD or (only_related and change.kind is Kind.EDITED)


def _new_number(entry: AnyEntry, identifier: str, change: Change | None) -> str:
    """The new number, if only the number changed and it is not the id of the entry; else empty."""
    restates = isinstance(entry, Clause) and identifier == entry.id
    only_moved = change is not None and change.kind is Kind.MOVED
    return change.id if change and only_moved and not restates else ""


def _without_clashes(findings: list[Finding]) -> list[Finding]:
    """Findings without new numbers, if one is the same as an old number that waits for review."""
    waiting = {finding.citation for finding in findings if not finding.new_number}
    if not any(finding.new_number in waiting for finding in findings):
        return findings
    return [replace(finding, new_number="") for finding in findings]
