"""Text files of others: whatever the encoding and the line ends, as a list of lines."""

from __future__ import annotations

import codecs
from pathlib import Path

from rulings.inputs import LARGEST_FILE, read_input
from rulings.problems import RulingsError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def read_lines(path: Path) -> list[str]:
    """The lines of a text file in UTF-8, UTF-16 or cp1252, without their ends.

    A line ends with LF, CR or CRLF, mixed as they come. RulingsError where the file cannot be
    read or is no text.
    """
    raw = read_input(path, LARGEST_FILE)
    text = decode(raw)
    if text is None:
        raise RulingsError(f"{path}: not a text file; give the rules as .txt")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def decode(raw: bytes) -> str | None:
    """The text in `raw`, or None where it is no text in any encoding that is known here."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _decoded(raw[len(mark) :], encoding)
    for encoding in _guesses(raw):
        text = _decoded(raw, encoding)
        if text is not None:
            return text
    return None


def _guesses(raw: bytes) -> tuple[str, ...]:
    """UTF-16 without a mark shows as a zero in every other byte of plain letters."""
    sample = raw[:4096]
    if sample[1::2].count(0) > len(sample) // 4:
        return ("utf-16-le",)
    if sample[::2].count(0) > len(sample) // 4:
        return ("utf-16-be",)
    return ("utf-8", "cp1252")


def _decoded(raw: bytes, encoding: str) -> str | None:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\x00" in text else text
