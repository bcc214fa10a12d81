"""`rulings sheet`: a printable selection of entries, as PDF, HTML or Markdown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.problems import RulingsError
from rulings_cli import locations, tonight
from rulings_cli.options import (
    AuthorityOption,
    BookOption,
    GameOption,
    KindOption,
    LanguageOption,
    RulesetOption,
    WithOption,
    WithoutOption,
)
from rulings_cli.output import standard_output, warn, write_file
from rulings_cli.sheets import options

if TYPE_CHECKING:
    from rulings_cli.sheets.request import Format, RenderedSheet, SheetRequest


def sheet(
    what: options.WhatArgument = None,
    output: options.OutputOption = None,
    form: options.FormatOption = None,
    query: options.QueryOption = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    authority: AuthorityOption = None,
    lang: LanguageOption = None,
    side: options.SideOption = False,
    style: options.StyleOption = None,
    calls: options.CallsOption = False,
    paper: options.PaperOption = None,
    columns: options.ColumnsOption = None,
    pages: options.PagesOption = None,
    title: options.TitleOption = None,
    event: options.EventOption = None,
    date: options.DateOption = None,
    included: WithOption = None,
    excluded: WithoutOption = None,
    omit: options.OmitOption = None,
    font: options.FontOption = None,
    font_path: options.FontFoldersOption = None,
    book: BookOption = None,
    example: options.ExampleOption = False,
    listed: options.ListOption = False,
) -> None:
    """Print a sheet of rulings as PDF, HTML or Markdown.

    Verdicts, clauses, who says so, and the rules cited in full, on A4 or Letter. Example:
    rulings sheet battle-royal -o faq.pdf
    """
    from rulings_cli.sheets import request

    if example:
        _write(request.example().encode(), None)
        return
    asked = request.SheetRequest(
        what=what or [],
        queries=query or [],
        where=request.where(ruleset, game, kind, authority),
        books=locations.books(book),
        language=lang,
        side=side,
        style=style,
        calls=calls,
        paper=paper,
        columns=columns,
        pages=pages,
        title=title,
        event=event,
        date=date,
        included=included or (),
        excluded=excluded or (),
        tonight=tonight.table(),
        omit=[name for typed in omit or () for name in typed.split(",")],
        font=font,
        font_folders=font_path or [],
    )
    if listed:
        _list(asked)
    else:
        _print(asked, form, output)


def _list(asked: SheetRequest) -> None:
    for name, title in asked.sheets():
        standard_output().labelled(name, title, indent=0)


def _print(asked: SheetRequest, form: Format | None, output: Path | None) -> None:
    from rulings_cli.sheets.request import format_of

    if output is None and form is None:
        raise RulingsError("where to? add -o faq.pdf, -o faq.html or -o faq.md")
    made = asked.make(form or format_of(output))
    if made.left_out:
        warn(made.left_out)
    _write(made.content, output)
    if output is not None and str(output) != "-":
        standard_output().write(f"{output}  {_counted(made)}\n")


def _counted(made: RenderedSheet) -> str:
    """How much was made: ``2 pages, 24 entries``; only a PDF has pages of its own."""
    counts = [(made.pages, "page", "pages"), (made.entries, "entry", "entries")]
    return ", ".join(
        f"{count} {one if count == 1 else many}" for count, one, many in counts if count
    )


def _write(content: bytes, output: Path | None) -> None:
    if output is None or str(output) == "-":
        sys.stdout.buffer.write(content)
        return
    write_file(output, content)
