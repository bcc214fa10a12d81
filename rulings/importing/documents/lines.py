"""Text files as lines; the lines of a document, and those that are left out."""

from __future__ import annotations

import codecs
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rulings.disk.inputs import LARGEST_FILE, read_input
from rulings.errors import RulingsError

_JAPANESE = ("cp932", "euc_jp")
_LEAST_KANA = 0.15
"""The share of kana in the signs of a Japanese text; a text in another encoding has hardly any."""


class Line(NamedTuple):
    """A line of a document. `heading` is its level, 0 for other lines.

    `bullet` begins an item of a list; `verbatim` is a row of a table or a line of code, which is
    never joined with other lines. `indent` is how far it is set in; a quoted line counts as set in.
    """

    number: int
    text: str
    heading: int = 0
    bullet: bool = False
    verbatim: bool = False
    indent: int = 0


class LeftOut(NamedTuple):
    """Lines that an import does not take: what they are, the first and the last, how many."""

    what: str
    first: int
    last: int
    lines: int = 1


def spans(what: str, numbers: Iterable[int], kept: Container[int]) -> list[LeftOut]:
    """The lines with these numbers as spans; a line that is `kept` ends a span."""
    found: list[LeftOut] = []
    for number in sorted(numbers):
        if found and not any(each in kept for each in range(found[-1].last + 1, number)):
            found[-1] = found[-1]._replace(last=number, lines=found[-1].lines + 1)
        else:
            found.append(LeftOut(what, number, number))
    return found


def read_lines(path: Path) -> list[str]:
    """The lines of a text file in a usual encoding of English or Japanese, without their ends.

    A line ends with LF, CR or CRLF, also mixed. RulingsError where the file cannot be read or is
    no text.
    """
    raw = read_input(path, LARGEST_FILE)
    for encoding in _encodings(raw):
        with suppress(UnicodeDecodeError):
            text = raw.decode(encoding).removeprefix("\ufeff")
            if "\x00" not in text:
                return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    raise RulingsError(f"{path}: not a text in a usual encoding; save it as UTF-8 in your editor")


def _encodings(raw: bytes) -> tuple[str, ...]:
    """The encodings to try for a file, the likeliest first."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ("utf-16",)
    if b"\x1b$" in raw:
        return ("iso2022_jp",)
    if _is_utf_8(raw):
        return ("utf-8",)
    japanese = max(_JAPANESE, key=lambda encoding: _kana_in(raw, encoding))
    return (japanese,) if _kana_in(raw, japanese) >= _LEAST_KANA else ("cp1252",)


def _is_utf_8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _kana_in(raw: bytes, encoding: str) -> float:
    """The share of kana in what is not ASCII of a file in an encoding; 0 where it is in another."""
    try:
        marks = [mark for mark in raw.decode(encoding) if not mark.isascii()]
    except UnicodeDecodeError:
        return 0.0
    return sum("ぁ" <= mark <= "ヿ" for mark in marks) / (len(marks) or 1)
