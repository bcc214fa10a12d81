"""The options that several commands share, as Typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rulings_cli import declared
from rulings_cli.completion import complete_ruleset, complete_variant


def _typed(option: declared.Option, complete: Any = None) -> Any:
    """What Typer has to know of an option besides its type."""
    if option.read is None:
        return typer.Option(option.flag, help=option.help)
    own = None if option.many or option.read is str else option.read
    return typer.Option(
        option.flag, metavar=option.metavar, help=option.help, parser=own, autocompletion=complete
    )


BookOption = Annotated[list[Path] | None, _typed(declared.BOOK)]
LanguageOption = Annotated[str | None, _typed(declared.LANG)]
RulesetOption = Annotated[str | None, _typed(declared.RULESET)]
GameOption = Annotated[str | None, _typed(declared.GAME)]
KindOption = Annotated[str | None, _typed(declared.KIND)]
AuthorityOption = Annotated[str | None, _typed(declared.AUTHORITY)]
AsOfOption = Annotated[str | None, _typed(declared.AS_OF)]
LimitOption = Annotated[int | None, _typed(declared.LIMIT)]
FullOption = Annotated[bool, _typed(declared.FULL)]
ExplainOption = Annotated[bool, _typed(declared.EXPLAIN)]
SectionOption = Annotated[bool, _typed(declared.SECTION)]
HistoryOption = Annotated[bool, _typed(declared.HISTORY)]
JsonOption = Annotated[bool, _typed(declared.JSON)]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Print what would change as a diff, and write nothing.")
]
RulesetsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ruleset",
        metavar="NAME",
        help="Only this ruleset (again for more).",
        autocompletion=complete_ruleset,
    ),
]
WithOption = Annotated[list[str] | None, _typed(declared.WITH, complete_variant)]
WithoutOption = Annotated[list[str] | None, _typed(declared.WITHOUT, complete_variant)]
