"""Acting on an audit: renumber citations, mark the rest for review, accept what was read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from rulings.disk.changes import Change, save_changes
from rulings.editing.editor import Editor
from rulings.editions.stale import Audit, Finding
from rulings.errors import RulingsError
from rulings.reading.book import Loading
from rulings.reading.yaml_reader import Pointer

_Editors = dict[Path, Editor]


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
            editor.set_mapping(pointer, "numbered_in", numbers, before="checked_against")
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
            each for each in audits if entry and each.against.ruleset in entry.checked_against
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
            editor.replace((*pointer, "checked_against", audit.against.ruleset), audit.against.name)
        editor.set_mapping(pointer, "numbered_in", {}, before="checked_against")
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
    for finding in findings:
        old = finding.citation
        new = moved.get(old, old)
        for place in finding.places if new != old else ():
            pointer = (*entry, *place)
            if "[[" in editor.value(pointer):
                editor.replace_citation(pointer, old, new)
            else:
                editor.replace(pointer, new)


def _editor_of(identifier: str, loading: Loading, editors: _Editors) -> tuple[Editor, Pointer]:
    """The file that holds an entry, opened once, and the entry's path in the document."""
    origin = loading.origins[identifier]
    path = Path(origin.document.path)
    if path not in editors:
        editors[path] = Editor(path)
    return editors[path], origin.pointer


def _save(editors: _Editors) -> list[Path]:
    """Write every file that changes, one after another, each whole."""
    contents = {path: editor.content() for path, editor in editors.items()}
    changes = {
        path: Change(editor.before, contents[path])
        for path, editor in editors.items()
        if contents[path] != editor.before
    }
    save_changes(changes)
    return list(changes)
