"""What is wrong with a text that is not YAML, and what to write.

The parser says where it stopped and why, in words for programmers. People make only a few mistakes:
a tab, a text that begins with a sign of YAML or holds ``: `` or `` #``, a quote or bracket that is
not closed, a line too far left or right. The line where the parser stopped and the line where the
value began show which mistake it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from rulings.languages import is_language
from rulings.reading.problems import Fix

_PAIR = re.compile(r"""^[ ]*(?:- +)*(?P<key>[\w-]{1,40}|"[^"]*"):[ ]+(?P<value>\S.*)$""")
_INSIDE = re.compile(r"(?<![\w-])(?P<key>[\w-]{1,40}): (?P<value>[^\s\"'\[{,}][^,}]*)")
_SIGNS = ("@", "`", "%", "*", "&", "!", "|", ">", "[[")
_QUOTED = ('"', "'", "{", "[")
_SURE_SIGN = re.compile(r"[@`%*]|\[\[[^\[\],]+\]\] *[^\s,\]]")
_WIDE = re.compile(r"[ ]*(?:- +)*(?:[a-z_]{2,40}(?:：|:\u3000)|\u3000)")
_BRACKET = re.compile(r"[{}\[\]\"]")
_PLAIN = {"｛": "{", "｝": "}", "［": "[", "］": "]"}
_LONGEST = 60


class Explanation(NamedTuple):
    """Where a fault is, and what to do about it."""

    line: int
    column: int
    message: str
    fix: Fix | None = None


class Mark(NamedTuple):
    """Line and column, from 1, and what the parser was doing there."""

    line: int
    column: int
    doing: str = ""


def explain(text: str, stopped: Mark, began: Mark, reason: str) -> Explanation:
    """Why a text is not YAML: where the parser `stopped`, where it `began`, and its `reason`."""
    lines = text.splitlines()
    explanation = (
        _merge(lines)
        or _tab(lines, stopped)
        or _wide(lines, stopped)
        or _escape(lines, stopped, began)
        or _unquoted(lines, stopped)
        or _behind(lines, stopped, began)
        or (_unquoted(lines, began) if began.line else None)
        or _open(lines, began)
        or _indent(lines, stopped)
    )
    message = f"not valid YAML ({reason}); correct this line or the one above it"
    if "block sequence entries" in reason:
        message = "a list begins on the line below its key; a text that begins with - needs quotes"
    return explanation or Explanation(stopped.line, stopped.column, message)


def quoted(key: str, value: str) -> str:
    """A key with its text in quotes, as it should be written; a long text is shortened."""
    short = value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"
    return f"{key}: {json.dumps(short, ensure_ascii=False)}"


def _merge(lines: list[str]) -> Explanation | None:
    for number, line in enumerate(lines, 1):
        if line.startswith("<<<<<<< "):
            message = "Git left both sides of a merge here; keep what is right, and remove "
            return Explanation(number, 1, f"{message}the lines <<<<<<<, ======= and >>>>>>>")
    return None


def _tab(lines: list[str], at: Mark) -> Explanation | None:
    line = _line(lines, at)
    before = line[: len(line) - len(line.lstrip())]
    if "\t" not in before:
        return None
    column = before.index("\t") + 1
    return Explanation(at.line, column, "a tab; indent with spaces, as many as the lines beside it")


def _wide(lines: list[str], at: Mark) -> Explanation | None:
    """A colon or a space of an East Asian keyboard, on the line where the parser stopped or above
    it.
    """
    for number in (at.line, at.line - 1):
        line = _line(lines, Mark(number, 1))
        if match := _WIDE.match(line):
            key = match[0].strip(" -：:\u3000")
            message = f"： is a full-width colon; write `{key}: `"
            if match[0].endswith("\u3000"):
                message = "a full-width space; write a plain one"
            return Explanation(number, match.end(), message)
    return None


def _unquoted(lines: list[str], at: Mark) -> Explanation | None:
    """A text that needs quotes: it begins with a sign of YAML, or holds a colon and a space."""
    line = _line(lines, at)
    for key, value, column in _values(line):
        if value[0] in "“”‘’｛［":
            message = f"{value[0]} is a curly quote; write a straight one"
            if value[0] in _PLAIN:
                message = f"{value[0]} is full-width; write {_PLAIN[value[0]]}"
            return Explanation(at.line, column, message)
        sure = is_language(key) and _is_whole(lines, at.line, column, value)
        fix = Fix(value, value) if sure else None
        text, comment, _ = value.partition(" #")
        hint = f"write `{quoted(key, text.rstrip())}`"
        hint += "; ` #` begins a comment" if comment else ""
        code, colon, rest = text.partition(": ")
        if value.startswith(_SIGNS) and not re.fullmatch(r"[|>][0-9+-]*", value):
            sign = "[[" if value.startswith("[[") else value[0]
            message = f"the text begins with {sign}; {hint}"
            return Explanation(at.line, column, message, fix if _SURE_SIGN.match(value) else None)
        if not value.startswith(_QUOTED) and re.search(r":(?: |$)", value):
            if colon and is_language(code) and not is_language(key):
                hint = f"write `{key}: {{{quoted(code, rest.rstrip())}}}`"
            message = f"the text holds a colon and a space; {hint}"
            return Explanation(at.line, column, message, fix)
    return None


def _escape(lines: list[str], at: Mark, began: Mark) -> Explanation | None:
    """A backslash that begins nothing that YAML knows."""
    line = _line(lines, at)
    column = at.column if line[at.column - 1 :].startswith("\\") else at.column - 2  # as in \x
    escape = line[max(column - 1, 0) : column + 1]
    if "quoted" not in began.doing or not escape.startswith("\\"):
        return None
    message = f"{escape} means nothing between \"; write \\{escape}, or put the text between '"
    return Explanation(at.line, column, message)


def _behind(lines: list[str], at: Mark, began: Mark) -> Explanation | None:
    """Words behind a quote or bracket that ends a value, on the line where the parser stopped."""
    sign = _line(lines, at)[: at.column - 1].rstrip()[-1:]
    if sign not in ("'", '"', "}", "]"):
        return None
    first = _line(lines, began)
    if sign in "\"'" and began.line < at.line and first.count(sign) % 2:
        return _not_closed(began.line, first.rindex(sign) + 1, sign)
    if sign in "}]":
        message = f"the value ends at the {sign} before this; remove the rest, or quote the whole"
        return Explanation(at.line, at.column, message)
    inner = '\\"' if sign == '"' else "''"
    message = f"the text ends at the {sign} before this; write {inner} for a quote within it"
    message += ", or a comma behind it" if "flow" in began.doing else ", or remove the rest"
    return Explanation(at.line, at.column, message)


def _not_closed(line: int, column: int, sign: str) -> Explanation:
    return Explanation(line, column, f"the quote {sign} is not closed; write another {sign}")


def _is_whole(lines: list[str], number: int, column: int, value: str) -> bool:
    """Whether the value is surely the whole text: no comment, comma or bracket ends it early, the
    next line does not continue it, and it does not begin with a language.
    """
    line = lines[number - 1]
    rest = line[column - 1 + len(value) :].strip()
    if " #" in value or is_language(value.partition(":")[0]):
        return False
    if rest:  # a value between braces
        return re.fullmatch(r"\}[\]} ]*(?:#.*)?", rest) is not None and not _BRACKET.search(value)
    below = next((each for each in lines[number:] if each.strip()), "")
    start = len(line[: column - 1]) - len(line[: column - 1].lstrip(" -"))
    return len(below) - len(below.lstrip()) <= start


def _values(line: str) -> Iterator[tuple[str, str, int]]:
    """The keys of a line with their values and the columns of those."""
    match = _PAIR.match(line)
    if match and not match["value"].startswith(("{", '"', "'")):
        yield match["key"], match["value"].rstrip(), match.start("value") + 1
        return
    for match in _INSIDE.finditer(line):
        yield match["key"], match["value"].rstrip(), match.start("value") + 1


def _open(lines: list[str], began: Mark) -> Explanation | None:
    """A quote or a bracket that is not closed."""
    line = _line(lines, began)
    sign = line[began.column - 1 : began.column]
    if "quoted" in began.doing:
        return _not_closed(began.line, began.column, sign)
    if "flow" not in began.doing or sign not in ("{", "["):
        return None
    after = line[began.column :]
    if " #" in after:
        message = "a comment begins at ` #`; put the text that holds it in quotes"
        return Explanation(began.line, began.column + after.index(" #") + 2, message)
    closing = {"{": "}", "[": "]"}[sign]
    message = f"the {sign} is not closed, or a comma is missing; write {closing} where it ends"
    if wide := next((each for each in after if _PLAIN.get(each) == closing), None):
        message = f"{wide} is full-width; write {closing}"
    return Explanation(began.line, began.column, message)


def _indent(lines: list[str], at: Mark) -> Explanation | None:
    """A line that is not indented like the line above it."""
    line = _line(lines, at)
    indent = len(line) - len(line.lstrip())
    if not line.strip() or at.column > indent + 3:
        return None
    above = next((each for each in reversed(lines[: at.line - 1]) if each.strip()), "")
    indent_above = len(above) - len(above.lstrip())
    if not above or indent_above == indent:
        return None
    message = f"indented {indent} spaces, the line above {indent_above}; indent both alike"
    return Explanation(at.line, indent + 1, message)


def _line(lines: list[str], at: Mark) -> str:
    return lines[at.line - 1] if 0 < at.line <= len(lines) else ""
