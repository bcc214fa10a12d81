"""Making the fixes of faults that have one right fix, at their places in the files.

Nothing is written here, as in `rulings.editing.rename`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

from rulings.disk.files import held_by
from rulings.disk.several import Change
from rulings.editing import emitter
from rulings.editing.editor import Edit, edited, line_starts, mark_and_text, scalar_at
from rulings.reading.problems import Fix, Problem
from rulings.reading.yaml_reader import Document, parse_document

_NEAR = 400


def fixed(problems: Iterable[Problem]) -> dict[Path, Change]:
    """What the files are to hold once each fault that has a fix is fixed, by path.

    A file that would not be read as exactly what the fixes say is left out.
    """
    by_path: dict[Path, list[Problem]] = {}
    for problem in problems:
        if problem.fix:
            by_path.setdefault(Path(problem.path), []).append(problem)
    found = {}
    for path, faults in by_path.items():
        before = held_by(path)
        document = parse_document(before, str(path))
        if document.data is None:
            after = _made_yaml(before, path, faults[0])
        else:
            after = _with_fixes(before, path, document, [one.fix for one in faults if one.fix])
        if after not in (None, before):
            found[path] = Change(before, after)
    return found


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


def _with_fixes(
    content: bytes, path: Path, document: Document, fixes: Iterable[Fix]
) -> bytes | None:
    """A file with all fixes made; None where it would be read as anything but that."""
    mark, text = mark_and_text(content)
    starts = line_starts(text)
    wanted = deepcopy(document.data)
    edits: list[Edit] = []
    for fix in sorted(fixes, key=lambda one: (one.is_key, -len(one.pointer))):
        if fix.pointer in document.places:
            line, column = document.places[fix.pointer]
            made = _edits(text, starts[line - 1] + column - 1, fix, _value(document.data, fix))
            edits += made if made and _fix_data(wanted, fix) else []
    after = (mark + edited(text, edits)).encode()
    again = parse_document(after, str(path))
    same = again.data == wanted and len(again.problems) == len(document.problems)
    return after if same else None


def _value(data: Any, fix: Fix) -> Any:
    for step in fix.pointer:
        data = data[step]
    return data


def _is_citation(fix: Fix) -> bool:
    return fix.old.startswith("[[") and isinstance(fix.new, str)


def _fix_data(data: Any, fix: Fix) -> bool:
    """Make a fix in plain data; False where its place does not hold what it should, or no more."""
    *above, last = fix.pointer
    for step in above:
        data = data[step]
    if fix.is_key:
        is_there = last == fix.old and last in data
        if is_there:
            data[fix.new] = data.pop(last)
        return is_there
    value = data[last]
    if _is_citation(fix) and isinstance(value, str):
        data[last] = value.replace(fix.old, fix.new)
    elif value == fix.old:
        data[last] = deepcopy(fix.new)
    return bool(data[last] != value)


def _edits(text: str, at: int, fix: Fix, value: Any) -> list[Edit]:
    """The edits that make a fix, whose value begins at `at`; none where it is written otherwise."""
    words = re.escape(fix.old)
    if _is_citation(fix) and isinstance(value, str):
        found = re.compile(rf"{words}").finditer(text, at)
        return [(*one.span(), fix.new) for one in islice(found, value.count(fix.old))]
    if fix.is_key and value is not None:
        before = max(0, at - _NEAR)
        key = re.search(rf"(?<![\w-]){words}(?=[\"']?\s*:\s*\Z)", text[before:at])
        return [(before + key.start(), before + key.end(), fix.new)] if key else []
    span = scalar_at(text, at, fix.old)
    return [(*span, emitter.flow(fix.new))] if span else []
