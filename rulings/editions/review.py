"""Acting on an audit: renumber citations, mark the rest for review, accept what was read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulings.disk.changes import Change, save_changes
from rulings.editing.editor import Editor
from rulings.editions.stale import Audit, Finding
from rulings.errors import RulingsError
from rulings.reading.book import Loading
from rulings.reading.yaml_reader import Pointer


def fix(loading: Loading, audit: Audit) -> list[Path]:
    """Rewrite what only moved and mark the rest for review; returns the files that changed."""
    files = _Files(loading)
    for entry, findings in _by_entry(audit.findings).items():
        editor, pointer = files.of(entry)
        moved = {each.citation: each.new_number for each in findings if each.new_number}
        _renumber(editor, pointer, findings, moved)
        numbered = loading.book.entries[entry].numbered_in
        kept = {key: name for key, name in numbered.items() if key not in moved}
        if moved:
            numbers = kept | dict.fromkeys(moved.values(), audit.against.name)
            editor.set_numbered_in(pointer, numbers)
        editor.set_review(pointer, [note(audit, each) for each in findings if not each.new_number])
    return files.save()


def accept(loading: Loading, audit: Audit, identifiers: Sequence[str]) -> list[Path]:
    """Note that entries were checked against the new edition: somebody has read them again.

    Citations of what moved get the new number, also if it was edited. RulingsError where an entry
    cites what was deleted.
    """
    files = _Files(loading)
    by_entry = _by_entry(audit.findings)
    ruleset = audit.against.ruleset
    for identifier in identifiers:
        entry = loading.book.entries.get(identifier)
        if entry is None or ruleset not in entry.checked_against:
            raise RulingsError(f"{identifier} was not checked against {ruleset}; is the id right?")
        findings = by_entry.get(identifier, [])
        _refuse_gone(audit, identifier, findings)
        editor, pointer = files.of(identifier)
        moved = {each.citation: each.moved_to for each in findings if each.citation != identifier}
        _renumber(editor, pointer, findings, moved)
        editor.set_numbered_in(pointer, {})
        editor.replace((*pointer, "checked_against", ruleset), audit.against.name)
        editor.set_review(pointer, [])
    return files.save()


def concerned(loading: Loading, audit: Audit, identifiers: Sequence[str]) -> list[str]:
    """Those of the entries that were checked against the ruleset of this audit."""
    ruleset = audit.against.ruleset
    entries = ((key, loading.book.entries.get(key)) for key in identifiers)
    return [key for key, entry in entries if entry and ruleset in entry.checked_against]


def note(audit: Audit, finding: Finding) -> str:
    """The comment for a finding, after ``# review (``."""
    now = f", now {finding.moved_to}" if finding.moved_to not in ("", finding.citation) else ""
    return f"{audit.against.name}): {finding.citation} {finding.kind}{now}"


def _refuse_gone(audit: Audit, identifier: str, findings: Iterable[Finding]) -> None:
    """RulingsError where a clause is gone or moved away, or has no text to compare with."""
    for edition, not_audited in audit.without_text.items():
        if identifier in not_audited:
            what = f"no text of {audit.against.ruleset} {edition} to compare with"
            raise RulingsError(f"{identifier}: {what}")
    for each in findings:
        if not each.moved_to:
            message = f"{each.entry} cites {each.citation}, which is not in {audit.against.name}"
            raise RulingsError(f"{message}; cite the rule that replaces it, then accept it")
        if each.citation == each.entry and each.moved_to != each.entry:
            message = f"{each.entry} restates a rule that is now {each.moved_to}"
            raise RulingsError(f"{message}; write it there and withdraw this one")


def _renumber(
    editor: Editor, pointer: Pointer, findings: Iterable[Finding], moved: dict[str, str]
) -> None:
    """Write the new number at every place of each citation that moved."""
    for finding in findings:
        old = finding.citation
        new = moved.get(old, old)
        for place in finding.places if new != old else ():
            if place.whole:
                editor.replace((*pointer, *place.pointer), new)
            else:
                editor.replace_citation((*pointer, *place.pointer), old, new)


def _by_entry(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    by_entry: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_entry[finding.entry].append(finding)
    return by_entry


class _Files:
    """The files that hold the entries, each opened once."""

    def __init__(self, loading: Loading) -> None:
        self._loading = loading
        self._editors: dict[Path, Editor] = {}

    def of(self, identifier: str) -> tuple[Editor, Pointer]:
        """The file that holds an entry, and its path in the document."""
        origin = self._loading.origins[identifier]
        path = Path(origin.document.path)
        if path not in self._editors:
            self._editors[path] = Editor(path)
        return self._editors[path], origin.pointer

    def save(self) -> list[Path]:
        """Write every file that changes, one after another, each whole."""
        changes = {
            path: Change(editor.before, after)
            for path, editor in self._editors.items()
            if (after := editor.content()) != editor.before
        }
        save_changes(changes)
        return list(changes)
