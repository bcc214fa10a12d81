"""The short way from the shell to `search` and `show`, for which people wait at the table.

Reading a command line with Typer takes longer than the whole search. So where the words and
options are plain, they are read here; whatever is not (help, mistakes, completion, options
shortened or joined by ``=``) is left to Typer, which knows all of them and says what is wrong.
Both take the options from `OPTIONS`, so that an option means the same in both.
"""

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from rulings.errors import RulingsError
from rulings.languages import is_language
from rulings_cli.places.locations import as_path

COMPLETING = "_RULINGS_COMPLETE"

COMMANDS = ("search", "show")
"""The commands read here: each a function that takes words, and a keyword for each option."""


class Option(NamedTuple):
    """An option: its flag and help.

    `read` turns a value into what the command takes and raises RulingsError for one that it cannot
    take; None where the option is a switch. `many`: it may be given again for more.
    """

    flag: str
    help: str
    metavar: str = ""
    read: Callable[[str], Any] | None = None
    many: bool = False


def _language(text: str) -> str:
    if text != "both" and not is_language(text):
        remedy = "write en, ja, another code, or both"
        raise RulingsError(f"--lang: {text!r} is not a language; {remedy}")
    return text


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= 1000):
        raise RulingsError(f"--limit: {text!r} is not a number from 1 to 1000")
    return int(text)


_WITH = "In force too: this variant (again for more)."
_WITHOUT = "Not in force: this variant (again for more)."
_AUTHORITY = "Only this authority; with + also those above: event+."

OPTIONS = {
    "book": Option("--book", "A book to lay on top (again for more).", "DIR", as_path, many=True),
    "lang": Option("--lang", "Language of what is printed: en, ja, both, …", "LANG", _language),
    "ruleset": Option("--ruleset", "Only this ruleset: raid, BR, …", "NAME", str),
    "rulesets": Option("--ruleset", "Only this ruleset (again for more).", "NAME", str, many=True),
    "game": Option("--game", "Only this game: pokemon-tcg, mtg, …", "NAME", str),
    "kind": Option("--kind", "Only clause, variant, ruling, note or fork.", "KIND", str),
    "authority": Option("--authority", _AUTHORITY, "WHO", str),
    "limit": Option("--limit", "How many at most, 1 to 1000.", "NUMBER", _limit),
    "included": Option("--with", _WITH, "VARIANT", str, many=True),
    "excluded": Option("--without", _WITHOUT, "VARIANT", str, many=True),
    "full": Option("--full", "Print every hit whole."),
    "qr": Option("--qr", "With its link at this published site or page.", "ADDRESS", str),
    "as_json": Option("--json", "Print one JSON object."),
}
"""The options that several commands share, by the parameter that they set."""


def function_of(name: str) -> Callable[..., int]:
    """Runs a command that is read here, and returns the exit code."""
    command: Callable[..., int] = getattr(import_module(f"rulings_cli.commands.{name}"), name)
    return command


def call(arguments: Sequence[str]) -> Callable[[], int] | None:
    """What to call for a plain command line; None where Typer has to read it, as where an option
    is unknown, or there is no word.
    """
    if not arguments or arguments[0] not in COMMANDS or COMPLETING in os.environ:
        return None
    command: Any = function_of(arguments[0])
    options = {OPTIONS[name].flag: name for name in command.__kwdefaults__}
    words: list[str] = []
    values: dict[str, Any] = {}
    rest = iter(arguments[1:])
    for argument in rest:
        if not argument.startswith("-"):
            words.append(argument)
            continue
        name = options.get(argument, "")
        if not name or (name in values and not OPTIONS[name].many):
            return None
        option = OPTIONS[name]
        try:
            value = option.read(next(rest)) if option.read else True
        except StopIteration:
            return None
        values[name] = [*values.get(name, ()), value] if option.many else value
    return (lambda: int(command(words, **values))) if words else None
