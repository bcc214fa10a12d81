"""The YAML reader: data with the position of each value; duplicate keys and aliases are refused.

Scalars stay strings (``1.10`` is not 1.1, ``no`` is not False); the model gives them types.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from rulings.disk.files import InputError
from rulings.reading.book_files import Pointer, content_or_error
from rulings.reading.problems import Fault, Problem

DEEPEST_NESTING = 40
MOST_VALUES = 150_000
"""Values in one file; they are checked within about three seconds and 200 MB."""
MOST_KEPT = 200
"""Files whose parsed data is kept."""
_TOO_DEEP = f"nested more than {DEEPEST_NESTING} deep; flatten it"
_COMMENT = re.compile(r" (#[^\s#]\S*)")
"""A comment that was not meant as one: a space stands before the # alone."""
_CONFLICT = re.compile(r"^<{7}(?!<)", re.MULTILINE)
_OF_GIT, _MARKS = "an unresolved conflict of git; keep both parts", "<<<<<<<, ======= and >>>>>>>"
_OF_ENTRIES = "each entry whole below its own `- id:`"
_OF_PHRASINGS = "the lists of one entry joined"
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NULLS = ("", "~", "null")


@dataclass(slots=True)
class Document:
    """One YAML file: its `data` (dicts, lists, strings, None), the positions of values, problems.

    - `ambiguous`: the pointers (two steps) of items with a duplicate key, whose first value counts,
      or with a text that YAML cuts.
    - `language`: that of its book, for examples.
    """

    path: str
    data: Any = None
    positions: dict[Pointer, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    ambiguous: set[Pointer] = field(default_factory=set)
    language: str = "en"

    def position(self, pointer: Pointer) -> tuple[int, int]:
        """Line and column of a value, or of the nearest value around it that exists."""
        while pointer and pointer not in self.positions:
            pointer = pointer[:-1]
        return self.positions.get(pointer, (1, 1))

    def problem(self, fault: Fault) -> Problem:
        """A fault at its place in this document."""
        pointer, message, fix, code = fault
        fix = fix and fix._replace(pointer=pointer)
        return Problem(self.path, *self.position(pointer), code, message, fix=fix)

    def add_problem(self, pointer: Pointer, code: str, message: str) -> None:
        """Add a problem at a value of this document."""
        self.problems.append(self.problem(Fault(pointer, message, code=code)))


def read_document(path: Path) -> Document:
    """Read one file; its faults are its `problems`, nothing is raised."""
    return parse_document(content_or_error(str(path)), str(path))


def parse_document(content: bytes | InputError, name: str) -> Document:
    """The document of a file's content, or of the reason why it cannot be read.

    The last documents are kept, so that a program that follows the edits of a book parses only the
    files that changed. So nobody may change the `data` of a document.
    """
    if isinstance(content, InputError):
        code, hint = ("B002", "; split it") if content.too_large else ("B001", "")
        return Document(name, problems=[Problem(name, 0, 0, code, f"{content.reason}{hint}")])
    kept = _parsed(content, name)
    return replace(kept, problems=[*kept.problems])


@lru_cache(maxsize=MOST_KEPT)
def _parsed(content: bytes, name: str) -> Document:
    document = Document(name)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = content[: error.start].decode("utf-8", "replace").split("\n")
        message = "not UTF-8 from here on; save the file as UTF-8"
        document.problems.append(Problem(name, len(lines), len(lines[-1]) + 1, "B004", message))
    else:
        if conflict := _CONFLICT.search(text):
            line = text.count("\n", 0, conflict.start()) + 1
            how = _OF_PHRASINGS if "\nasked:" in f"\n{text}" else _OF_ENTRIES
            message = f"{_OF_GIT}, {how}, and remove {_MARKS}"
            document.problems.append(Problem(name, line, 1, "B005", message))
        else:
            _Composer(text, document).compose()
    return document


def _start(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


class _Composer:
    """Builds plain data from YAML events and remembers where each value began."""

    def __init__(self, text: str, document: Document) -> None:
        self._document = document
        self._text = text
        self._lines = [*text.splitlines(), ""]  # YAML refuses other line ends
        self._cut: list[Problem] = []
        self._may_be_cut = bool(_COMMENT.search(text))
        self._events = iter(_LOADER(text).get_event, None)

    def compose(self) -> None:
        data = None
        try:
            for event in self._events:
                if isinstance(event, yaml.DocumentStartEvent):
                    if data is not None:
                        message = "second YAML document in one file; use one"
                        raise _RefusedError(event, "B006", message)
                    data = self._value(next(self._events), ())
            self._document.data = data
            self._document.problems += self._cut
        except _RefusedError as error:
            self._add_problem(*error.args)
        except yaml.MarkedYAMLError as error:
            self._syntax(error)
        except yaml.reader.ReaderError as error:
            message = f"character #x{error.character:04x} is not allowed in YAML; remove it"
            before = f"{self._text.partition(chr(error.character))[0]}|".splitlines()
            place = len(before), len(before[-1])
            self._document.problems.append(Problem(self._document.path, *place, "B005", message))

    def _syntax(self, error: yaml.MarkedYAMLError) -> None:
        from rulings.reading.yaml_errors import Mark, explain  # only for what is not YAML

        began, stopped = error.context_mark, error.problem_mark or error.context_mark
        line, column, message = explain(
            self._text,
            Mark(stopped.line + 1, stopped.column + 1) if stopped else Mark(1, 1),
            Mark(began.line + 1, began.column + 1, error.context or "") if began else Mark(0, 0),
            error.problem or "it cannot be read",
        )
        deep = "nesting depth" in (error.problem or "")  # libyaml refuses 1,000 brackets in a row
        code, message = ("B008", _TOO_DEEP) if deep else ("B005", message)
        self._document.problems.append(Problem(self._document.path, line, column, code, message))

    def _add_problem(self, event: yaml.Event, code: str, message: str) -> None:
        self._document.problems.append(Problem(self._document.path, *_start(event), code, message))

    def _value(self, event: yaml.Event, pointer: Pointer) -> Any:
        self._document.positions[pointer] = _start(event)
        if len(self._document.positions) > MOST_VALUES:
            raise _RefusedError(event, "B002", f"more than {MOST_VALUES:,} values; split the file")
        if len(pointer) > DEEPEST_NESTING:
            raise _RefusedError(event, "B008", _TOO_DEEP)
        if isinstance(event, yaml.AliasEvent):
            raise _RefusedError(event, "B007", f"alias *{event.anchor}; write the text out instead")
        self._refuse_mark(event)
        if isinstance(event, yaml.ScalarEvent):
            if self._may_be_cut:
                self._note_comment(event, pointer)
            return None if event.implicit[0] and event.value.lower() in _NULLS else event.value
        if not isinstance(event, yaml.SequenceStartEvent):
            return self._mapping(pointer)
        items: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*pointer, len(items))))
        return items

    def _refuse_mark(self, event: yaml.Event) -> None:
        """YAML does not count a word that begins with ! or & as text: it would be lost."""
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            line, column = _start(event)
            rest = self._lines[line - 1][column - 1 :]
            word = rest.split(maxsplit=1)[0][:40]
            message = f"YAML drops the word {word!r}; put the text in quotes"
            raise _RefusedError(event, "B007", message)

    def _note_comment(self, event: yaml.ScalarEvent, pointer: Pointer) -> None:
        """YAML takes ` #2 and on` behind a text without quotes for a comment: it would be lost."""
        if not (event.implicit[0] and event.value and (end := event.end_mark)):
            return
        rest = self._lines[end.line][end.column :]
        comment = rest.lstrip(" ")
        if comment != rest and (match := _COMMENT.match(f" {comment}")):
            place = end.line + 1, end.column + len(rest) - len(comment) + 1
            message = f"YAML drops the text from {match[1][:40]!r} on; put it all in quotes"
            self._cut.append(Problem(self._document.path, *place, "B007", message))
            self._document.ambiguous.add(pointer[:2])

    def _mapping(self, pointer: Pointer) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        repeated: set[str] = set()
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise _RefusedError(event, "B009", "a key must be a plain word")
            self._refuse_mark(event)
            key = event.value
            if key in mapping:
                line = self._document.positions[(*pointer, key)][0]
                message = f"duplicate key {key[:80]!r}; first at line {line}; remove one of the two"
                if pointer[:1] == ("asked",):
                    message += ", with its phrasings joined to those of the other"
                elif key == "id":
                    message += ", or begin a new entry with `- ` before its id"
                elif "id" in mapping:
                    message += ", or begin a new entry with `- id:` above it"
                if "id" not in repeated:  # the keys behind it are those of that entry
                    self._add_problem(event, "B010", message)
                repeated.add(key)
                self._document.ambiguous.add(pointer[:2])
                again = f"{key} (again: {len(self._document.positions)})"
                self._value(next(self._events), (*pointer, again))
                continue
            mapping[key] = self._value(next(self._events), (*pointer, key))
            if mapping[key] is None:
                self._document.positions[(*pointer, key)] = _start(event)
        return mapping


class _RefusedError(Exception):
    """Ends the reading of a document: the event where, the code of the fault, and its message."""
