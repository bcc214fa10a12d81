"""The log of an event: what was asked at it, what was shown, what was opened. JSON lines, a plain
file of the user's data folder; nothing leaves the machine.
"""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from rulings.disk.changes import alone_in, append
from rulings.disk.files import read as read_file
from rulings.disk.files import save
from rulings.errors import RulingsError
from rulings.lookup.event import Event
from rulings.user_folders import folder_of_user
from rulings_cli.terminal.output import warn
from rulings_index.weights import LONGEST_QUERY

LARGEST = 16 * 1024 * 1024
_TEXTS, _LISTS = ("at", "command", "asked", "certainty"), ("shown", "opened")
_MOST_IDS = 20


class Line(NamedTuple):
    """One line of a log: when, which command, the question, how sure the answer was, and the ids
    of what was shown and opened. `number` counts the lines from 1.
    """

    number: int
    at: str
    command: str
    asked: str
    certainty: str
    shown: tuple[str, ...]
    opened: tuple[str, ...]

    @property
    def is_question(self) -> bool:
        """Whether something was asked, rather than looked up by its id or name."""
        return bool(self.asked and self.certainty)

    @property
    def unanswered(self) -> bool:
        """Whether a question got no answer."""
        return self.certainty == "none"


def place(event: Event) -> Path:
    """Where the log of an event is kept."""
    name = re.sub(r"[^\w-]+", "-", event.name)[:40]
    checksum = zlib.crc32(event.name.encode(errors="replace"))
    return Path(folder_of_user("data")) / "logs" / f"{name}-{checksum:08x}.jsonl"


def note(event: Event, command: str, asked: str, certainty: str = "", **ids: Iterable[str]) -> None:
    """Add a line to the log of an event; `ids` are those `shown` and those `opened`. If it cannot
    be written, a line on standard error says so, and the command goes on.
    """
    at = time.strftime("%Y-%m-%dT%H:%M:%S")
    texts = (at, command, asked[:LONGEST_QUERY], certainty)
    line: dict[str, Any] = dict(zip(_TEXTS, texts, strict=True))
    line |= {key: list(ids.get(key, ()))[:_MOST_IDS] for key in _LISTS}
    path = place(event)
    content = json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n"
    try:
        append(path, content, LARGEST)
    except OSError as error:
        reason = error.strerror or error
        warn(f"{path}: the log is not written ({reason}); `rulings log --forget` begins a new one")


def read(event: Event) -> list[Line]:
    """The log of an event, without lines that cannot be read. RulingsError where it is no file."""
    lines = (_line(number, content) for number, content in enumerate(_lines(place(event)), 1))
    return [line for line in lines if line]


def forget(event: Event, number: int | None) -> None:
    """Take a line out of the log of an event; without its `number` all of them."""
    path = place(event)
    if not path.exists():
        return
    with alone_in(path.parent):
        lines = _lines(path) if number else []
        kept = [line for other, line in enumerate(lines, 1) if other != number]
        save(path, b"".join(kept), inside=path.parent)


def chosen(lines: Iterable[Line], number: int | None) -> Line:
    """The question of a number, or the last one; RulingsError where there is none."""
    for line in reversed(list(lines)):
        if line.is_question and number in (None, line.number):
            return line
    which = "no question" if number is None else f"no question with the number {number}"
    raise RulingsError(f"the log holds {which}; `rulings log` lists them")


def _lines(path: Path) -> list[bytes]:
    """The lines of a log; nothing but a line feed ends one, whatever somebody asked."""
    return BytesIO(read_file(path, LARGEST) or b"").readlines()


def _line(number: int, content: bytes) -> Line | None:
    try:
        stored: Any = json.loads(content.decode(errors="replace"))
        at, command, asked, certainty = (str(stored[key]) for key in _TEXTS)
        shown, opened = (tuple(map(str, stored[key])) for key in _LISTS)
        return Line(number, at, command, asked, certainty, shown, opened)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
