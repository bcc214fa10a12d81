"""The options that several commands share, each declared once.

Typer reads them through `rulings_cli.start.options`, the quick start of `search` and `show` through
`rulings_cli.start.direct`: both from these rows, so that an option means the same in both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulings.languages import is_language


class Option(NamedTuple):
    """An option: the parameter that it sets, its flag and help.

    `read` turns a value into what the command takes and raises ValueError for one that it cannot
    take; None where the option is a switch. `many`: it may be given again for more.
    """

    name: str
    flag: str
    help: str
    metavar: str = ""
    read: Callable[[str], Any] | None = None
    many: bool = False


def _language(text: str) -> str:
    if text != "both" and not is_language(text):
        raise ValueError(f"{text!r} is not a language; write en, ja, another code, or both")
    return text


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= 1000):
        raise ValueError(f"{text!r} is not a number from 1 to 1000")
    return int(text)


def _path(text: str) -> Any:
    from pathlib import Path

    return Path(text)


SHARED = {
    option.name: option
    for option in (
        Option("book", "--book", "A book to lay on top (again for more).", "DIR", _path, many=True),
        Option("lang", "--lang", "Language of what is printed: en, ja, both, …", "LANG", _language),
        Option("ruleset", "--ruleset", "Only this ruleset: raid, BR, …", "NAME", str),
        Option("game", "--game", "Only this game: pokemon-tcg, mtg, …", "NAME", str),
        Option("kind", "--kind", "Only clause, variant, ruling, note or fork.", "KIND", str),
        Option(
            *("authority", "--authority", "Only this authority; with + also those above: event+."),
            *("WHO", str),
        ),
        Option("as_of", "--as-of", "As the book stood that day: 2026-04-01.", "DATE", str),
        Option("limit", "--limit", "How many at most, 1 to 1000.", "NUMBER", _limit),
        Option(
            *("included", "--with", "In force too: this variant (again for more).", "VARIANT", str),
            many=True,
        ),
        Option(
            *("excluded", "--without", "Not in force: this variant (again for more)."),
            *("VARIANT", str),
            many=True,
        ),
        Option("full", "--full", "Print every hit whole."),
        Option("explain", "--explain", "Say what each hit matched."),
        Option("section", "--section", "Show the whole section of each clause found."),
        Option("history", "--history", "Also who changed it, when."),
        Option("as_json", "--json", "Print one JSON object."),
    )
}
"""The options by the parameter that they set."""
