"""`rulings import`: official documents and collections of rulings, each into its own book."""

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.disk.files import save
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Authority
from rulings.importing.book_writer import is_imported, remove_book
from rulings.importing.formats import faq, mtg_cr, mtgjson, numbered
from rulings.importing.importer import Importer, Report, Request
from rulings.reading.book import Book
from rulings.reading.cited import ENDING, decoded
from rulings.reading.load import load_book
from rulings_cli.clock import today
from rulings_cli.commands.cite import numbers_in, other_words
from rulings_cli.places import locations
from rulings_cli.places.configuration import configured
from rulings_cli.start.options import JsonOption
from rulings_cli.start.translation import translated
from rulings_cli.terminal.output import print_answer_json, standard_output, warn

_EDITION = r"\w(?:[\w .,+()'-]{0,98}[\w)])?"
"""What can be the name of a folder on every system."""
_REMOVE = "remove"
_IMPORTERS: dict[str, Importer] = {
    each.IMPORTER.name: each.IMPORTER for each in (faq, mtg_cr, mtgjson, numbered)
}
_FORMATS = ", ".join(f"{each.name} ({each.reads})" for each in _IMPORTERS.values()) + "."

FormatArgument = Annotated[
    str, typer.Argument(metavar="FORMAT", help=_FORMATS, autocompletion=lambda: list(_IMPORTERS))
]
IntoOption = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The new book; else one of your own place.")
]
ColumnOption = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="NAME=HEADING", help="faq: answer=Antwort (again for more)."),
]
PlanOption = Annotated[
    bool, typer.Option("--plan", help="Only say what was found in it, and every odd line.")
]


def import_book(
    form: FormatArgument,
    file: Annotated[Path, typer.Argument(help="The document.")],
    prefix: Annotated[str, typer.Option(metavar="P", help="What its ids begin with: HB.")] = "",
    game: Annotated[str, typer.Option(metavar="ID", help="The game: harbour.")] = "",
    ruleset: Annotated[str, typer.Option(metavar="ID", help="The ruleset: harbour-cr.")] = "",
    lang: Annotated[str, typer.Option(metavar="CODE", help="Its language: en, ja, fr, ….")] = "",
    edition: Annotated[
        str | None, typer.Option(metavar="NAME", help="The edition, where the text has no date.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="NAME", help="numbered: what it is called.")] = "",
    authority: Annotated[
        Authority | None, typer.Option(help="Who says so, if not the publisher or an author.")
    ] = None,
    into: IntoOption = None,
    column: ColumnOption = None,
    plan: PlanOption = False,
    as_json: JsonOption = False,
) -> None:
    """Import a document that others publish into a book of its own.

    Without --into the book is used by every search from then on; with it, name it by --book.
    Importing again updates the book in place and keeps its ids; a stopped import changes nothing.

    `rulings import remove RULESET` removes an import from your own place, with --edition that one
    edition.

    Example: rulings import numbered rules.md --prefix HC --game harbour --ruleset harbour-cr
    --lang en
    """
    options: dict[str, Any] = {"prefix": prefix, "game": game, "ruleset": ruleset, "lang": lang}
    options |= {"edition": edition, "title": title, "column": column, "plan": plan}
    options["authority"] = authority
    if form == _REMOVE:
        _remove(str(file), {**options, "into": into, "json": as_json})
        return
    if edition is not None and not re.fullmatch(_EDITION, edition):
        message = "cannot name a folder; write for example 2026-01-16"
        raise RulingsError(f"--edition {edition[:40]!r} {message}")
    _print(_import(form, file, options, into), as_json)


def _import(form: str, file: Path, options: dict[str, Any], into: Path | None) -> Report:
    """Import a file; RulingsError for an unknown format or option."""
    importer = _IMPORTERS.get(form)
    if importer is None:
        raise RulingsError(f"no format {form!r}; one of {', '.join(_IMPORTERS)}, or {_REMOVE}")
    given = _given(form, options, importer.options)

    def folder_for(ruleset: str, edition: str) -> Path:
        before = newest_beside(locations.imported(ruleset, edition))
        if not into and before.exists() and not is_imported(before, form):
            message = f"the ruleset {ruleset} is there already, by another import"
            raise RulingsError(f"{message}; choose another --ruleset and --prefix")
        return into or locations.imported(ruleset, edition)

    def newest_beside(folder: Path) -> Path:
        newest = "" if into else locations.newest_import(folder.parent.name)
        return folder.with_name(newest) if newest else folder

    request = Request(file, given, today(), folder_for, _books_beside, newest_beside)
    report = importer.run(request)
    if report.book and importer.has_numbers:
        report.warnings += _write_numbers(report.book, into)
    if into or not report.book:
        return report
    ruleset, edition = report.book.parent.name, report.book.name
    if (latest := locations.newest_import(ruleset)) != edition:
        later = f"edition {latest!r} counts as newer than {edition} and stays in use"
        report.warnings.append(f"{later}; if it is not, import this one under another --edition")
    if configured().only and str(report.book) not in locations.named_books(None, if_any=True):
        command = f"`rulings cite {ruleset}`"
        report.warnings.append(f"this project reads only what it cites; {command} adds the import")
    return report


def _given(form: str, options: dict[str, Any], known: Collection[str]) -> dict[str, Any]:
    """The options that were given; RulingsError for one that is not among the `known`."""
    given = {name: value for name, value in options.items() if value}
    if unknown := [name for name in given if name not in known]:
        raise RulingsError(f"import {form} takes no --{unknown[0]}; leave it out")
    return given


def _write_numbers(book: Path, into: Path | None) -> Iterator[str]:
    """Write the file of numbers by which a search compares editions, of a document elsewhere among
    those of `cite`; yields a warning if the same edition was imported or cited with other words.
    """
    edition, content = numbers_in(book)
    cited = Path(locations.numbers_of(decoded(content, "").ruleset.id, edition))
    if into and (cited.exists() or not configured().cites):
        return
    beside = cited if into else Path(f"{book}{ENDING}")
    if changed := other_words(beside if beside.exists() else cited, content):
        message = f"edition {edition} had other words before: {len(changed)}, {changed[0]} first"
        yield f"{message}; give another --edition, so that `rulings stale` tells of them"
    save(beside, content)


def _remove(ruleset: str, options: dict[str, Any]) -> None:
    """Remove the imports of a ruleset; RulingsError if there are none, or other files in them."""
    edition = _given(_REMOVE, options, ("edition",)).get("edition", "")
    imported = [*map(Path, locations.imported_books(newest=False))]
    books = [path for path in imported if path.parent.name == ruleset]
    chosen = [path for path in books if edition in ("", path.name)]
    if not chosen:
        there = [f"{path.parent.name} {path.name}" for path in books or imported]
        named = f"{ruleset} {edition}".strip()
        raise RulingsError(f"no import {named!r}; there are {', '.join(there) or 'none'}")
    for path in chosen:
        remove_book(path)
        standard_output().write(f"{path}: {translated('removed')}\n")


def _books_beside(place: Path) -> Book:
    """The books in use, without earlier imports of the same document; what the project cites in
    the newest edition that was imported, which is cited next.
    """
    newest = {locations.place_of(each): locations.newest_of(each) for each in configured().cites}
    here = Path(os.path.realpath(place)).parent  # unlike resolve(), it survives a circle of links
    paths = [newest.get(name, Path(name)) for name in locations.named_books(None, if_any=True)]
    return load_book([path for path in paths if here not in (path.resolve().parent, path)]).book


def _print(report: Report, as_json: bool) -> None:
    """Print what was imported, with warnings on stderr; a plan in JSON contains them."""
    details = {"counts": report.counts, **report.details}
    details |= {"book": str(report.book)} if report.book else {"unplaced": report.warnings}
    if report.book or not as_json:
        warn(*report.warnings)
    (print_answer_json if as_json else _print_lines)(details)


def _print_lines(report: dict[str, Any]) -> None:
    def counted(counts: dict[str, int]) -> list[str]:
        return [translated(f"{count} {name}") for name, count in counts.items()]

    lines = [f"column {name}: {heading}" for name, heading in report.get("columns", {}).items()]
    if unused := report.get("not_used"):
        lines.append(f"not used: {', '.join(unused)}")
    lines += (f"left out: {message}" for message in report.get("left_out", ()))
    if accounts := report.get("accounts"):
        parts = counted({name: count for name, count in accounts["parts"].items() if count})
        lines.append(f"{accounts['unit']}: {accounts['total']} = {' + '.join(parts)}")
    lines += (f"level {level}  {number}" for level, number in report.get("levels", {}).items())
    lines.append(f"{report.get('book', 'plan')}: {', '.join(counted(report['counts']))}")
    standard_output().write("".join(f"{translated(line)}\n" for line in lines))
