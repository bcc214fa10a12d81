"""Changing a YAML file of a book as text: comments, quotes, line breaks and the order of keys stay.

The reader knows line and column of every value, so only the characters that must change do. (A
library that reads and writes YAML again keeps comments but rejoins lists and folds long lines.)
`changes_that_fix` fixes faults that have one right fix. Nothing is written here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from itertools import islice, pairwise
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from rulings.disk.changes import FileChange
from rulings.disk.files import content_of, real_path
from rulings.editing import emitter
from rulings.errors import RulingsError
from rulings.reading.book_files import Pointer
from rulings.reading.problems import Fix, Problem
from rulings.reading.yaml_reader import parse_document

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""The line ends that YAML knows."""
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", re.DOTALL)
_COMMENT = re.compile(r"[ \t]*#")
_EMPTY = re.compile(r": *(?:\[ *\]|\{ *\})")

_BEFORE_ITEM = re.compile(r" *- +")
_BEFORE_KEY = re.compile(r" *[\"']?")
_CITATION = re.compile(r"\[\[(.*)\]\]", re.DOTALL)


class Editor:
    """The changes to one file.

    Every method changes `data`, and notes how the text must change for it. RulingsError if a place
    cannot be edited; by `content` if the text would not be read as `data`. All pointers are those
    of the file before the changes: keys are renamed, and items removed, after all else.
    """

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        """`content` is what the file holds; else it is read. RulingsError where it is no YAML."""
        real = real_path(path, inside=path.parent)
        content = content_of(real) if content is None else content
        self.path, self.before = path, content
        self.document = parse_document(content, str(path))
        if self.document.data is None and self.document.problems:
            raise RulingsError(f"{self.document.problems[0]}; correct it first")
        if not isinstance(self.document.data or {}, dict):
            raise RulingsError(f"{path}: holds no keys such as `rulings:`; correct it first")
        self.data: dict[str, Any] = deepcopy(self.document.data) or {}
        text = content.decode()
        self._text = text.removeprefix("\ufeff")
        self._mark = text[: len(text) - len(self._text)]
        ends = (match.end() for match in _LINE_END.finditer(self._text))
        self._starts = list(dict.fromkeys([0, *ends, len(self._text)]))
        self._rows = [self._text[start:end] for start, end in pairwise(self._starts)]
        end = _LINE_END.search(self._text)
        self._line_end = end[0] if end else "\n"
        self._edits: list[tuple[int, int, str]] = []  # start, end, new text

    def content(self) -> bytes:
        """What the file will hold; RulingsError where that is not exactly the intended data."""
        text = self._text
        for start, end, new in sorted(set(self._edits), reverse=True):
            text = text[:start] + new + text[end:]
        content = f"{self._mark}{text}".encode()
        again = parse_document(content, str(self.path))
        same_faults = len(again.problems) == len(self.document.problems)
        if not same_faults or (again.data or {}) != self.data:
            raise RulingsError(f"{self.path}: cannot be changed at its place; edit it by hand")
        return content

    def value(self, pointer: Pointer) -> Any:
        """What stands there after the changes so far."""
        return _at(self.data, pointer)

    # Texts and keys

    def replace(self, pointer: Pointer, new: Any) -> None:
        """Put other plain data in place of a word or text; a word keeps its quotes."""
        old, start = _at(self.document.data, pointer), self._offset(pointer)
        quoted = _QUOTED.match(self._text, start)
        place = start + (quoted is not None), start + (quoted is not None) + len(str(old))
        is_plain = bool(old) and self._text[slice(*place)] == old
        if not (isinstance(old, str) and (quoted or is_plain)):
            raise self._refusal(start)
        if is_plain and isinstance(new, str) and emitter.scalar(new) == new:
            self._edits.append((*place, new))
        else:
            self._edits.append((*(quoted.span() if quoted else place), emitter.flow(new)))
        self._set(pointer, deepcopy(new))

    def replace_citations(self, pointer: Pointer, new: Mapping[str, str]) -> None:
        """Replace ids between brackets in a text, all at once; `new` has the new id of each."""
        parts = (map(re.escape, old.split()) for old in new)
        words = "|".join(map(r"\s+".join, parts))  # a line may end between them
        cited = re.compile(rf"(\[\[\s*)({words})(?=\s*\]\])")
        count = len(cited.findall(_at(self.document.data, pointer)))

        def renamed(match: re.Match[str]) -> str:
            space = re.search(r"\s+", match[2])
            written = new[" ".join(match[2].split())]
            return written.replace(" ", space[0]) if space else written

        for match in islice(cited.finditer(self._text, self._offset(pointer)), count):
            self._edits.append((*match.span(2), renamed(match)))
        text = _at(self.data, pointer)
        self._set(pointer, cited.sub(lambda match: f"{match[1]}{renamed(match)}", text))

    def rename_keys(self, pointer: Pointer, new: Mapping[str, str]) -> None:
        """Give keys of the mapping at `pointer` other names, all at once."""
        for old, name in new.items():
            start = self._key_offset((*pointer, old))
            self._edits.append((start, start + len(old), name))
        mapping = _at(self.data, pointer)
        self._set(pointer, {new.get(key, key): value for key, value in mapping.items()})

    def set_edition(self, entry: Pointer, ruleset: str, name: str) -> None:
        """Note under ``checked_against`` of an entry which edition of a ruleset was read."""
        key = "checked_against"
        if ruleset in (self.value(entry).get(key) or {}):
            self.replace((*entry, key, ruleset), name)
        else:
            self.add_first(entry, key, {ruleset: name})

    def add_first(self, entry: Pointer, key: str, new: list[str] | dict[str, str]) -> None:
        """Add at the front of a list or mapping of an entry; without one, after its id."""
        there = self.value(entry).get(key)
        both = [*new, *(there or ())] if isinstance(new, list) else (there or {}) | new
        if of_file := _at(self.document.data, entry).get(key):
            is_list = isinstance(new, list)
            first = (*entry, key, 0 if is_list else next(iter(of_file)))
            start = self._offset(first) if is_list else self._key_offset(first)
            before = self._text[self._starts[self._row_of(start)] : start]
            gap = f"{self._line_end}{before}" if before.strip() in ("", "-") else ", "
            self._edits.append((start, start, f"{emitter.flow(new)[1:-1]}{gap}"))
        else:
            without = self._new_key(entry, key, there)  # it may have been added already
            edits = [each for each in self._edits if each != without]
            self._edits = [*edits, self._new_key(entry, key, both)]
        self._set((*entry, key), both)

    def _new_key(self, entry: Pointer, key: str, value: Any) -> tuple[int, int, str]:
        """Writes a key with its value behind the id of an entry, or first in a file."""
        keys = [*_at(self.document.data, entry)]
        behind = keys.index("id") + 1 if entry else 0
        start = self._key_offset((*entry, [*keys[behind:], "id"][0]))
        indent = self._text[self._starts[self._row_of(start)] : start]
        gap = ", " if indent.strip(" -") else self._line_end + " " * len(indent)
        return start, start, f"{key}: {emitter.flow(value)}{gap}"

    # Items and their comments

    def append(self, key: str, items: str) -> None:
        """Add items to the end of the list or mapping `key`, which is added if missing."""
        text, depth = dedent(items), 2
        added = _parsed(key, text)
        there = self.data.get(key)
        is_list = isinstance(added, list)
        gap = self._line_end if is_list else ""
        if there and not isinstance(there, list | dict):
            raise self._refusal(self._offset((key,)))
        if there:
            last = len(there) - 1 if isinstance(there, list) else next(reversed(there))
            _, row, depth = self._rows_of((key, last))
        elif key in self.data:
            row = self._row_of(self._offset((key,)))
            if empty := _EMPTY.search(self._rows[row]):
                start = self._starts[row]
                self._edits.append((start + empty.start(), start + empty.end(), ":"))
            row, gap = self._end_of(row, 0), ""
        else:
            row, gap = len(self._rows), f"{self._line_end if self._rows else ''}{key}:\n"
        written = gap + indent(text, " " * depth)
        ended = not self._rows or row < len(self._rows) or _LINE_END.search(self._rows[-1][-1:])
        written = ("" if ended else "\n") + written
        place = self._starts[row]
        self._edits.append((place, place, re.sub("\r?\n", lambda _: self._line_end, written)))
        self.data[key] = [*(there or ()), *added] if is_list else (there or {}) | added

    def replace_item(self, pointer: Pointer, item: str) -> None:
        """Put an item in place of one of a list or mapping of the file."""
        row, end, depth = self._rows_of(pointer)
        text = dedent(item)
        written = indent(text, " " * depth).replace("\n", self._line_end)
        self._edits.append((self._starts[row], self._starts[end], written))
        key, at = pointer
        data = _parsed(str(key), text)
        self._set(pointer, data[0] if isinstance(data, list) else data[at])

    def remove_item(self, pointer: Pointer) -> str:
        """Remove an item of a list, with the comments right above it; returns its lines."""
        first, end, depth = self._rows_of(pointer)
        while first and _COMMENT.match(self._rows[first - 1]):
            first -= 1
        cut = re.compile(rf"\A {{0,{depth}}}")
        lines = [cut.sub("", row.rstrip("\r\n"), count=1) for row in self._rows[first:end]]
        if end < len(self._rows):
            end += not self._rows[end].strip()  # the empty line between it and the next
        else:
            while first and not self._rows[first - 1].strip():
                first -= 1
        self._edits.append((self._starts[first], self._starts[end], ""))
        listed = _at(self.data, pointer[:-1])
        del listed[pointer[-1]]
        self._set(pointer[:-1], listed or None)
        return "\n".join(lines) + "\n"

    # Where things stand

    def _set(self, pointer: Pointer, value: Any) -> None:
        _at(self.data, pointer[:-1])[pointer[-1]] = value

    def _offset(self, pointer: Pointer) -> int:
        line, column = self.document.position(pointer)
        return self._starts[line - 1] + column - 1

    def _row_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset, 1, max(1, len(self._rows))) - 1

    def _key_offset(self, pointer: Pointer) -> int:
        """Where the key of a value begins, without its quotes."""
        value, key = self._offset(pointer), re.escape(str(pointer[-1]))
        if _at(self.document.data, pointer) is None:
            return value + (self._text[value] in "\"'")
        start = max(0, value - 400)
        before = re.compile(rf"(?<![\w-]){key}(?=[\"']?\s*:\s*(?:#[^\n]*\s*)?\Z)")
        if match := before.search(self._text[start:value]):
            return start + match.start()
        raise self._refusal(value)

    def _rows_of(self, pointer: Pointer) -> tuple[int, int, int]:
        """The first row of an item, the row after it, its indent; RulingsError if it shares one."""
        is_listed = isinstance(pointer[-1], int)
        start = self._offset(pointer) if is_listed else self._key_offset(pointer)
        row = self._row_of(start)
        before = self._text[self._starts[row] : start]
        starts = _BEFORE_ITEM.fullmatch(before) if is_listed else _BEFORE_KEY.fullmatch(before)
        if not starts:
            raise self._refusal(start, "stands on a line with others")
        depth = len(before) - len(before.lstrip(" "))
        return row, self._end_of(row, depth), depth

    def _end_of(self, row: int, depth: int) -> int:
        """The row after the block of a row: the rows below it that are indented more."""
        end = last = row + 1
        while end < len(self._rows):
            text = self._rows[end]
            end += 1
            if text.strip() and len(text) - len(text.lstrip(" ")) > depth:
                last = end
            elif text.strip() and not _COMMENT.match(text):
                break
        return last

    def _refusal(self, offset: int, reason: str = "cannot be changed at its place") -> RulingsError:
        return RulingsError(f"{self.path}:{self._row_of(offset) + 1}: {reason}; edit it by hand")


def _at(data: Any, pointer: Iterable[str | int]) -> Any:
    for step in pointer:
        data = data[step]
    return data


def _parsed(key: str, text: str) -> Any:
    """What lines mean below a key."""
    return parse_document(f"{key}:\n{indent(text, '  ')}".encode(), "").data[key]


def changes_that_fix(problems: Iterable[Problem]) -> dict[Path, FileChange]:
    """The changes that fix each problem with a fix, by file that can be edited."""
    by_path: dict[Path, list[Fix]] = {}
    for problem in problems:
        if problem.fix:
            by_path.setdefault(Path(problem.path), []).append(problem.fix)
    changes = {}
    for path, fixes in by_path.items():
        with suppress(RulingsError):  # a file that cannot be edited is left to a person
            editor = Editor(path)
            for fix in fixes:
                with suppress(RulingsError):  # the same for a single place
                    _make_fix(editor, fix)
            if (after := editor.content()) != editor.before:
                changes[path] = FileChange(editor.before, after)
    return changes


def _make_fix(editor: Editor, fix: Fix) -> None:
    """Make a fix, if its place still holds what it is for."""
    if fix.pointer not in editor.document.positions:
        return
    if isinstance(fix.new, str) and (old := _CITATION.fullmatch(fix.old)):
        editor.replace_citations(fix.pointer, {old[1]: fix.new[2:-2]})
    elif editor.value(fix.pointer) == fix.old:
        editor.replace(fix.pointer, fix.new)
