"""Rewriting citations in YAML files exactly where they stand.

The reader knows line and column of every value, so only the characters of a number change:
comments, quotes, line breaks and the order of keys stay as their author left them. (A library
that reads and writes YAML again keeps comments but folds long lines and drops quotes.) The new
text is read again before it replaces the old one; where its data is not exactly what was wanted,
the file is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulings.disk.inputs import LARGEST_FILE, read_input
from rulings.disk.several import Change
from rulings.editing.editor import (
    Edit,
    edited,
    line_end_of,
    line_starts,
    mark_and_text,
    refuse_unless,
)
from rulings.errors import RulingsError
from rulings.reading.yaml_reader import Pointer, parse_document

_SCALAR = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s,\[\]{}#][^\n,\[\]{}#]*")
_REVIEW = re.compile(r"[ \t]*# review \([^\n]*(?:\r\n|\n|\r)")


class Rewriting:
    """The changes to one file, which holds `before`; nothing is written here."""

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        """`content` is what the file will hold after other changes, if there are any.

        RulingsError where that is not valid YAML.
        """
        self._path = path
        self.before = read_input(path, LARGEST_FILE) if content is None else content
        document = parse_document(self.before, str(path))
        if document.problems:
            raise RulingsError(f"{document.problems[0]}; correct it first")
        self._document = replace(document, data=deepcopy(document.data))
        self._mark, self._text = mark_and_text(self.before)
        self._lines = line_starts(self._text)
        self._line_end = line_end_of(self._text)
        self._offsets = sorted({self._offset(pointer) for pointer in document.places})
        self._edits: list[Edit] = []

    def _offset(self, pointer: Pointer) -> int:
        line, column = self._document.place(pointer)
        return self._lines[line - 1] + column - 1

    def renumber(self, pointer: Pointer, old: str, new: str, whole: bool) -> None:
        """Replace a citation: the whole scalar at `pointer`, or ``[[old]]`` in the text there."""
        start = self._offset(pointer)
        following = bisect_right(self._offsets, start)
        end = self._offsets[following] if following < len(self._offsets) else len(self._text)
        for match in _pattern(old, whole).finditer(self._text, start, end):
            if whole and match.start() != start:
                break
            self._edits += _words_changed(match, new)
        self._set(pointer, lambda text: new if whole else _cited(text, old, new))

    def set_edition(self, entry: Pointer, ruleset: str, edition: str) -> None:
        """Write which edition the entry was checked against."""
        pointer = (*entry, "checked_against", ruleset)
        self._edits.append((self._offset(pointer), self._end_of_scalar(pointer), f'"{edition}"'))
        self._set(pointer, lambda _: edition)

    def number_in(self, entry: Pointer, wanted: dict[str, str]) -> None:
        """Write `numbered_in` of the entry; an empty one is removed."""
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
        """We write it on one line; where anything else stands, `content` refuses the result."""
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

    def rename_key(self, pointer: Pointer, new: str) -> None:
        """Give the key of the value at `pointer` another name; nothing below it changes after."""
        *above, old = pointer
        data = _at(self._document.data, tuple(above))
        start = self._offset(pointer) if data[old] is None else self._key(tuple(above), str(old))
        self._edits.append((start, start + len(str(old)), new))
        data[new] = data.pop(old)

    def add_to_list(self, entry: Pointer, key: str, value: str) -> None:
        """Add a plain value to a list of an entry; a new list comes behind the entry's id."""
        data = _at(self._document.data, entry)
        if data.get(key):
            self._insert_before_first((*entry, key), value)
        else:
            self._insert_key(entry, f"{key}: [{value}]")
        data[key] = [value, *(data.get(key) or ())]

    def add_alias(self, entry: Pointer, name: str) -> None:
        """Add a name to the aliases of a game or ruleset, unless it is there."""
        aliases = _at(self._document.data, entry).get("aliases") or {}
        language = next((code for code, listed in aliases.items() if listed), "")
        if name in aliases.get(language, ()):
            return
        if language:
            self.add_to_list((*entry, "aliases"), language, name)
        else:
            self._insert_key(entry, f"aliases: {{en: [{name}]}}")
            _at(self._document.data, entry)["aliases"] = {"en": [name]}

    def _end_of_scalar(self, pointer: Pointer) -> int:
        start = self._offset(pointer)
        match = _SCALAR.match(self._text, start)
        return start + len(match[0].rstrip()) if match else start

    def _insert_before_first(self, pointer: Pointer, value: str) -> None:
        first = self._offset((*pointer, 0))
        before = self._text[self._line_of(first) : first]
        gap = f"{self._line_end}{before}" if before.strip() == "-" else ", "
        self._edits.append((first, first, f"{value}{gap}"))

    def _insert_key(self, entry: Pointer, text: str) -> None:
        """Put a key with its value behind the id of an entry."""
        after = self._end_of_scalar((*entry, "id"))
        if self._text[self._offset(entry)] == "{":
            self._edits.append((after, after, f", {text}"))
            return
        key = self._key(entry, "id")
        column = key - self._line_of(key)
        following = bisect_right(self._lines, after)
        if following < len(self._lines):
            end = self._lines[following]
            self._edits.append((end, end, f"{' ' * column}{text}{self._line_end}"))
        else:
            end = len(self._text)
            self._edits.append((end, end, f"{self._line_end}{' ' * column}{text}"))

    def set_word(self, entry: Pointer, key: str, value: str) -> None:
        """Give a key of an entry a plain word as its value; a new key comes behind the id."""
        data = _at(self._document.data, entry)
        if data.get(key):
            self.renumber((*entry, key), data[key], value, whole=True)
        else:
            self._insert_key(entry, f"{key}: {value}")
            data[key] = value

    def remove_line(self, entry: Pointer, key: str) -> None:
        """Remove a key of an entry, which stands on one line with its value."""
        data = _at(self._document.data, entry)
        start = self._line_of(self._key(entry, key))
        self._edits.append((start, self._lines[bisect_right(self._lines, start)], ""))
        del data[key]

    def change(self) -> Change:
        """What the file held and will hold; RulingsError as `content`."""
        return Change(self.before, self.content())

    def content(self) -> bytes:
        """What the file will hold.

        RulingsError where that would not be exactly the wanted data.
        """
        content = (self._mark + edited(self._text, self._edits)).encode()
        refuse_unless(content, self._path, self._document.data)
        return content


def _pattern(old: str, whole: bool) -> re.Pattern[str]:
    """Finds an id, a group for each of its words; a line may end between them."""
    words = r"\s+".join(f"({re.escape(word)})" for word in old.split())
    if whole:
        return re.compile(rf"[\"']?{words}(?![\w.])")
    return re.compile(rf"\[\[\s*{words}\s*\]\]")


def _words_changed(match: re.Match[str], new: str) -> list[Edit]:
    """The edits of the words that differ, so that line breaks between words stay."""
    words, count = new.split(), len(match.groups())
    if len(words) != count:
        return [(match.start(1), match.end(count), new)]
    return [
        (*match.span(number), word) for number, word in enumerate(words, 1) if word != match[number]
    ]


def _cited(text: str, old: str, new: str) -> str:
    found = _pattern(old, False).finditer(text)
    return edited(text, (edit for match in found for edit in _words_changed(match, new)))


def _at(data: Any, pointer: Pointer) -> Any:
    for step in pointer:
        data = data[step]
    return data
