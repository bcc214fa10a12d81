"""Rewriting citations in YAML files at the very places where they stand.

The reader knows line and column of every value, so only the characters of a number change:
comments, quotes, line breaks and the order of keys stay as their author left them. (A library
that reads and writes YAML again keeps comments but folds long lines and drops quotes.) Each
file is read again before it takes the old one's place; one that would hold anything but the
wanted change is left alone.
"""

from __future__ import annotations

import re
import tempfile
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulings.inputs import LARGEST_FILE, read_input
from rulings.problems import RulingsError
from rulings.reader import Pointer, read_document
from rulings.saving.files import read, save, unwritable
from rulings.saving.locks import alone_in

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_SCALAR = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s,\[\]{}#][^\n,\[\]{}#]*")
_REVIEW = re.compile(r"[ \t]*# review \([^\n]*(?:\r\n|\n|\r)")


class Rewriting:
    """The changes to one file; nothing is written before `save`."""

    def __init__(self, path: Path) -> None:
        """RulingsError where the file is not valid YAML."""
        self._path = path
        document = read_document(path)
        if document.problems:
            raise RulingsError(f"{document.problems[0]}; mend it first")
        self._document = document
        self._read = read_input(path, LARGEST_FILE)
        self._text = self._read.decode("utf-8")
        self._mark = "\ufeff" if self._text.startswith("\ufeff") else ""
        self._text = self._text.removeprefix("\ufeff")
        ends = list(_LINE_END.finditer(self._text))
        self._lines = [0, *(match.end() for match in ends)]
        self._line_end = ends[0][0] if ends else "\n"
        self._offsets = sorted({self._offset(pointer) for pointer in document.places})
        self._edits: list[tuple[int, int, str]] = []

    def _offset(self, pointer: Pointer) -> int:
        line, column = self._document.place(pointer)
        return self._lines[line - 1] + column - 1

    def renumber(self, pointer: Pointer, old: str, new: str, whole: bool) -> None:
        """Replace a citation: the whole scalar at `pointer`, or ``[[old]]`` in the text there."""
        start = self._offset(pointer)
        following = bisect_right(self._offsets, start)
        end = self._offsets[following] if following < len(self._offsets) else len(self._text)
        words = r"\s+".join(re.escape(word) for word in old.split())
        pattern = rf"[\"']?({words})(?![\w.])" if whole else rf"\[\[\s*({words})\s*\]\]"
        for match in re.compile(pattern).finditer(self._text, start, end):
            if whole and match.start() != start:
                break
            self._edits.append((match.start(1), match.end(1), new))
        self._set(pointer, lambda text: new if whole else _cited(text, old, new))

    def set_edition(self, entry: Pointer, ruleset: str, edition: str) -> None:
        """Write which edition the entry was checked against."""
        start = self._offset((*entry, "checked_against", ruleset))
        match = _SCALAR.match(self._text, start)
        if match:
            self._edits.append((start, start + len(match[0].rstrip()), f'"{edition}"'))
        self._set((*entry, "checked_against", ruleset), lambda _: edition)

    def number_in(self, entry: Pointer, wanted: dict[str, str]) -> None:
        """Write `numbered_in` of the entry; an empty one is taken out."""
        data = _at(self._document.data, entry)
        written = "{" + ", ".join(f'{key}: "{name}"' for key, name in wanted.items()) + "}"
        if "numbered_in" in data:
            self._replace_numbered_in(entry, f"numbered_in: {written}" if wanted else "")
        elif wanted:
            key = self._key(entry, "checked_against")
            before = self._text[self._line_of(key) : key]
            gap = ", " if before.strip(" -") else self._line_end + " " * len(before)
            self._edits.append((key, key, f"numbered_in: {written}{gap}"))
        data.pop("numbered_in", None)
        if wanted:
            data["numbered_in"] = dict(wanted)

    def _replace_numbered_in(self, entry: Pointer, text: str) -> None:
        """Ours stands on one line; anything else is left for the final reading to refuse."""
        start = self._key(entry, "numbered_in")
        end = self._text.find("}", start) + 1
        if not text:
            end += len(self._text[end:]) - len(self._text[end:].lstrip(" ,\r\n"))
        self._edits.append((start, end, text))

    def _key(self, entry: Pointer, key: str) -> int:
        value = self._offset((*entry, key))
        return self._text.rindex(key, self._offset(entry), value)

    def _line_of(self, offset: int) -> int:
        return self._lines[bisect_right(self._lines, offset) - 1]

    def mark(self, entry: Pointer, notes: Iterable[str]) -> None:
        """Put comments ``# review (…)`` above an entry, instead of those that stand there."""
        start = self._offset(entry)
        line = self._line_of(start)
        before = self._text[line:start]
        if before.strip(" -"):
            return  # an entry inside a line of others has no place for a comment
        indent = before[: len(before) - len(before.lstrip())]
        first = line
        while (match := self._review_before(first)) is not None:
            first = match
        comments = "".join(f"{indent}# review ({note}{self._line_end}" for note in notes)
        if comments != self._text[first:line]:
            self._edits.append((first, line, comments))

    def _review_before(self, line: int) -> int | None:
        above = self._line_of(line - 1) if line else 0
        return above if line and _REVIEW.fullmatch(self._text, above, line) else None

    def _set(self, pointer: Pointer, change: Any) -> None:
        above = _at(self._document.data, pointer[:-1])
        above[pointer[-1]] = change(above[pointer[-1]])

    def save(self) -> bool:
        """Replace the file in one step; False where nothing changes.

        RulingsError where the new text would not hold exactly the wanted data.
        """
        text = self._text
        for start, end, new in sorted(set(self._edits), reverse=True):
            text = text[:start] + new + text[end:]
        content = (self._mark + text).encode("utf-8")
        if not self._holds_what_is_wanted(content):
            raise RulingsError(f"{self._path}: cannot be mended at its place; edit it by hand")
        if text == self._text:
            return False
        with alone_in(self._path.parent):
            if read(self._path, LARGEST_FILE) != self._read:
                raise RulingsError(f"{self._path}: was edited meanwhile; run it again")
            save(self._path, content, inside=self._path.parent)
        return True

    def _holds_what_is_wanted(self, content: bytes) -> bool:
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "mended.yaml"
                path.write_bytes(content)
                again = read_document(path)
        except OSError as error:
            raise unwritable(error.filename or "the folder for temporary files", error) from error
        return not again.problems and bool(again.data == self._document.data)


def _cited(text: str, old: str, new: str) -> str:
    words = r"\s+".join(re.escape(word) for word in old.split())
    return re.sub(rf"(\[\[\s*){words}(\s*\]\])", lambda match: match[1] + new + match[2], text)


def _at(data: Any, pointer: Pointer) -> Any:
    for step in pointer:
        data = data[step]
    return data
