"""Making the fixes of faults that have one right fix, at their places in the files.

Nothing is written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rulings.disk.changes import Change
from rulings.editing.editor import Editor
from rulings.errors import RulingsError
from rulings.reading.problems import Fix, Problem

_CITATION = re.compile(r"\[\[(.*)\]\]", re.DOTALL)


def fixed(problems: Iterable[Problem]) -> dict[Path, Change]:
    """What the files are to hold once each fault that has a fix is fixed, by path.

    A file that would not be read as exactly what the fixes say is left out.
    """
    by_path: dict[Path, list[Fix]] = {}
    for problem in problems:
        if problem.fix:
            by_path.setdefault(Path(problem.path), []).append(problem.fix)
    changes = {}
    for path, fixes in by_path.items():
        with suppress(RulingsError):  # a file that cannot be edited is left to a person
            editor = Editor(path)
            for fix in fixes:
                with suppress(RulingsError):  # and so is a place
                    _make(editor, fix)
            if (after := editor.content()) != editor.before:
                changes[path] = Change(editor.before, after)
    return changes


def _make(editor: Editor, fix: Fix) -> None:
    """Make a fix, if its place still holds what it is for."""
    if fix.pointer not in editor.document.places:
        return
    if isinstance(fix.new, str) and (old := _CITATION.fullmatch(fix.old)):
        editor.replace_citations(fix.pointer, {old[1]: fix.new[2:-2]})
    elif editor.value(fix.pointer) == fix.old:
        editor.replace(fix.pointer, fix.new)
