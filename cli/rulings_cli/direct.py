"""The short way from the shell to `search` and `show`, which are waited for at the table.

Reading a command line with Typer takes longer than the whole search. So where the words and
options are plain, they are read here; whatever is not (help, mistakes, completion, options
shortened or joined by ``=``) is left to Typer, which knows all of them and says what is wrong.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

COMPLETING = "_RULINGS_COMPLETE"

Reader = Callable[[str], Any]
"""From an option's value to what its command takes; raises ValueError for one it cannot take."""


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1000):
        raise ValueError(text)
    return int(text)


def _language(text: str) -> str:
    if text not in ("ja", "en", "both"):
        raise ValueError(text)
    return text


_BOTH: dict[str, tuple[str, Reader | None]] = {
    "--lang": ("lang", _language),
    "--json": ("as_json", None),
    "--no-color": ("no_color", None),
}
OPTIONS: Mapping[str, Mapping[str, tuple[str, Reader | None]]] = {
    "search": _BOTH
    | {
        "--ruleset": ("ruleset", str),
        "--game": ("game", str),
        "--kind": ("kind", str),
        "--authority": ("authority", str),
        "--as-of": ("as_of", str),
        "--limit": ("limit", _limit),
        "--explain": ("explain", None),
        "--section": ("section", None),
    },
    "show": _BOTH | {"--history": ("history", None)},
}
"""The options read here by command: what they set, and how to read a value where they have one."""


def call(arguments: Sequence[str]) -> Callable[[], int] | None:
    """What to call for a plain command line; None where Typer has to read it."""
    if not arguments or arguments[0] not in OPTIONS or COMPLETING in os.environ:
        return None
    read = _read(arguments[1:], OPTIONS[arguments[0]])
    if read is None:
        return None
    words, options = read
    if arguments[0] == "search":
        from rulings_cli.searching import search

        return lambda: search(words, **options)
    from rulings_cli.showing import show

    return lambda: show(words, **options)


def _read(
    arguments: Sequence[str], known: Mapping[str, tuple[str, Reader | None]]
) -> tuple[list[str], dict[str, Any]] | None:
    """Words and options, or None where there is anything but known options, or no word."""
    words: list[str] = []
    options: dict[str, Any] = {}
    left = iter(arguments)
    for argument in left:
        if not argument.startswith("-"):
            words.append(argument)
            continue
        name, reader = known.get(argument, ("", None))
        if not name:
            return None
        try:
            options[name] = reader(next(left)) if reader else True
        except (StopIteration, ValueError):
            return None
    return (words, options) if words else None
