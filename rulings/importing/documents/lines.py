"""Text files as lines; the lines of a document, and those that are left out."""

import codecs
import re
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rulings.disk.files import LARGEST_FILE, read_input
from rulings.errors import RulingsError

_BAR, _WIDE_GAP = re.compile(r"(?<!\\)\|"), re.compile(r"\t+| {3,}")


class Line(NamedTuple):
    """A line of a document. `heading` is its level, 0 for other lines.

    `bullet` begins an item of a list; `verbatim` is a row of a table or a line of code, which is
    never joined with other lines; `quoted` is a quotation or code, where no rule begins. `indent`
    is how far it is set in; `bold` are its first words, if they are printed in bold.
    """

    number: int
    text: str
    heading: int = 0
    bullet: bool = False
    verbatim: bool = False
    indent: int = 0
    quoted: bool = False
    bold: str = ""

    @property
    def cells(self) -> list[str]:
        """The cells of a row of a table; other lines have a single one."""
        if not self.verbatim:
            return [self.text]
        text = self.text.removeprefix("|").removesuffix("|")
        cells = (_BAR if "|" in text else _WIDE_GAP).split(text)
        return [cell.strip().replace("\\|", "|") for cell in cells]


class LeftOut(NamedTuple):
    """Lines that an import does not take: what they are, the first and the last, how many."""

    what: str
    first: int
    last: int
    lines: int = 1


def spans(what: str, numbers: Iterable[int], kept: Container[int]) -> list[LeftOut]:
    """The lines with these numbers as spans; a line that is `kept` ends a span."""
    ranges: list[LeftOut] = []
    for number in sorted(numbers):
        if ranges and not any(each in kept for each in range(ranges[-1].last + 1, number)):
            ranges[-1] = ranges[-1]._replace(last=number, lines=ranges[-1].lines + 1)
        else:
            ranges.append(LeftOut(what, number, number))
    return ranges


def read_lines(path: Path) -> list[str]:
    """The lines of a text file in a usual encoding of English or Japanese, without their ends.

    A line ends with LF, CR or CRLF, also mixed. RulingsError where the file cannot be read or is
    no text.
    """
    text = _decoded(read_input(path, LARGEST_FILE)).removeprefix("\ufeff")
    if "\x00" in text:
        message = "is no text in a usual encoding; save the file as UTF-8 in your editor"
        raise RulingsError(f"{path}: {message}")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _decoded(raw: bytes) -> str:
    """The text decoded as UTF-8, UTF-16, a Japanese encoding or cp1252; a NUL if none fits."""
    with suppress(UnicodeDecodeError):
        if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return raw.decode("utf-16")
        return raw.decode("iso2022_jp" if b"\x1b$" in raw else "utf-8")
    texts = []
    for encoding in ("cp932", "euc_jp"):
        with suppress(UnicodeDecodeError):
            texts.append(raw.decode(encoding))
    japanese = max(texts, key=_share_of_kana, default="")  # other encodings have hardly any kana
    with suppress(UnicodeDecodeError):
        return japanese if _share_of_kana(japanese) >= 0.15 else raw.decode("cp1252")
    return "\x00"


def _share_of_kana(text: str) -> float:
    signs = [sign for sign in text if not sign.isascii()]
    return sum("ぁ" <= sign <= "ヿ" for sign in signs) / (len(signs) or 1)
