"""The options that several commands share, as Typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rulings_cli.start.completion import complete_ruleset, complete_variant
from rulings_cli.start.declared import SHARED


def _typed(name: str, complete: Any = None) -> Any:
    """What Typer has to know of an option besides its type."""
    option = SHARED[name]
    if option.read is None:
        return typer.Option(option.flag, help=option.help)
    own = None if option.many or option.read is str else option.read
    return typer.Option(
        option.flag, metavar=option.metavar, help=option.help, parser=own, autocompletion=complete
    )


BookOption = Annotated[list[Path] | None, _typed("book")]
LanguageOption = Annotated[str | None, _typed("lang")]
RulesetOption = Annotated[str | None, _typed("ruleset")]
GameOption = Annotated[str | None, _typed("game")]
KindOption = Annotated[str | None, _typed("kind")]
AuthorityOption = Annotated[str | None, _typed("authority")]
AsOfOption = Annotated[str | None, _typed("as_of")]
LimitOption = Annotated[int | None, _typed("limit")]
FullOption = Annotated[bool, _typed("full")]
ExplainOption = Annotated[bool, _typed("explain")]
SectionOption = Annotated[bool, _typed("section")]
HistoryOption = Annotated[bool, _typed("history")]
JsonOption = Annotated[bool, _typed("as_json")]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Print what would change as a diff, and write nothing.")
]
StatusOption = Annotated[str | None, typer.Option(help="Only draft, active, …")]
RulesetsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ruleset",
        metavar="NAME",
        help="Only this ruleset (again for more).",
        autocompletion=complete_ruleset,
    ),
]
WithOption = Annotated[list[str] | None, _typed("included", complete_variant)]
WithoutOption = Annotated[list[str] | None, _typed("excluded", complete_variant)]
