"""What `rulings sheet` can be told, beside the options that all commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

WhatArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="WHAT…", help="A sheet, a sheet file, a ruleset, or ids."),
]
OutputOption = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
]
FormatOption = Annotated[
    Literal["pdf", "html", "md"] | None,
    typer.Option("--format", help="Else by the end of the file's name; pdf."),
]
QueryOption = Annotated[
    list[str] | None, typer.Option("--query", help="What answers this (again for more).")
]
SideOption = Annotated[
    bool, typer.Option("--side-by-side", help="Both languages beside each other.")
]
StyleOption = Annotated[
    Literal["full", "poster"] | None,
    typer.Option(help="poster: titles and verdicts alone, large, on one page."),
]
CallsOption = Annotated[
    bool, typer.Option("--calls", help="Only the calls of the event that are in force.")
]
PaperOption = Annotated[Literal["a4", "letter"] | None, typer.Option(help="Size of paper.")]
ColumnsOption = Annotated[int | None, typer.Option(min=1, max=3, help="Of text, side by side.")]
PagesOption = Annotated[
    int | None, typer.Option(min=1, max=99, help="At most so many pages: smaller, then less.")
]
TitleOption = Annotated[str | None, typer.Option(help="The title, in place of the sheet's.")]
EventOption = Annotated[str | None, typer.Option(help="The event it is for.")]
DateOption = Annotated[str | None, typer.Option(help="The event's date: 2026-05-01.")]
OmitOption = Annotated[
    list[str] | None,
    typer.Option(help="Leave out why, examples, …, or an entry: BR-Q7 (again for more)."),
]
FontOption = Annotated[str | None, typer.Option(metavar="FAMILY", help="Set it in this font.")]
FontFoldersOption = Annotated[
    list[Path] | None, typer.Option("--font-path", metavar="DIR", help="A folder with fonts.")
]
ExampleOption = Annotated[bool, typer.Option("--example", help="Print a sheet file.")]
ListOption = Annotated[bool, typer.Option("--list", help="List the sheets of the book.")]
