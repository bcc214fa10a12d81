"""`rulings sheet`: a printable selection of entries, as PDF or Markdown."""

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from rulings.errors import RulingsError
from rulings.format.sheets import Paper, Select, Style
from rulings.languages import text_in
from rulings.lookup.records import Records
from rulings_cli.answers.newer import warn_of_newer
from rulings_cli.event import tonight
from rulings_cli.places import locations
from rulings_cli.places.language import reply_languages
from rulings_cli.sheets.request import Format, SheetRequest, papers_of_event
from rulings_cli.start import options
from rulings_cli.start.translation import translated
from rulings_cli.terminal.output import counted, standard_output, warn, write_file


def sheet(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="WHAT…", help="A sheet, a sheet file, a ruleset, or ids."),
    ] = None,
    output: options.OutputOption = None,
    form: Annotated[
        Format | None,
        typer.Option("--format", help="Otherwise the end of the file's name decides."),
    ] = None,
    query: Annotated[
        list[str] | None, typer.Option(help="Add the entries that answer this (again for more).")
    ] = None,
    ruleset: options.RulesetOption = None,
    kind: options.KindOption = None,
    lang: options.LanguageOption = None,
    style: Annotated[
        Style | None, typer.Option(help="poster: titles and verdicts alone, large, on one page.")
    ] = None,
    calls: Annotated[
        bool, typer.Option("--calls", help="Only calls in force, of this event or else the last.")
    ] = False,
    paper: Annotated[Paper | None, typer.Option(help="Size of paper.")] = None,
    pages: Annotated[
        int | None,
        typer.Option(min=1, max=99, help="At most so many pages: smaller type, then fewer parts."),
    ] = None,
    title: Annotated[str | None, typer.Option(help="The title, instead of the sheet's.")] = None,
    included: options.WithOption = None,
    omit: Annotated[
        list[str] | None,
        typer.Option(help="Leave out why, examples, …, or an entry: BR-Q7 (again for more)."),
    ] = None,
    font_path: Annotated[
        list[Path] | None, typer.Option(metavar="DIR", help="A folder with fonts.")
    ] = None,
    book: options.BookOption = None,
    example: Annotated[bool, typer.Option("--example", help="Print a sheet file.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the sheets of the book.")] = False,
) -> None:
    """Print a sheet of rulings as PDF or Markdown.

    Verdicts, clauses, who says so, and the rules cited in full, on A4 or Letter. Example:
    rulings sheet battle-royal -o faq.pdf. While an event is open, `rulings sheet` alone writes its
    posters and its booklet into the current folder.
    """
    if example:
        sys.stdout.buffer.write(files("rulings_cli.sheets").joinpath("example.yaml").read_bytes())
        return
    request = SheetRequest(
        what=what or [],
        queries=query or [],
        where=Select(ruleset=ruleset or "", kind=kind or ""),
        books=locations.books(book, with_calls=calls),
        language=lang,
        style=style,
        calls=calls,
        paper=paper,
        pages=pages,
        title=title,
        included=included or (),
        tonight=tonight.latest() if calls else tonight.event(),
        omit=[name for typed in omit or () for name in typed.split(",")],
        font_folders=font_path or [],
    )
    is_bare = not any((what, query, ruleset, kind, output, form, style, calls))
    if listed:
        for name, named in request.book.sheets.items():
            title = text_in(named.title, reply_languages(lang)[0])
            standard_output().labelled(name, title, indent=0)
    elif request.tonight.rulesets and is_bare:
        for path, each in papers_of_event(request):
            _print(each, "pdf", path)
    else:
        _print(request, form or _form_of(output), output)


def _form_of(output: Path | None) -> Format:
    if output is None:
        raise RulingsError("where to? add -o faq.pdf or -o faq.md, or open an event of a --ruleset")
    forms: dict[str, Format] = {".pdf": "pdf", ".md": "md"}
    if form := forms.get(output.suffix.lower()):
        return form
    raise RulingsError(f"{output}: end the name in .pdf or .md, or give --format")


def _print(request: SheetRequest, form: Format, output: Path | None) -> None:
    result = request.make(form)
    if result.left_out:
        warn(result.left_out)
    warn_of_newer(map(Records(request.book).entry, result.ids))
    if output is None or str(output) == "-":
        sys.stdout.buffer.write(result.content)
        return
    write_file(output, result.content)
    entries = counted(len(result.ids), translated("entry"), translated("entries"))
    pages = counted(result.pages, translated("page"), translated("pages")) if result.pages else ""
    standard_output().write(f"{output}  {pages}{pages and ', '}{entries}\n")
