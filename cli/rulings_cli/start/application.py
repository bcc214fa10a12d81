"""The commands, as Typer reads them; the module of each is imported only when it is asked for."""

from collections.abc import Sequence
from importlib import import_module
from itertools import zip_longest
from typing import Annotated, Any, cast

import typer
from typer.core import TyperGroup, TyperOption

import rulings
from rulings.errors import RulingsError
from rulings_cli.start import direct
from rulings_cli.start.options import command_of
from rulings_cli.start.translation import help_text
from rulings_cli.switches import SWITCHES
from rulings_cli.terminal.output import standard_output, wrap

GROUPS = {
    "For judges": (
        *("search", "show", "card", "rules", "calc"),
        *("tonight", "call", "calls", "log", "sheet", "page", "ask"),
    ),
    "For curators": (
        *("list", "refs", "new", "rename", "move", "check", "diff", "stale", "import", "cite"),
        *("site", "export", "eval", "schema", "index", "doctor"),
    ),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)

_MODULES = {"list": "list_entries", "import": "import_book", "eval": "evaluate"}
"""The modules of rulings_cli.commands that have another name than their command."""


class _Help(typer.Context.formatter_class):  # type: ignore[misc, valid-type]
    """Help in the reader's language; Japanese is broken between its wide characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or f"{help_text('Usage')}: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(help_text(heading))

    def write_text(self, text: str) -> None:
        room = self.width - self.current_indent
        for number, paragraph in enumerate(text.split("\n\n")):
            lines = wrap(help_text(" ".join(paragraph.split())), room)
            self.write("\n" if number else "")
            self.write("".join(f"{'':>{self.current_indent}}{line}\n" for line in lines))

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        column = min(max(len(first) for first, _ in rows), col_max) + col_spacing
        for first, second in rows:
            lines = wrap(help_text(second), max(self.width - column - 2, 10))
            if len(first) > column - col_spacing:
                lines.insert(0, "")
            for head, line in zip_longest([first], lines, fillvalue=""):
                row = f"{'':>{self.current_indent}}{head:{column}}{line}"
                self.write(f"{row.rstrip()}\n")


class _Context(typer.Context):
    formatter_class = _Help


class _LazyGroup(TyperGroup):
    context_class = _Context

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = dict.fromkeys(COMMANDS, cast(Any, None))  # the names alone, to suggest one

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in GROUPS.items():
            first = [self.get_command(ctx, name).get_short_help_str(limit=1000) for name in names]
            with formatter.section(title):
                formatter.write_dl(zip(names, first, strict=True))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        leaf: Any = getattr(command, "commands", {}).get(rest[0] if rest else "", command)
        for option in (each for each in leaf.params if isinstance(each, TyperOption)):
            again = [flag for flag in option.opts if rest.count(flag) > 1]
            if again and not (option.multiple or option.is_flag):
                raise RulingsError(f"{again[0]} is given twice; give it once")
        return name, command, rest

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        command = typer.main.get_command(_typer_of(_MODULES.get(cmd_name, cmd_name)))
        command.name = cmd_name
        for each in (command, *getattr(command, "commands", {}).values()):
            each.context_class = _Context
            each.short_help = each.get_short_help_str(limit=1000)  # uncut in the list of a group
        for flag, text in SWITCHES.items():  # removed before; here for the help
            switch = TyperOption(param_decls=[flag], is_flag=True, expose_value=False, help=text)
            command.params.append(switch)
        return command


def _typer_of(name: str) -> typer.Typer:
    """The Typer application of a module: its own `app`, or one of the function named like it."""
    module = import_module(f"rulings_cli.commands.{name}")
    if hasattr(module, "app"):
        return cast(typer.Typer, module.app)
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command()(command_of(name) if name in direct.COMMANDS else getattr(module, name))
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        standard_output().write(f"rulings {rulings.__version__}\n")
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version."),
]

app = typer.Typer(cls=_LazyGroup, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=False)
def _rulings(version: VersionOption = False) -> None:
    """A rules book that a judge can ask: search rulings, show clauses, check a book."""


def run(arguments: Sequence[str]) -> int:
    """Run a command (default: help); returns the exit code. RulingsError for what is mistyped."""
    try:
        return app(list(arguments) or ["--help"], prog_name="rulings", standalone_mode=False) or 0
    except typer.TyperException as error:
        message = " ".join(error.format_message().split()).rstrip(".")
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "rulings"
        if command == "rulings":
            options = "a command comes first, then its options"
            search = "`rulings search …` asks a question"
            message += f"; {options if 'option' in message else search}"
        raise RulingsError(f"{message}; see `{command} --help`") from error
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # Typer makes a failure of it
            raise error.__context__ from None
        raise
