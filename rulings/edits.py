"""Changing a file of a book as text, so that all that its author wrote stays as it is."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulings.books import Loading
from rulings.errors import RulingsError
from rulings.loading import load_book
from rulings.reader import parse_document
from rulings.saving.files import held_by, real_place, save

CALLS, BEFORE = "calls.yaml", ".calls-before"
"""The file of own calls, and what it was before its last change."""

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""The line ends that YAML knows."""

_IN_QUOTES = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", re.DOTALL)

Edit = tuple[int, int, str]
"""The start and the end of what is replaced, and the new text."""


def mark_and_text(content: bytes) -> tuple[str, str]:
    """The byte order mark of a file, empty where it has none, and the text behind it."""
    text = content.decode()
    bare = text.removeprefix("\ufeff")
    return text[: len(text) - len(bare)], bare


def line_starts(text: str) -> list[int]:
    """Where each line of a text begins."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def line_end_of(text: str) -> str:
    """The line end that a text uses first."""
    found = _LINE_END.search(text)
    return found[0] if found else "\n"


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with all the edits made; the same edit twice is made once."""
    for start, end, new in sorted(set(edits), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def scalar_at(text: str, start: int, value: str) -> tuple[int, int] | None:
    """The start and the end of a word or text that is read as `value`, with its quotes; None where
    it is written in another way, such as on several lines without quotes.
    """
    if quoted := _IN_QUOTES.match(text, start):
        return quoted.span()
    return (start, start + len(value)) if text.startswith(value, start) else None


def with_item(text: str, key: str, item: str) -> str:
    """A text with one more item at its end, under the last key; under `key` where it is empty."""
    start = text.rstrip() or f"{key}:"
    gap = "\n" if start.endswith(":") else "\n\n"
    return start + (gap + item).replace("\n", line_end_of(text))


def text_of(path: Path) -> str:
    """A file of a book as text, empty where there is none; RulingsError where it is not UTF-8."""
    content = held_by(real_place(path, inside=path.parent))
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise RulingsError(f"{path} is not UTF-8; save it as UTF-8 in your editor") from error


def save_text(path: Path, before: str, after: str) -> None:
    """Save the new text of a file of a book; a file of calls can be put back as it was before.

    RulingsError where the new text has a fault of form.
    """
    if fault := first_fault(after):
        raise RulingsError(f"{path} cannot be changed ({fault}); edit it by hand")
    if path.name == CALLS:
        save(path.with_name(BEFORE), before.encode(), inside=path.parent)
    save(path, after.encode(), inside=path.parent)


def first_fault(text: str) -> str:
    """The first fault of form of a text as a file of a book; empty where there is none."""
    faults = [problem for problem in as_book(text).all_problems() if problem.code < "B2"]
    return f"line {faults[0].line}: {faults[0].message}" if faults else ""


def as_book(text: str) -> Loading:
    """A text, read as the only file of a book."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "draft.yaml"
        path.write_bytes(text.encode())
        return load_book([path])


def refuse_unless(content: bytes, path: Path, wanted: Any) -> None:
    """RulingsError unless the new content of a file is read as exactly the wanted data."""
    again = parse_document(content, str(path))
    if again.problems or again.data != wanted:
        raise RulingsError(f"{path}: cannot be changed at its place; edit it by hand")
