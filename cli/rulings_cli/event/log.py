"""The log of an event: what was asked at it, what was shown, what was opened. JSON lines, a plain
file of the user's data folder; nothing leaves the machine.
"""

import json
import re
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from rulings.disk.changes import append, locked_folder
from rulings.disk.files import content_of, remedy_of, save
from rulings.errors import RulingsError
from rulings.lookup.event import Event
from rulings.user_folders import folder_of_user
from rulings_cli.terminal.output import warn
from rulings_index.weights import LONGEST_QUERY


class LogLine(NamedTuple):
    """One line of a log, numbered from 1; its `certainty` is empty if nothing was asked."""

    number: int
    at: str
    command: str
    asked: str
    certainty: str
    shown: list[str]
    opened: list[str]


def each_once(lines: Iterable[LogLine]) -> list[tuple[LogLine, int]]:
    """The last line of each question, and how often it was asked; in the order of those lines."""
    by_question: dict[str, list[LogLine]] = {}
    for line in lines:
        asked = " ".join(line.asked.casefold().split())
        by_question[asked] = [*by_question.pop(asked, ()), line]
    return [(same[-1], len(same)) for same in by_question.values()]


def place(event: Event) -> Path:
    """Where the log of an event is kept."""
    name = re.sub(r"[^\w-]+", "-", event.name)[:40]
    checksum = zlib.crc32(event.name.encode(errors="replace"))
    return Path(folder_of_user("data")) / "logs" / f"{name}-{checksum:08x}.jsonl"


def add(event: Event, command: str, asked: str, certainty: str = "", **ids: Iterable[str]) -> None:
    """Add a line to the log of an event, or warn that it cannot be written."""
    listed = (list(ids.get(key, ()))[:20] for key in ("shown", "opened"))
    at = time.strftime("%Y-%m-%dT%H:%M:%S")
    line = LogLine(0, at, command, asked[:LONGEST_QUERY], certainty, *listed)._asdict()
    del line["number"]
    path = place(event)
    try:
        append(path, json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n")
    except OSError as error:
        reason = f"the log is not written ({error.strerror or error})"
        warn(f"{path}: {reason}; {remedy_of(error)}")


def read(event: Event) -> list[LogLine]:
    """The log of an event, without lines that cannot be read. RulingsError if it is not a file."""
    import msgspec  # a search, which only adds a line, does without

    lines = []
    for number, content in enumerate(_lines(place(event)), 1):
        with suppress(ValueError, TypeError, RecursionError, msgspec.ValidationError):
            lines.append(msgspec.convert([*LogLine(number, **json.loads(content))], LogLine))
    return lines


def forget(event: Event, number: int | None) -> None:
    """Empty a line of a log, or without a `number` all; RulingsError if there is no such line."""
    path = place(event)
    with locked_folder(path.parent):
        lines = _lines(path)
        if number and not b"".join(lines[number - 1 : number]).strip():
            raise RulingsError(f"the log has no line {number}; `rulings log` lists them")
        kept = [*lines[: number - 1], b"\n", *lines[number:]] if number else []  # numbers stay
        save(path, b"".join(kept), inside=path.parent)


def chosen(lines: Iterable[LogLine], number: int | None) -> LogLine:
    """The question with a number, or the last question; RulingsError if there is none."""
    for line in reversed(list(lines)):
        if line.certainty and number in (None, line.number):
            return line
    which = "no question" if number is None else f"no question with the number {number}"
    raise RulingsError(f"the log holds {which}; `rulings log` lists them")


def _lines(path: Path) -> list[bytes]:
    """The lines of a log; only a line feed ends a line, whatever a question contains."""
    return BytesIO(content_of(path)).readlines()
