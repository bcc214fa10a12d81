"""Puts the lines of a document together: wrapped lines are joined, lists are not.

A row of a table becomes an item of a list, which terminals, pages and sheets print alike.
"""

import re
import sys
from collections.abc import Sequence

from rulings.importing.documents.lines import Line
from rulings.languages import width_of
from rulings.text.markdown import join_of

_ENDS = (".", "!", "?", "。", "！", "？", ":", "：", ";", "」", "）", ")", "”", '"', "…")
_WRAPPED, _WRAPPED_AT_END = 0.5, 0.75
_GOES_ON = re.compile(
    r"[,.、。)」）]|(?:に|の|を|から|まで|と|で|は|が|も|や|へ|より|各号|以|及び|又は|または|若しくは)"
)
"""What follows a number that is cited in a sentence."""


class Paragraphs:
    """The text of one statement, which lines are added to."""

    def __init__(self, width: int, marked: bool) -> None:
        """`width` is where lines are wrapped; if `marked`, only empty lines end a paragraph."""
        self.begun = 0  # the number of the first line, also if that is empty
        self._parts: list[str] = []
        self._width = width
        self._marked = marked
        self._last: Line | None = None
        self._indents: list[int] = []  # of the open lists, the outer ones first

    def add(self, line: Line, *, an_item: bool = False) -> None:
        """A line that goes on with the text, or is an item; an empty one ends a paragraph."""
        self.begun = self.begun or line.number
        if not line.text:
            self._last = None
            return
        if line.verbatim and not line.quoted and "|" in line.text:
            if not line.text.strip("|-: "):
                return  # below the head of a table
            row = " · ".join(cell or "–" for cell in line.cells)
            line = line._replace(text=row, bullet=True)
        gap = "\n" if an_item and self._parts and self._last else self._gap(line)
        if line.bullet:
            self._indents = [each for each in self._indents if each < line.indent]
            gap += "  " * len(self._indents) + "- "
            self._indents.append(line.indent)
        elif gap == "\n\n":
            self._indents = []
        self._parts.append(gap + line.text)
        self._last = line

    @property
    def text(self) -> str:
        """All that was added so far."""
        return "".join(self._parts)

    @property
    def end(self) -> str:
        """The line that was added last."""
        return self._parts[-1] if self._parts else ""

    def is_heading(self) -> bool:
        """Whether this is a single line that could be a heading."""
        return len(self._parts) == 1 and looks_like_heading(self.end)

    @property
    def ended(self) -> bool:
        """Whether an empty line stands after what was added last."""
        return self._last is None

    def expects(self, line: Line) -> bool:
        """Whether a line goes on with an unfinished sentence, so that it cannot begin anything."""
        last = self._last.text if self._last and not self._last.verbatim else ""
        cut = last.endswith("第") or last[-1:].isdecimal()  # 第2条第 with 2項 in the next line
        return (cut and not line.heading) or (self._wraps(line) and not ends_sentence(last))

    def _goes_on(self, line: Line) -> bool:
        """Whether a line goes on in the middle of the sentence that the line before began."""
        last = self._last.text if self._last and not line.heading else "."
        word = line.text[:1]
        return not ends_sentence(last) and (
            word.islower() or word.isdecimal() or "ぁ" <= last[-1] <= "ん" or last[-1] in ",、"
        )

    def _wraps(self, line: Line) -> bool:
        """Whether the line before is as long as a wrapped one."""
        if self._last is None or line.heading or self._last.verbatim:
            return False
        least = _WRAPPED_AT_END if ends_sentence(self._last.text) else _WRAPPED
        return width_of(self._last.text) > least * self._width

    def _gap(self, line: Line) -> str:
        if not self._parts:
            return ""
        if self._last is None:
            return "\n\n"
        if line.bullet or line.verbatim or self._last.verbatim:
            return "\n"
        joined = self._marked or self._wraps(line) or self._goes_on(line)
        return join_of(self.end, line.text) if joined else "\n\n"


def ends_sentence(text: str) -> bool:
    """Whether a line ends as a sentence does."""
    return text.rstrip("*_").endswith(_ENDS)


def goes_on(text: str) -> bool:
    """Whether the words behind a number go on with the sentence before it."""
    return text[:1].islower() or bool(_GOES_ON.match(text))


def looks_like_heading(text: str) -> bool:
    """Whether a line could be a heading: short, and no sentence."""
    return 0 < len(text) <= 60 and not ends_sentence(text) and text[-1] not in ",、"


def wrapping_width(lines: Sequence[Line]) -> int:
    """The width at which a document wraps its lines; a very large one if it does not wrap them."""
    widths = sorted(width_of(line.text) for line in lines if line.text and not line.verbatim)
    wide = widths[int(len(widths) * 0.95)] if widths else 0
    return wide if wide <= 140 else sys.maxsize
