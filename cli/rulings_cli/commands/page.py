"""`rulings page`: the book as one file for a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulings.problems import RulingsError
from rulings_cli import locations
from rulings_cli.completion import complete_ruleset
from rulings_cli.options import BookOption, LanguageOption

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def page(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
    ruleset: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Only this ruleset (again for more).",
            autocompletion=complete_ruleset,
        ),
    ] = None,
    lang: LanguageOption = None,
    book: BookOption = None,
) -> None:
    """Make one HTML file with the book, its search and calculators, for a phone without network.

    Example: rulings page -o table.html --ruleset BR
    """
    from rulings.books import open_book  # noqa: PLC0415
    from rulings_cli.pages.phone import phone_page  # noqa: PLC0415
    from rulings_cli.pages.selection import select  # noqa: PLC0415

    if output is None:
        raise RulingsError("where to? add -o table.html")
    opened = open_book(locations.books(book))
    languages = ("ja", "en") if lang in (None, "both") else (str(lang),)
    made = phone_page(select(opened, ruleset or (), languages))
    output.write_text(made, encoding="utf-8", newline="\n")
    typer.echo(f"{output}  {len(made.encode()) // 1024} KB")
