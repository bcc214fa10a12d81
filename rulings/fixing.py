"""Making the fixes of faults that have one right fix, at their places in the files.

Nothing is written here, as in `rulings.renaming`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from rulings.edits import Edit, edited, line_starts
from rulings.problems import Problem
from rulings.reader import parse_document
from rulings.saving.files import held_by
from rulings.saving.several import Change

_NEAR = 400
_DOUBLE = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def fixed(problems: Iterable[Problem]) -> dict[Path, Change]:
    """What the files are to hold once each fault that has a fix is fixed, by path.

    A file that would be worse afterwards is left out.
    """
    by_path: dict[Path, list[Problem]] = {}
    for problem in problems:
        if problem.fix:
            by_path.setdefault(Path(problem.path), []).append(problem)
    found = {}
    for path, faults in by_path.items():
        before = held_by(path)
        after = _with_fixes(before.decode("utf-8", "surrogateescape"), faults)
        content = after.encode("utf-8", "surrogateescape")
        if content != before and _faults(content, path) <= _faults(before, path):
            found[path] = Change(before, content)
    return found


def _with_fixes(text: str, faults: Iterable[Problem]) -> str:
    starts = line_starts(text)
    return edited(text, filter(None, (_edit(text, starts, fault) for fault in faults)))


def _edit(text: str, starts: list[int], fault: Problem) -> Edit | None:
    """The edit that fixes a fault; None where its place does not hold what it should."""
    fix = fault.fix
    if fix is None or not 0 < fault.line <= len(starts):
        return None
    bom = 1 if fault.line == 1 and text.startswith("\ufeff") else 0
    at = starts[fault.line - 1] + fault.column - 1 + bom
    if fix.is_key:
        key = at if text.startswith(fix.old, at) else _last_key(fix.old, text[:at])
        return (key, key + len(fix.old), fix.new) if key >= 0 else None
    if fix.old.startswith("[["):
        found = text.find(fix.old, at)
        return (found, found + len(fix.old), fix.new) if found >= 0 else None
    if text.startswith(fix.old, at):
        return at, at + len(fix.old), fix.new
    quoted = _DOUBLE.match(text, at)
    if quoted and json.loads(quoted[0]) == fix.old:
        return at, quoted.end(), fix.new
    return None


def _last_key(key: str, before: str) -> int:
    """Where a key begins that stands right before its value; -1 where it does not."""
    words = re.escape(key)
    match = re.search(rf"(?<![\w-])({words})[\"']?\s*:\s*\Z", before[-_NEAR:])
    return max(0, len(before) - _NEAR) + match.start(1) if match else -1


def _faults(content: bytes, path: Path) -> int:
    return len(parse_document(content, str(path)).problems)
