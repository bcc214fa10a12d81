"""Text files as lines; the lines of a document, and those that are left out."""

from __future__ import annotations

import codecs
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rulings.disk.inputs import LARGEST_FILE, read_input
from rulings.errors import RulingsError


class Line(NamedTuple):
    """A line of a document. `heading` is its level, 0 for other lines.

    `bullet` begins an item of a list; `verbatim` is a row of a table or a line of code, which is
    never joined with other lines.
    """

    number: int
    text: str
    heading: int = 0
    bullet: bool = False
    verbatim: bool = False


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
    """The lines of a text file in UTF-8, UTF-16 or cp1252, without their ends.

    A line ends with LF, CR or CRLF, also mixed. RulingsError where the file cannot be read or is
    no text.
    """
    raw = read_input(path, LARGEST_FILE)
    is_utf_16 = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_utf_16 else ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = raw.decode(encoding)
            if "\x00" not in text:
                return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    raise RulingsError(f"{path}: not a text file; give the rules as .txt")
