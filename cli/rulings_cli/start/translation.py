"""Messages and help in Japanese, for readers whose machine or configuration says so.

`japanese.json` has them by their English; ``{}`` stands for what a message quotes, and in
`quoting` for any words, such as the message of a parser.
"""

import json
import re
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

from rulings.errors import RulingsError
from rulings_cli.places.language import locale_language, reply_languages

_FILE = re.compile(r"(?=[^:;'\"`(]*(?:[/\\]|\.[a-z]+:))[^:;'\"`(]*(?::\d+)*: ")
_PLACE = re.compile(r"""[BE]\d{3} |(?:[^'"`]|(?<=\w)'|(?<!\w)'[^']*'|"[^"]*"|`[^`]*`)*?: """)
_QUOTED = re.compile(r"""`[^`]*`|(?<!\w)'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|^(?:rulings|pip) .*""")
_SENTENCE = re.compile(
    r"(?<![^\s(])([a-z]+|\d+) [a-z]+(?=\W*(\s|$))|; |,$|^(an?|the|it|not?) "
    r"|(?<!\w)'|\""  # of a quotation that is cut in two
)


def reads_japanese() -> bool:
    """Whether the reader's configuration or locale asks for Japanese."""
    with suppress(RulingsError):  # a configuration that cannot be read says nothing
        return reply_languages(None)[0].partition("-")[0] == "ja"
    return locale_language() == "ja"


def translated(message: str) -> str:
    """A message in the reader's language, as far as it is known."""
    known = _message(message) if reads_japanese() and len(message) <= 1000 else None
    return known or message


def help_text(text: str) -> str:
    """A text of the help in Japanese, where that is wanted and the text is known."""
    words = " ".join(text.split())
    if not reads_japanese() or not words:
        return text
    return _known(words, "help") or words


@cache
def _table() -> dict[str, dict[str, Any]]:
    return dict(json.loads(files(__package__).joinpath("japanese.json").read_text("utf-8")))


@cache
def _with_blanks(section: str) -> list[tuple[list[str], str]]:
    """The keys with blanks, split at the blanks, the longest first, each with its translation."""
    keys = sorted((key for key in _table()[section] if "{}" in key), key=len, reverse=True)
    return [(key.split("{}"), _table()[section][key]) for key in keys]


def _quoted(parts: list[str], text: str) -> list[str]:
    """The words of a text in the blanks between the `parts` of a key; empty if it does not fit."""
    first, *middle, last = parts
    if not (text.startswith(first) and text.endswith(last)):
        return []
    quoted, rest = [], text[len(first) : len(text) - len(last)]
    for words in middle:
        blank, _, rest = rest.partition(words)
        quoted.append(blank)
    return [*quoted, rest] if rest and all(quoted) else []


@cache
def _message(message: str) -> str | None:
    """The translation of a message, or of its parts: around a semicolon, or behind its place."""
    for semicolon in reversed([each.start() for each in re.finditer("; ", message)]):
        first, rest = _message(message[:semicolon]), _message(message[semicolon + 2 :])
        if first and rest:
            return f"{first}。{rest}"
    known = _known(message, "quoting") or _known(message, "messages")
    place = None if known else _PLACE.match(message)
    inner = _message(message[place.end() :]) if place else None
    if place and inner and (_FILE.match(place[0]) or _as_it_is(place[0])):
        return f"{place[0]}{inner}"
    return known


def _known(text: str, section: str) -> str | None:
    """The translation of a text by a key of a section, which may have blanks for some words."""
    if text in _table()[section]:
        return str(_table()[section][text])
    look_up = _table()["help"].get if section == "help" else _message
    as_it_is = _as_it_is if section == "messages" else str
    for parts, known in _with_blanks(section):  # what stands in a blank is translated if known
        blanks = [look_up(each) or as_it_is(each) for each in _quoted(parts, text)]
        in_file = _FILE.match(text) and not parts[1].startswith(": ")
        is_apart = blanks and (in_file or _PLACE.match(f"{blanks[0]} "))
        if blanks and all(blanks) and (parts[0] or section == "help" or not is_apart):
            return known.format(*blanks)
    return None


def _as_it_is(text: str) -> str:
    """Names, numbers, paths and code stay as they are; empty for English words."""
    return "" if _SENTENCE.search(_QUOTED.sub("", text)) else text
