"""Writing to the terminal: width, colours, texts without control characters."""

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from itertools import accumulate, pairwise
from typing import Any, TextIO

from rulings.disk.files import StrPath, real_path, save
from rulings.errors import RulingsError
from rulings.ids import CITATION
from rulings.languages import columns_of, width_of, with_language
from rulings_cli.switches import NO_COLOR, given

NARROWEST, DEFAULT_WIDTH, WIDEST = 40, 80, 100
TRANSLATION: ContextVar[Callable[[str], str]] = ContextVar("translation", default=str)

_CONTROL = (
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f"  # what commands a terminal
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # what turns text around, or shapes it
    r"\xad\u034f\u180e\u200b-\u200d\u2060-\u2065\ufeff\ufff9-\ufffb"  # invisible characters
    r"\u2028\u2029\U000e0000-\U000e007f]"  # line separators; tags
)
_LINE_ENDS = "[\x0b\x0c\x85\u2028\u2029]"
_MARKS = re.compile(rf"{CITATION}|\*\*(.+?)\*\*")
_STYLES = {"bold": "1", "dim": "2", "accent": "36", "strong": "1;32", "warn": "33"}
_STYLES |= {"removed": "9;31", "added": "4;32"}
_NOT_FIRST = "、。,.)]）」』】〉》!?！？・:;：；ー〜ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
_NOT_LAST = "(（「『【〈《["


class Output:
    """A stream with a width and, where it is a terminal that wants them, colours."""

    def __init__(self, stream: TextIO, color: bool = False, width: int = DEFAULT_WIDTH) -> None:
        self.stream = stream
        self.color = color
        self.width = width

    def line(
        self, text: str = "", style: str = "", indent: int = 0, hang: int = 0, most: int = 0
    ) -> None:
        """Write one paragraph, wrapped and cut to `most` lines (0: any number): its first line is
        indented by `indent` columns, the others by `hang` more. Line breaks in it become spaces.
        """
        words = one_line(without_marks(text)).rstrip()
        for number, part in enumerate(wrap(words, self.width - indent, hang, most)):
            pad = " " * (indent + (hang if number else 0)) if part else ""
            self._put(f"{pad}{self.styled(part, style)}\n")

    def paragraphs(self, text: str, style: str = "", indent: int = 0) -> None:
        """A text of several lines."""
        for paragraph in text.split("\n"):
            self.line(paragraph, style, indent)

    def write(self, text: str) -> None:
        """A text as it is, without control characters."""
        self._put(clean(text))

    def _put(self, text: str) -> None:
        try:
            self.stream.write(text)
        except BrokenPipeError:  # the reader closed the pipe: no error of ours
            discard(self.stream)

    def styled(self, text: str, style: str) -> str:
        """`text` in a style, where colours are on, without control characters."""
        text = clean(text)
        if not (self.color and style and text):
            return text
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"

    def labelled(
        self, label: str, text: str, style: str = "", indent: int = 2, most: int = 0
    ) -> None:
        """A label, and beside it a wrapped paragraph of at most `most` lines (0: any number)."""
        label = one_line(without_marks(label))
        hang = width_of(label) + 2
        head = f"{' ' * indent}{self.styled(label, 'bold')}  "
        for part in wrap(without_marks(text), self.width - indent - hang, most=most):
            self._put(f"{head}{self.styled(part, style)}".rstrip() + "\n")
            head = " " * (indent + hang)


def standard_output() -> Output:
    """Standard output; no colours in a pipe, or where --no-color, NO_COLOR or TERM=dumb refuse."""
    refused = given(NO_COLOR) or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    color = sys.stdout.isatty() and not refused
    return Output(sys.stdout, color, max(NARROWEST, min(_terminal_width(), WIDEST)))


def take_any_text() -> None:
    """Let streams write ? for what they cannot encode, and closed ones (`>&-`) drop the text."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r+"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def discard(stream: TextIO) -> None:
    """Discard what is left in a broken stream, so that Python does not report it at exit."""
    with suppress(OSError, ValueError):  # a stream without a file has nothing left
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _terminal_width() -> int:
    """COLUMNS, or what the terminal says; as shutil does, whose import takes a millisecond."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and (width := int(columns[:6])):
        return width
    with suppress(OSError, ValueError):  # a pipe, or a stream without a file
        return os.get_terminal_size(sys.stdout.fileno()).columns or DEFAULT_WIDTH
    return DEFAULT_WIDTH


def print_answer_json(answer: Mapping[str, Any], lang: str | None = None) -> None:
    """Print the answer to --json: the version of our records first; texts also in `lang`."""
    from rulings.format.record import VERSION  # its types take a search two milliseconds

    print_json(with_language({"version": VERSION, **answer}, lang))


def print_json(value: Any) -> None:
    """One JSON object, readable, in UTF-8 or escaped where the stream cannot hold it."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=2)
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=True, indent=2)
    # JSON leaves these as they are: some of them command a terminal, or turn its text around
    text = re.sub(_CONTROL, lambda match: json.dumps(match[0])[1:-1], text)
    sys.stdout.write(text + "\n")


def write_file(path: StrPath, content: bytes) -> None:
    """Write the output of a command to a file; RulingsError for one of a book or project."""
    if real_path(path).lower().endswith((".yaml", ".yml", ".toml")):
        raise RulingsError(f"{path}: a book or project may own this name; choose another")
    save(path, content)


def warn(*messages: str) -> None:
    """Each message as one line on standard error."""
    for message in messages:
        sys.stderr.write(f"rulings: {TRANSLATION.get()(one_line(clean(message)))}\n")


def clean(text: str) -> str:
    """A text without control and invisible characters; unusual line ends become spaces."""
    if text.replace("\n", "").isprintable() and "\u034f" not in text:
        return text
    return re.sub(_CONTROL, "", re.sub(_LINE_ENDS, " ", text))


def one_line(text: str) -> str:
    """A text with spaces in place of line breaks."""
    return text.replace("\n", " ")


def without_marks(text: str) -> str:
    """A text of the book for a terminal: no control characters, no Markdown marks."""
    return _MARKS.sub(lambda match: match[1] or match[2], clean(text))


def counted(number: int, singular: str, plural: str) -> str:
    """A number with its noun."""
    return f"{number} {singular if number == 1 else plural}"


def shortened(text: str, width: int) -> str:
    """`text` cut to `width` columns with … at the end, after a word if half of it is left then."""
    if width_of(text) <= width:
        return text
    most = sum(columns < width for columns in accumulate(map(columns_of, text)))
    whole = (end for end in range(most, most // 2, -1) if _may_break(text[end - 1], text[end]))
    return f"{text[: next(whole, most)].rstrip()}…"


def wrap(text: str, width: int, hang: int = 0, most: int = 0) -> list[str]:
    """`text` in lines of at most `width` columns, broken at spaces or between wide characters; all
    but the first leave `hang` columns free. The last of `most` lines ends in … where text is left.

    Japanese line-breaking rules are kept: no line begins with 、or 」and none ends with 「.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        breaks = [at for at in range(1, len(paragraph)) if _may_break(*paragraph[at - 1 : at + 1])]
        for start, end in pairwise([0, *breaks, len(paragraph)]):
            piece = paragraph[start:end]
            room = width - (hang if lines else 0)
            if line and width_of(line) + width_of(piece.rstrip()) > room:
                lines.append(line.rstrip())
                line = piece.lstrip()
            else:
                line += piece
        lines.append(line.rstrip())
    if not most or len(lines) <= most:
        return lines
    room = width - (hang if most > 1 else 0)
    return [*lines[: most - 1], shortened(f"{lines[most - 1]}…", room)]


def _may_break(before: str, after: str) -> bool:
    if after in _NOT_FIRST or before in _NOT_LAST or after == " ":
        return False
    return before == " " or columns_of(before) == 2 or columns_of(after) == 2
