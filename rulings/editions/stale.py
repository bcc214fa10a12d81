"""Entries whose cited clauses moved, changed or vanished since the edition they were checked in.

An entry says in `checked_against` which edition its author read. Where a clause only moved,
`stale --fix` renumbers the citation, and `numbered_in` names the edition of the new number;
`checked_against` stays until somebody has read the clause again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from rulings.editions.citations import citations
from rulings.editions.comparison import Change, Kind, compare
from rulings.editions.edition import Edition, find_edition
from rulings.format.model import AnyEntry
from rulings.reading.book import Loading
from rulings.reading.layers import same_edition
from rulings.reading.yaml_reader import Pointer

ChangesSince = Callable[[str], dict[str, Change] | None]

_STILL_GOOD = (Kind.UNCHANGED, Kind.REFERENCES)


@dataclass(frozen=True, slots=True)
class Finding:
    """A citation that must be looked at; `new_number` is what to write if only the number changed.

    `change` is None where the edition that was `checked` has no such clause; `against` is the
    edition that it was compared with.
    """

    entry: str
    citation: str
    checked: str
    against: str
    change: Change | None
    places: list[Pointer]
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


def audit(loading: Loading, against: Edition, places: Sequence[Path]) -> Audit:
    """Look at every entry that says it was checked against another edition of this ruleset; the
    text of that is looked for in `places`.
    """
    result = Audit(against)

    @cache
    def changes_since(name: str) -> dict[str, Change] | None:
        older = find_edition(places, against.ruleset, name)
        return compare(older, against).by_old() if older else None

    for entry in loading.book.entries.values():
        if entry.checked_against.get(against.ruleset):
            _audit_entry(entry, changes_since, result)
    return result


def _audit_entry(entry: AnyEntry, changes_since: ChangesSince, result: Audit) -> None:
    """Add to the audit what concerns one entry."""
    against = result.against
    cited = citations(entry, against.prefix)
    result.looked_at += bool(cited)
    findings = []
    for citation, places in cited.items():
        edition = entry.numbered_in.get(citation, entry.checked_against[against.ruleset])
        if same_edition(edition, against.name):
            continue
        changes = changes_since(edition)
        if changes is None:
            without_text = result.without_text.setdefault(edition, [])
            without_text += [entry.id] if entry.id not in without_text else []
        elif not _holds(change := changes.get(citation), places):
            findings.append(Finding(entry.id, citation, edition, against.name, change, places))
    numbered = [replace(finding, new_number=_new_number(finding)) for finding in findings]
    # a new number beside the same old number, which waits for review: nobody could tell them apart
    waiting = {finding.citation for finding in numbered if not finding.new_number}
    is_clear = not any(finding.new_number in waiting for finding in numbered)
    result.findings += numbered if is_clear else findings


def _holds(change: Change | None, places: list[Pointer]) -> bool:
    """Whether a citation still holds; under `related` it also holds if the clause was edited."""
    if change is None:
        return False
    only_related = all(pointer[0] == "related" for pointer in places)
    return change.kind in _STILL_GOOD or (only_related and change.kind is Kind.EDITED)


def _new_number(finding: Finding) -> str:
    """The new number, if only the number changed and it is not the id of the entry; else empty."""
    restates = finding.citation == finding.entry
    return finding.moved_to if finding.kind == Kind.MOVED and not restates else ""
