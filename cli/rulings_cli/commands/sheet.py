"""`rulings sheet`: a printable selection of entries, as PDF, HTML or Markdown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rulings.problems import RulingsError
from rulings_cli import locations
from rulings_cli.options import (
    AuthorityOption,
    BookOption,
    GameOption,
    KindOption,
    LanguageOption,
    RulesetOption,
)
from rulings_cli.output import standard_output, warn, write_file

if TYPE_CHECKING:
    from rulings_cli.sheets.order import Order

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def sheet(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="WHAT…", help="A sheet, a sheet file, a ruleset, or ids."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
    ] = None,
    form: Annotated[
        Literal["pdf", "html", "md"] | None,
        typer.Option("--format", help="Else by the end of the file's name; pdf."),
    ] = None,
    query: Annotated[
        list[str] | None, typer.Option("--query", help="What answers this (again for more).")
    ] = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    authority: AuthorityOption = None,
    lang: LanguageOption = None,
    side: Annotated[
        bool, typer.Option("--side-by-side", help="Both languages beside each other.")
    ] = False,
    paper: Annotated[Literal["a4", "letter"] | None, typer.Option(help="Size of paper.")] = None,
    columns: Annotated[int | None, typer.Option(min=1, max=3)] = None,
    pages: Annotated[
        int | None, typer.Option(min=1, max=99, help="At most so many pages: smaller, then less.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="The title, in place of the sheet's.")] = None,
    event: Annotated[str | None, typer.Option(help="The event it is for.")] = None,
    date: Annotated[str | None, typer.Option(help="The event's date: 2026-05-01.")] = None,
    with_variant: Annotated[
        list[str] | None, typer.Option("--with", metavar="ID", help="A variant in force tonight.")
    ] = None,
    omit: Annotated[
        list[str] | None, typer.Option(help="Leave out why, examples, clauses, … (see the docs).")
    ] = None,
    font: Annotated[str | None, typer.Option(metavar="FAMILY", help="Set it in this font.")] = None,
    font_path: Annotated[
        list[Path] | None, typer.Option("--font-path", metavar="DIR", help="A folder with fonts.")
    ] = None,
    book: BookOption = None,
    example: Annotated[bool, typer.Option("--example", help="Print a sheet file.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the sheets of the book.")] = False,
) -> None:
    """Print a sheet of rulings: rulings sheet battle-royal -o faq.pdf

    Verdicts, clauses, who says so, and the rules cited in full, on A4 or Letter.
    """
    from rulings_cli.sheets import order  # noqa: PLC0415

    if example:
        sys.stdout.write(order.example())
        return
    asked = order.Order(
        what=what or [],
        queries=query or [],
        where=order.where(ruleset, game, kind, authority),
        books=locations.books(book),
        language=lang,
        side=side,
        paper=paper,
        columns=columns,
        pages=pages,
        title=title,
        event=event,
        date=date,
        variants=with_variant,
        omit=omit or [],
        font=font,
        font_folders=font_path or [],
    )
    if listed:
        _list(asked)
        return
    if output is None and form is None:
        raise RulingsError("where to? add -o faq.pdf, -o faq.html or -o faq.md")
    made = asked.make(form or order.format_of(output))
    if made.left_out:
        warn(made.left_out)
    _write(made.content, output)


def _list(asked: Order) -> None:
    for name, title in asked.sheets():
        standard_output().labelled(name, title, indent=0)


def _write(content: bytes, output: Path | None) -> None:
    if output is None or str(output) == "-":
        sys.stdout.buffer.write(content)
        return
    write_file(output, content)
