"""The short way from the shell to `search` and `show`, which are waited for at the table.

Reading a command line with Typer takes longer than the whole search. So where the words and
options are plain, they are read here; whatever is not (help, mistakes, completion, options
shortened or joined by ``=``) is left to Typer, which knows all of them and says what is wrong.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from rulings_cli.start.declared import SHARED, Option

COMPLETING = "_RULINGS_COMPLETE"

COMMANDS = {"search": ("answers.search", "search"), "show": ("answers.show", "show")}
"""The commands read here: the module and the function that does each."""


def call(arguments: Sequence[str]) -> Callable[[], int] | None:
    """What to call for a plain command line; None where Typer has to read it."""
    if not arguments or arguments[0] not in COMMANDS or COMPLETING in os.environ:
        return None
    module, name = COMMANDS[arguments[0]]
    command = getattr(import_module(f"rulings_cli.{module}"), name)
    read = _read(arguments[1:], options_of(command))
    if read is None:
        return None
    words, options = read
    return lambda: _uncollected(lambda: int(command(words, **options)))


def _uncollected(command: Callable[[], int]) -> int:
    """Run a command without the garbage collector: it ends before there is anything to collect."""
    gc.disable()
    try:
        return command()
    finally:
        gc.enable()


def options_of(command: Any) -> dict[str, Option]:
    """The options of a command by flag: one for each of its keyword parameters."""
    return {SHARED[name].flag: SHARED[name] for name in command.__kwdefaults__}


def _read(
    arguments: Sequence[str], known: Mapping[str, Option]
) -> tuple[list[str], dict[str, Any]] | None:
    """Words and options, or None where there is anything but known options, or no word."""
    words: list[str] = []
    options: dict[str, Any] = {}
    left = iter(arguments)
    for argument in left:
        if not argument.startswith("-"):
            words.append(argument)
            continue
        option = known.get(argument)
        if option is None:
            return None
        try:
            value = option.read(next(left)) if option.read else True
        except (StopIteration, ValueError):
            return None
        options[option.name] = [*options.get(option.name, ()), value] if option.many else value
    return (words, options) if words else None
