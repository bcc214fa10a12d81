"""Files of others: text in any common encoding as a list of lines, and YAML with keys."""

from __future__ import annotations

import codecs
from contextlib import suppress
from pathlib import Path

from rulings.disk.inputs import LARGEST_FILE, read_input
from rulings.errors import RulingsError
from rulings.reading.yaml_reader import Document, read_document


def read_lines(path: Path) -> list[str]:
    """The lines of a text file in UTF-8, UTF-16 or cp1252, without their ends.

    A line ends with LF, CR or CRLF, mixed as they come. RulingsError where the file cannot be
    read or is no text.
    """
    raw = read_input(path, LARGEST_FILE)
    for encoding in _encodings(raw):
        with suppress(UnicodeDecodeError):
            text = raw.decode(encoding)
            if "\x00" not in text:
                return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    raise RulingsError(f"{path}: not a text file; give the rules as .txt")


def read_mapping(path: Path, remedy: str) -> Document:
    """A YAML file that holds keys and values; RulingsError with the remedy where it does not."""
    document = read_document(path)
    if document.problems or not isinstance(document.data, dict):
        reason = document.problems[0] if document.problems else f"{path}: not keys and values"
        raise RulingsError(f"{reason}; {remedy}")
    return document


def _encodings(raw: bytes) -> tuple[str, ...]:
    """The encodings to try. In UTF-16 without a byte order mark, every other byte of plain letters
    is zero.
    """
    if raw.startswith(codecs.BOM_UTF8):
        return ("utf-8-sig",)
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ("utf-16",)
    sample = raw[:4096]
    if sample[1::2].count(0) > len(sample) // 4:
        return ("utf-16-le",)
    if sample[::2].count(0) > len(sample) // 4:
        return ("utf-16-be",)
    return ("utf-8", "cp1252")
