"""The options that several commands share, as Typer reads them."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings_cli.start import direct

_WORDS = {
    "query": typer.Argument(help="What was asked, in any script."),
    "ids": typer.Argument(metavar="ID…", help='"BR 8.1a", brq22, 310.4b, …'),
}
"""The words of the commands that `direct` reads, by their parameter."""


def _typed(name: str) -> Any:
    """What Typer has to know of an option besides its type."""
    flag, text, metavar, read, _ = direct.OPTIONS[name]
    parser = None if read is str else read
    return typer.Option(flag, metavar=metavar or None, help=text, parser=parser)


def _type(name: str) -> Any:
    option = direct.OPTIONS[name]
    taken = list[str] | None if option.many else str | None
    return Annotated[taken if option.read else bool, _typed(name)]


def command_of(name: str) -> Callable[..., None]:
    """A command that `direct` reads as a function that Typer can read."""
    run = direct.function_of(name)

    def command(**values: Any) -> None:
        raise typer.Exit(run(values.pop(words.name), **values))

    words, *options = inspect.signature(run).parameters.values()
    typed: Any = command
    typed.__doc__ = run.__doc__
    taken = Annotated[list[str], _WORDS[words.name]]
    parameters = [words.replace(annotation=taken, kind=words.KEYWORD_ONLY)]
    parameters += [option.replace(annotation=_type(option.name)) for option in options]
    typed.__signature__ = inspect.Signature(parameters)
    return command


BookOption = Annotated[list[Path] | None, _typed("book")]
LanguageOption = Annotated[str | None, _typed("lang")]
RulesetOption = Annotated[str | None, _typed("ruleset")]
RulesetsOption = Annotated[list[str] | None, _typed("rulesets")]
OneRulesetOption = Annotated[str, typer.Option("--ruleset", help="battle-royal, BR, …")]
GameOption = Annotated[str | None, _typed("game")]
KindOption = Annotated[str | None, _typed("kind")]
AuthorityOption = Annotated[str | None, _typed("authority")]
LimitOption = Annotated[int | None, _typed("limit")]
WithOption = Annotated[list[str] | None, _typed("included")]
WithoutOption = Annotated[list[str] | None, _typed("excluded")]
JsonOption = Annotated[bool, _typed("as_json")]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Print what would change as a diff, and write nothing.")
]
