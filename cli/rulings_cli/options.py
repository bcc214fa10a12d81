"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from rulings_cli.completion import complete_ruleset, complete_variant

# in the order of `rulings.sheets`: typing takes both for the same, and keeps the first it met
Language = Literal["en", "ja", "both"]

BookOption = Annotated[
    list[Path] | None,
    typer.Option("--book", metavar="DIR", help="A book to lay on top (again for more)."),
]
LanguageOption = Annotated[
    Language | None, typer.Option("--lang", help="Language of what is printed.")
]
RulesetOption = Annotated[
    str | None, typer.Option("--ruleset", metavar="NAME", help="Only this ruleset: raid, BR, …")
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
WithOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="VARIANT",
        help="In force: only this variant (again for more).",
        autocompletion=complete_variant,
    ),
]
WithoutOption = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        metavar="VARIANT",
        help="Not in force: this variant (again for more).",
        autocompletion=complete_variant,
    ),
]
GameOption = Annotated[
    str | None, typer.Option("--game", metavar="NAME", help="Only this game: pokemon-tcg, mtg, …")
]
KindOption = Annotated[
    str | None, typer.Option("--kind", help="Only clause, variant, ruling, note, card or term.")
]
AuthorityOption = Annotated[
    str | None,
    typer.Option("--authority", help="Only this authority; with + also those above: event+."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
LimitOption = Annotated[
    int | None, typer.Option("--limit", min=1, max=1000, help="How many at most.")
]
NoColorOption = Annotated[bool, typer.Option("--no-color", help="Print without colours.")]
