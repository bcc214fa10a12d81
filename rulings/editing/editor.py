"""Changing a file of a book as text, so that all that its author wrote stays as it is."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

from rulings.disk.files import held_by, real_place, save
from rulings.errors import RulingsError
from rulings.reading.book import Loading
from rulings.reading.load import load_book
from rulings.reading.yaml_reader import Document, Pointer, parse_document

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""The line ends that YAML knows."""

_IN_QUOTES = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", re.DOTALL)

_COMMENT = re.compile(r"[ \t]*#")
_DASH = re.compile(r"(?P<indent> *)- +")

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


def with_item(text: str, key: str, item: str, path: Path) -> str:
    """The text of the file `path` with one item or several behind the last of the list `key`,
    wherever that stands; a list that is not there yet comes last. All else stays, byte for byte.

    RulingsError where the text is not valid, or the list does not stand on lines of its own.
    """
    mark, text = mark_and_text(text.encode())
    document = parse_document(text.encode(), str(path))
    if document.problems:
        raise RulingsError(f"{document.problems[0]}; correct it first")
    data = document.data or {}
    items = data.get(key) or []
    lines, end = text.splitlines(keepends=True), line_end_of(text)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += end
    new = dedent(item).splitlines(keepends=True)
    if items:
        last = item_at(text, path, document, (key, len(items) - 1))
        lines.insert(last.end, end + joined(new, " " * last.indent, end))
    elif key in data:
        first = document.place((key,))[0] - 1
        if data[key] is not None:
            lines[first] = re.sub(r": *\[ *\]", ":", lines[first], count=1)
        lines.insert(_end_of(lines, first, 0), joined(new, "  ", end))
    else:
        lines += [end if lines else "", f"{key}:{end}", joined(new, "  ", end)]
    after = "".join(lines)
    added = parse_document(f"{key}:\n{''.join(new)}".encode(), str(path)).data[key]
    refuse_unless(after.encode(), path, {**data, key: [*items, *added]})
    return mark + after


class Item(NamedTuple):
    """The lines of an item of a list, from the comments right above it to its last line.

    They are the lines `first` to `end` of the file; the item itself begins at `own`.
    """

    lines: list[str]
    first: int
    own: int
    end: int
    indent: int


def item_at(text: str, path: Path, document: Document, pointer: Pointer) -> Item:
    """The lines of an item; RulingsError where it stands on a line with others."""
    lines = text.splitlines(keepends=True)
    own = document.place(pointer)[0] - 1
    dash = _DASH.match(lines[own])
    if dash is None or document.place(pointer)[1] - 1 != dash.end():
        raise RulingsError(f"{path}:{own + 1}: stands on a line with others; edit it by hand")
    indent = len(dash["indent"])
    last = _end_of(lines, own, indent)
    first = own
    while first and _COMMENT.match(lines[first - 1]):
        first -= 1
    return Item(lines[first:last], first, own, last, indent)


def _end_of(lines: list[str], own: int, indent: int) -> int:
    """Where the lines end that belong to the line `own`, as they stand deeper."""
    end = last = own + 1
    while end < len(lines) and (_is_deeper(lines[end], indent) or _is_gap(lines[end])):
        end += 1
        last = end if _is_deeper(lines[end - 1], indent) else last
    return last


def _is_deeper(line: str, indent: int) -> bool:
    return bool(line.strip()) and len(line) - len(line.lstrip(" ")) > indent


def _is_gap(line: str) -> bool:
    return not line.strip() or _COMMENT.match(line) is not None


def joined(lines: list[str], indent: str, end: str) -> str:
    """Lines, indented, with the line end of a file."""
    return "".join((indent if line.strip() else "") + line.rstrip("\r\n") + end for line in lines)


def text_of(path: Path) -> str:
    """A file of a book as text, empty where there is none; RulingsError where it is not UTF-8."""
    content = held_by(real_place(path, inside=path.parent))
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise RulingsError(f"{path} is not UTF-8; save it as UTF-8 in your editor") from error


def save_text(path: Path, after: str) -> None:
    """Save the new text of a file of a book; RulingsError where that has a fault of form."""
    if fault := first_fault(after):
        raise RulingsError(f"{path} cannot be changed ({fault}); edit it by hand")
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
