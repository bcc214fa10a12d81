"""`rulings export`: the records of the book for other programs, as JSON Lines or CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from rulings_cli.lab import exporting
from rulings_cli.places import locations
from rulings_cli.places.book_index import read_books
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.start.options import (
    AuthorityOption,
    BookOption,
    GameOption,
    KindOption,
    LanguageOption,
    RulesetOption,
    StatusOption,
)
from rulings_cli.terminal.output import standard_output, write_file


def export(
    form: Annotated[
        Literal["jsonl", "csv"], typer.Option("--format", help="A line or a row an entry.")
    ] = "jsonl",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write a file.")] = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    authority: AuthorityOption = None,
    status: StatusOption = None,
    lang: LanguageOption = None,
    book: BookOption = None,
) -> None:
    """Export the entries of the book that the filters let through.

    Each line of jsonl is what `show --json` prints of an entry, with the version first. csv has the
    columns that a spreadsheet can use, with --lang in one language.

    Examples: rulings export --ruleset raid -o raid.jsonl; rulings export --format csv --lang ja
    """
    opened = read_books(locations.published_books(book))
    asked = {"ruleset": ruleset_or_default(ruleset, game), "game": game, "kind": kind}
    asked |= {"authority": authority, "status": status}
    records = exporting.records(opened, asked, lang)
    text = exporting.as_lines(records) if form == "jsonl" else exporting.as_rows(records, lang)
    if out is None:
        standard_output().write(text)
    else:
        write_file(out, text.encode())
    if not records:
        raise typer.Exit(1)
