"""Changing a file of a book as text: what goes where, and whether the result is what was wanted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulings.problems import RulingsError
from rulings.reader import parse_document

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""The line ends that YAML knows."""

Edit = tuple[int, int, str]
"""The start and the end of what is replaced, and the new text."""


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


def refuse_unless(content: bytes, path: Path, wanted: Any) -> None:
    """RulingsError unless the new content of a file is read as exactly the wanted data."""
    again = parse_document(content, str(path))
    if again.problems or again.data != wanted:
        raise RulingsError(f"{path}: cannot be changed at its place; edit it by hand")
