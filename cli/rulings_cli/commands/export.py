"""`rulings export`: the records of the book for other programs, as JSON Lines or CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulings.errors import RulingsError
from rulings.languages import with_language
from rulings_cli.lab.exporting import FORMATS
from rulings_cli.places import locations
from rulings_cli.places.book_index import read_books
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.start import options
from rulings_cli.terminal.output import standard_output, write_file


def export(
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help=f"One of {', '.join(FORMATS)}.")
    ] = "jsonl",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write a file.")] = None,
    ruleset: options.RulesetOption = None,
    game: options.GameOption = None,
    kind: options.KindOption = None,
    authority: options.AuthorityOption = None,
    status: options.StatusOption = None,
    lang: options.LanguageOption = None,
    book: options.BookOption = None,
) -> None:
    """Export the entries of the book that the filters let through.

    Each line of jsonl is what `show --json` prints of an entry, with the version first. csv has the
    columns that a spreadsheet can use, with --lang in one language.

    Examples: rulings export --ruleset raid -o raid.jsonl; rulings export --format csv --lang ja
    """
    from rulings.lookup.filters import matching
    from rulings.lookup.records import Records

    if form not in FORMATS:
        raise RulingsError(f"--format {form}: choose one of {', '.join(FORMATS)}")
    opened = read_books(locations.published_books(book))
    filters = {"ruleset": ruleset_or_default(ruleset, game), "game": game, "kind": kind}
    filters |= {"authority": authority, "status": status}
    made = Records(opened)
    records = [made.entry(entry.id) for entry in matching(opened, **filters)]
    text = FORMATS[form](with_language(records, lang), lang)
    if out is None:
        standard_output().write(text)
    else:
        write_file(out, text.encode())
    if not records:
        raise typer.Exit(1)
