"""Entries whose cited clauses moved, changed or vanished since the edition they were checked in.

An entry says in `checked_against` which edition its author read. Where a clause only moved,
`stale --fix` renumbers the citation, and `numbered_in` names the edition of the new number;
`checked_against` stays until somebody has read the clause again, and accepts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from rulings import ids
from rulings.disk.changes import Change as FileChange
from rulings.disk.changes import save_changes
from rulings.editing.editor import Editor
from rulings.editions.comparison import Change, Kind, compare
from rulings.editions.edition import Edition, find_edition
from rulings.errors import RulingsError
from rulings.format.model import AnyEntry, Clause
from rulings.lookup.links import citations_of, linked_in
from rulings.reading.book import Loading
from rulings.reading.layers import same_edition
from rulings.reading.yaml_reader import Pointer

_Editors = dict[Path, Editor]
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
    """The result of an audit. Not audited were the entries of `without_text`, by the edition whose
    text is missing, and the `unchecked`, which say no edition of what they cite.
    """

    against: Edition
    findings: list[Finding] = field(default_factory=list)
    without_text: dict[str, list[str]] = field(default_factory=dict)
    unchecked: list[str] = field(default_factory=list)
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
        elif _cites(entry, against.prefix):
            result.unchecked.append(entry.id)
    return result


def _cites(entry: AnyEntry, prefix: str) -> bool:
    """Whether an entry cites clauses with a prefix, and is none of them."""
    is_one = isinstance(entry, Clause) and ids.prefix_of(entry.id) == prefix
    return not is_one and entry.kind != "fork" and bool(_citations(entry, prefix))


def _audit_entry(entry: AnyEntry, changes_since: ChangesSince, result: Audit) -> None:
    """Add to the audit what concerns one entry."""
    against = result.against
    cited = _citations(entry, against.prefix)
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


def _citations(entry: AnyEntry, prefix: str) -> dict[str, list[Pointer]]:
    """The clauses and sections with `prefix` that an entry cites, each with all its places: ids,
    and texts that hold ``[[…]]``. A clause cites its own number: it restates the rule that has it.
    """
    cited: list[tuple[Pointer, str]] = [(("id",), entry.id)] if isinstance(entry, Clause) else []
    cited += ((link.pointer, link.target) for link in linked_in(entry))
    cited += citations_of(entry)
    places: dict[str, list[Pointer]] = {}
    for pointer, target in dict.fromkeys(cited):
        if ids.kind_of(target) == "clause" and ids.prefix_of(target) == prefix:
            places.setdefault(target, []).append(pointer)
    return places


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


def fix(loading: Loading, findings: Iterable[Finding]) -> list[Path]:
    """Rewrite what only moved and mark the rest for review; returns the files that changed."""
    editors: _Editors = {}
    by_entry = attrgetter("entry")
    for identifier, group in groupby(sorted(findings, key=by_entry), key=by_entry):
        editor, pointer = _editor_of(identifier, loading, editors)
        found = list(group)
        moved = [each for each in found if each.new_number]
        _renumber(editor, pointer, found, {each.citation: each.new_number for each in moved})
        if moved:
            renumbered = {each.citation for each in moved}
            numbered = loading.book.entries[identifier].numbered_in.items()
            numbers = {key: name for key, name in numbered if key not in renumbered}
            numbers |= {each.new_number: each.against for each in moved}
            editor.set_numbered_in(pointer, numbers)
        editor.set_review(pointer, [_note(each) for each in found if not each.new_number])
    return _save(editors)


def accept(loading: Loading, audits: Sequence[Audit], identifiers: Iterable[str]) -> list[Path]:
    """Note that entries were checked against the new editions: somebody has read them again.

    Citations of what moved get the new number, also if it was edited. RulingsError where an entry
    cites what was deleted.
    """
    editors: _Editors = {}
    for identifier in identifiers:
        entry = loading.book.entries.get(identifier)
        concerned = [
            each
            for each in audits
            if entry
            and (each.against.ruleset in entry.checked_against or identifier in each.unchecked)
        ]
        if not concerned:
            rulesets = " or ".join(audit.against.ruleset for audit in audits)
            raise RulingsError(f"{identifier} was not checked against {rulesets}; is the id right?")
        editor, pointer = _editor_of(identifier, loading, editors)
        for audit in concerned:
            findings = [each for each in audit.findings if each.entry == identifier]
            _refuse_gone(audit, identifier, findings)
            _renumber(
                editor, pointer, findings, {each.citation: each.moved_to for each in findings}
            )
            editor.set_edition(pointer, audit.against.ruleset, audit.against.name)
        editor.set_numbered_in(pointer, {})
        editor.set_review(pointer, [])
    return _save(editors)


def _note(finding: Finding) -> str:
    """The comment for a finding, after ``# review (``."""
    now = f", now {finding.moved_to}" if finding.moved_to not in ("", finding.citation) else ""
    return f"{finding.against}): {finding.citation} {finding.kind}{now}"


def _refuse_gone(audit: Audit, identifier: str, findings: Iterable[Finding]) -> None:
    """RulingsError where a clause is gone or moved away, or has no text to compare with."""
    for edition, not_audited in audit.without_text.items():
        if identifier in not_audited:
            what = f"no text of {audit.against.ruleset} {edition} to compare with"
            raise RulingsError(f"{identifier}: {what}")
    for each in findings:
        if not each.moved_to:
            message = f"{identifier} cites {each.citation}, which is not in {each.against}"
            raise RulingsError(f"{message}; cite the rule that replaces it, then accept it")
        if each.citation == identifier != each.moved_to:
            message = f"{identifier} restates a rule that is now {each.moved_to}"
            raise RulingsError(f"{message}; write it there and withdraw this one")


def _renumber(
    editor: Editor, entry: Pointer, findings: Iterable[Finding], moved: Mapping[str, str]
) -> None:
    """Write the new number at every place of each citation that moved."""
    new = {old: number for old, number in moved.items() if number != old}
    moving = (finding for finding in findings if finding.citation in new)
    places = {place: finding.citation for finding in moving for place in finding.places}
    for place, old in places.items():
        pointer = (*entry, *place)
        if "[[" in editor.value(pointer):
            editor.replace_citations(pointer, new)  # one may get the number that another had
        else:
            editor.replace(pointer, new[old])


def _editor_of(identifier: str, loading: Loading, editors: _Editors) -> tuple[Editor, Pointer]:
    """The file that holds an entry, opened once, and the entry's path in the document."""
    origin = loading.origins[identifier]
    path = Path(origin.document.path)
    if path not in editors:
        editors[path] = Editor(path, loading.content_of(path))
    return editors[path], origin.pointer


def _save(editors: _Editors) -> list[Path]:
    """Write every file that changes, one after another, each whole."""
    contents = {path: editor.content() for path, editor in editors.items()}
    changes = {
        path: FileChange(editor.before, contents[path])
        for path, editor in editors.items()
        if contents[path] != editor.before
    }
    save_changes(changes)
    return list(changes)
