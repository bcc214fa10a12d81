"""What is wrong with a text that is not YAML, and what to write.

The line where the parser stopped and the line where the value began show which mistake it is.
"""

import json
import re
from typing import NamedTuple

from rulings.reading.values import excerpt

_PAIR = re.compile(r"""^[ ]*(?:- +)*(?P<key>[\w-]{1,40}|"[^"]*"):[ ]+(?P<value>[^\s{"'].*)$""")
_INSIDE = re.compile(r"(?<![\w-])(?P<key>[\w-]{1,40}): (?P<value>(?:\[\[|[^\s\"'\[{,}])[^,}]*)")
_UNSPACED = re.compile(
    r"[ ]*(?:- +)*(?P<key>[a-z_]{2,40})(?:(?P<colon>:)(?=[^\s/:])| +(?=[{\[](?!\[)))(?P<value>.*)"
)
_SIGNS = ("@", "`", "%", "*", "&", "!", "|", ">", "[[")
_BEGINNING = re.compile(
    r"[ ]*(?:(?P<tab>\t)(?=\s*\S)|(?P<sign>[＃－]|ー(?=[ \u3000a-z]))|"
    r"(?:- +)*(?:(?P<key>[a-z_]{2,40})：|-?(?:[a-z_]{2,40}:)?(?P<space>[\u3000\xa0\u202f])))"
)
_ITEM = re.compile(r"^( *)- ")
_OPENING = re.compile(r"(?:[:\[{]|^ *-) *$")
_PLAIN = dict(zip("｛｝［］“”＂‘’", '{}[]"""\'\'', strict=True))

Explanation = tuple[int, int, str]
"""Line and column of a fault, and what to do about it."""


class Mark(NamedTuple):
    """Line and column, from 1, and what the parser was doing there."""

    line: int
    column: int
    doing: str = ""


def explain(text: str, stopped: Mark, began: Mark, reason: str) -> Explanation:
    """Why a text is not YAML: where the parser `stopped`, where it `began`, and its `reason`."""
    lines = ["", *text.splitlines(), ""]
    message = f"not valid YAML ({reason}); correct this line or the one above it"
    if "block sequence entries" in reason:
        message = "a list begins on the line below its key; a text that begins with - needs quotes"
    if "escape" in reason:
        return *stopped[:2], "between double quotes a backslash begins an escape; write two of them"
    return (
        _swallowing(lines, stopped, began)
        or _beginning(lines, stopped.line)
        or _beginning(lines, stopped.line - 1)
        or _unquoted(lines, stopped.line)
        or _unspaced(lines, stopped.line)
        or _behind(lines, stopped, began)
        or _unquoted(lines, began.line)
        or _open(lines, began)
        or _unspaced(lines, stopped.line - 1)
        or _item(lines, stopped.line)
        or _item(lines, stopped.line - 1)
        or _indent(lines, stopped)
        or (stopped.line, stopped.column, message)
    )


def _swallowing(lines: list[str], at: Mark, began: Mark) -> Explanation | None:
    """A quote that is not closed: the parser took the next opening quote for its end."""
    before = lines[at.line][: at.column - 1].rstrip()
    if before[-1:] in ("'", '"') and _OPENING.search(before[:-1]):
        for number in range(at.line - 1, began.line - 1, -1):
            if lines[number].count(before[-1]) % 2:
                return _open(lines, Mark(number, lines[number].rindex(before[-1]) + 1, "quoted"))
    return None


def _beginning(lines: list[str], number: int) -> Explanation | None:
    """A tab, or a colon, space, hyphen or # of an East Asian keyboard."""
    match = _BEGINNING.match(lines[number])
    if not match:
        return None
    message = "a tab; indent with spaces, as many as the lines beside it"
    if key := match["key"]:
        message = f"： is a full-width colon; write `{key}: `"
    if match["space"]:
        message = "a full-width or no-break space; write a plain one"
    if sign := match["sign"]:
        item = f"`- {excerpt(lines[number][match.end() :].strip())}`"
        message = f"{sign} is a full-width or curly sign; write {'#' if sign == '＃' else item}"
    return (number, match.end(), message)


def _unquoted(lines: list[str], number: int) -> Explanation | None:
    """A text that needs quotes: it begins with a sign of YAML, or holds a colon and a space."""
    pair = _PAIR.match(lines[number])
    signs = _SIGNS if pair else (*_SIGNS, "- ")  # a list may have been meant behind a key alone
    for each in [pair] if pair else _INSIDE.finditer(lines[number]):
        value, column = each["value"].rstrip(), each.start("value") + 1
        if plain := _PLAIN.get(value[0]):
            return (number, column, f"{value[0]} is a full-width or curly sign; write {plain}")
        text, comment, _ = value.partition(" #")
        short = json.dumps(excerpt(text.rstrip()), ensure_ascii=False)
        hint = f"write `{each['key']}: {short}`"
        hint += "; ` #` begins a comment" if comment else ""
        if value.startswith(signs) and not re.fullmatch(r"[|>][0-9+-]*", value):
            message = f"the text begins with {'[[' if value[0] == '[' else value[0]}; {hint}"
            return (number, column, message)
        if value[0] not in "\"'{[" and re.search(r":(?: |$)", value):
            return (number, column, f"the text holds a colon and a space; {hint}")
    return None


def _unspaced(lines: list[str], number: int) -> Explanation | None:
    """A key and its value without a space between them."""
    match = _UNSPACED.fullmatch(lines[number])
    if not match:
        return None
    lacking = "a space after the colon" if match["colon"] else "a colon and a space"
    message = f"write `{match['key']}: {excerpt(match['value'])}` with {lacking}"
    return (number, match.end("key") + 2, message)


def _behind(lines: list[str], at: Mark, began: Mark) -> Explanation | None:
    """Words behind a quote or bracket that ends a value, on the line where the parser stopped."""
    sign = lines[at.line][: at.column - 1].rstrip()[-1:]
    if sign not in ("'", '"', "}", "]"):
        return None
    after = lines[at.line][at.column - 1 :][:1]
    inner = {'"': '\\"', "'": "''"}.get(sign)
    comma = "write a comma behind it, or " if "flow" in began.doing and after not in "]}" else ""
    hint = f"write {inner} for a quote within it, a comma behind it, or " if inner else comma
    return (at.line, at.column, f"the value ends at the {sign} before this; {hint}remove the rest")


def _open(lines: list[str], began: Mark) -> Explanation | None:
    """A quote or a bracket that is not closed."""
    sign, after = lines[began.line][began.column - 1 :][:1], lines[began.line][began.column :]
    if "quoted" in began.doing:
        return (*began[:2], f"the quote {sign} is not closed; write another {sign}")
    if "flow" not in began.doing or sign not in ("{", "["):
        return None
    if " #" in after:
        message = "a comment begins at ` #`; put the text that holds it in quotes"
        return (began.line, began.column + after.index(" #") + 2, message)
    closing = "}" if sign == "{" else "]"
    message = f"the {sign} is not closed, or a comma is missing; write {closing} where it ends"
    return (*began[:2], message)


def _item(lines: list[str], number: int) -> Explanation | None:
    """An item of a list without `- `: beside others, or as the first below the key of the list."""
    line, indent = lines[number], _indented(lines[number])
    full = ((_indented(each), each.strip()) for each in reversed(lines[:number]) if each.strip())
    beside, above = next((each for each in full if each[0] <= indent), (0, ""))
    key, colon, _ = above.removeprefix("- ").partition(":")
    alike = not colon or line.lstrip(" -–—").startswith(f"{key}:")
    among = beside == indent and above.startswith("- ") and alike
    below = next((_indented(each) for each in lines[number + 1 :] if each.strip()), 0)
    first = beside < indent < below and above.endswith(":")
    if not (among or first) or not line.strip() or line.strip().startswith("- "):
        return None
    message = f"an item of a list begins with `- `; write `- {excerpt(line.lstrip(' -–—'))}`"
    return (number, indent + 1, message)


def _indent(lines: list[str], at: Mark) -> Explanation | None:
    """A line that is not indented like the line above it, or an item like those above it."""
    line, indent = lines[at.line], _indented(lines[at.line])
    full, what = [each for each in reversed(lines[: at.line]) if each.strip()], "line"
    if _ITEM.match(line) and (items := [*filter(_ITEM.match, full)]):
        full, what = sorted(items, key=lambda each: abs(_indented(each) - indent)), "item"
    above = next(iter(full), "")
    if what == "line":  # the keys of an item stand behind its hyphen
        above = _ITEM.sub(r"\1  ", above)
    begins = at.column <= indent + 3 or re.fullmatch(r" *\w+", line[: at.column - 1])
    if not line.strip() or not begins or not above or _indented(above) == indent:
        return None
    message = f"indented {indent} spaces, the {what} above {_indented(above)}; indent both alike"
    return (at.line, indent + 1, message)


def _indented(line: str) -> int:
    return len(line) - len(line.lstrip())
