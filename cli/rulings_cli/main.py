"""`rulings`: finds the command, and turns known mistakes into one line and exit code 2."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from rulings.problems import RulingsError
from rulings_cli.output import warn

COMMANDS = {
    "search": "search",
    "show": "show",
    "rules": "rules",
    "card": "card",
    "refs": "refs",
    "list": "list_entries",
    "calc": "calc",
    "sheet": "sheet",
    "page": "page",
    "new": "new",
    "check": "check",
    "diff": "diff",
    "trace": "trace",
    "stale": "stale",
    "import": "import_book",
    "index": "index",
    "eval": "evaluate",
    "schema": "schema",
    "doctor": "doctor",
}
"""What people type, and the module of rulings_cli.commands that does it."""

USAGE = 2


class _LazyGroup(TyperGroup):
    """Imports the module of a command only when that command is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"rulings_cli.commands.{COMMANDS[cmd_name]}")
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=_LazyGroup, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True
)


@app.callback(invoke_without_command=False)
def _rulings() -> None:
    """A rules book that a judge can ask: search rulings, show clauses, check a book."""


def run() -> None:
    """The console script: runs a command; mistakes end in one line, bugs keep their traceback."""
    try:
        code = app(standalone_mode=False)
    except (RulingsError, typer.TyperException) as error:
        warn(_one_line(error))
        code = USAGE
    except typer.Abort:
        warn("stopped")
        code = 130
    except BrokenPipeError:
        # the reader of a pipe has gone; keep Python from complaining again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code or 0)


def _one_line(error: Exception) -> str:
    if not isinstance(error, typer.TyperException):
        return " ".join(str(error).split())
    return f"{' '.join(error.format_message().split()).rstrip('.')}; see `rulings --help`"
