"""Making the fixes of faults that have one right fix, at their places in the files.

Nothing is written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rulings.disk.changes import Change
from rulings.disk.files import content_of
from rulings.editing import emitter
from rulings.editing.editor import Editor, edited, line_starts, mark_and_text
from rulings.errors import RulingsError
from rulings.reading.problems import Fix, Problem
from rulings.reading.yaml_reader import parse_document

_CITATION = re.compile(r"\[\[(.*)\]\]", re.DOTALL)


def fixed(problems: Iterable[Problem]) -> dict[Path, Change]:
    """What the files are to hold once each fault that has a fix is fixed, by path.

    A file that would not be read as exactly what the fixes say is left out.
    """
    by_path: dict[Path, list[Problem]] = {}
    for problem in problems:
        if problem.fix:
            by_path.setdefault(Path(problem.path), []).append(problem)
    changes = {}
    for path, faults in by_path.items():
        before = content_of(path)
        document = parse_document(before, str(path))
        if document.data is None:
            after = _made_yaml(before, path, faults[0])
        else:
            fixes = [each.fix for each in faults if each.fix]
            known = [fix for fix in fixes if fix.pointer in document.places]
            after = _with_fixes(before, path, known)
        if after not in (None, before):
            changes[path] = Change(before, after)
    return changes


def _made_yaml(content: bytes, path: Path, fault: Problem) -> bytes | None:
    """A file that is no YAML, with quotes around one text; None where YAML still ends there."""
    mark, text = mark_and_text(content)
    at = line_starts(text)[fault.line - 1] + fault.column - 1
    if fault.fix is None or not text.startswith(fault.fix.old, at):
        return None
    edit = at, at + len(fault.fix.old), emitter.flow(fault.fix.new)
    after = (mark + edited(text, [edit])).encode()
    document = parse_document(after, str(path))
    mended = document.data is not None or document.problems[0].line > fault.line
    return after if mended else None


def _with_fixes(content: bytes, path: Path, fixes: Iterable[Fix]) -> bytes | None:
    """A file with all fixes made that its text allows; None where it would be read as anything
    else.
    """
    try:
        editor = Editor(path, content, faulty=True)
        for fix in sorted(fixes, key=lambda each: (each.is_key, -len(each.pointer))):
            with suppress(RulingsError):  # that one is left to a person
                _make(editor, fix)
        return editor.content()
    except RulingsError:
        return None


def _make(editor: Editor, fix: Fix) -> None:
    """Make a fix, if its place still holds what it is for."""
    if fix.is_key:
        editor.rename_key(fix.pointer, fix.new)
    elif isinstance(fix.new, str) and (old := _CITATION.fullmatch(fix.old)):
        editor.replace_citation(fix.pointer, old[1], fix.new[2:-2])
    elif editor.value(fix.pointer) == fix.old:
        editor.replace(fix.pointer, fix.new)
