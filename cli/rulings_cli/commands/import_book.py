"""`rulings import`: official documents and collections of rulings, each into a book of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from rulings.errors import RulingsError
from rulings_cli.editions import importing
from rulings_cli.places import locations
from rulings_cli.start.options import JsonOption
from rulings_cli.terminal.output import print_answer_json, standard_output, warn
from rulings_cli.terminal.surroundings import today

Format = Literal["numbered", "faq", "mtg-cr", "mtgjson", "vtes"]
_FORMATS = (
    "numbered (any document of numbered rules: text, Markdown, HTML, PDF), "
    "faq (questions and answers: CSV, JSON, YAML, Markdown), "
    "mtg-cr (Comprehensive Rules .txt), mtgjson (AtomicCards.json), vtes (a folder)."
)

PrefixOption = Annotated[str | None, typer.Option(metavar="P", help="What its ids begin with: HB.")]
GameOption = Annotated[str | None, typer.Option(metavar="ID", help="The game: harbour.")]
RulesetOption = Annotated[
    str | None, typer.Option(metavar="ID", help="The ruleset: harbour-rules.")
]
LangOption = Annotated[
    str | None, typer.Option(metavar="CODE", help="The document's language: en, ja, fr, ….")
]
EditionOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="The edition, where the text has no date.")
]
TitleOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="numbered: what the document is called.")
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
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help=_FORMATS)],
    file: Annotated[Path, typer.Argument(help="The document, or the folder for vtes.")],
    prefix: PrefixOption = None,
    game: GameOption = None,
    ruleset: RulesetOption = None,
    lang: LangOption = None,
    edition: EditionOption = None,
    title: TitleOption = None,
    into: IntoOption = None,
    column: ColumnOption = None,
    plan: PlanOption = False,
    as_json: JsonOption = False,
) -> None:
    """Import a document that others publish into a book of its own.

    Without --into the book is used by every search from then on; with it, name it by --book.
    Importing again updates the book in place and keeps its ids; a stopped import changes nothing.

    Example: rulings import numbered rules.md --prefix HB --game harbour --ruleset harbour-rules
    --lang en
    """
    if title and form != "numbered":
        raise RulingsError(f"--title belongs to import numbered, not to {form}")
    names = {"prefix": prefix, "game": game, "ruleset": ruleset, "lang": lang}
    if form == "numbered":
        report = importing.numbered(file, into, edition, title, names, plan)
    elif form == "faq":
        report = importing.faq(file, into, edition, names, column or (), plan, today())
    elif plan or column or any(names.values()):
        raise RulingsError(f"import {form} knows its game; leave out --prefix and the like")
    elif form == "mtg-cr":
        report = importing.mtg_cr(file, into, edition)
    else:
        report = _collection(form, file, into)
    _print(report, as_json)


def _print(report: dict[str, Any], as_json: bool) -> None:
    """What was imported, or would be, on stdout; what is odd on stderr."""
    if as_json and "book" not in report:
        print_answer_json(report)
        return
    for message in report.pop("unplaced"):
        warn(message)
    if as_json:
        print_answer_json(report)
        return
    write = standard_output().write
    for name, heading in report.get("columns", {}).items():
        write(f"column {name}: {heading}\n")
    if unused := report.get("not_used"):
        write(f"not used: {', '.join(unused)}\n")
    for message in report.get("left_out", ()):
        write(f"left out: {message}\n")
    if accounts := report.get("accounts"):
        parts = " + ".join(f"{count} {name}" for name, count in accounts["parts"].items() if count)
        write(f"{accounts['unit']}: {accounts['total']} = {parts}\n")
    for level, number in report.get("levels", {}).items():
        write(f"level {level}  {number}\n")
    counts = ", ".join(f"{number} {name}" for name, number in report["counts"].items())
    write(f"{report.get('book', 'plan')}: {counts}\n")


def _collection(form: Format, file: Path, into: Path | None) -> dict[str, Any]:
    """Rulings on cards, which others collect."""
    if form == "mtgjson":
        from rulings.importing.formats.mtgjson import RULESET
        from rulings.importing.formats.mtgjson import import_mtgjson as import_it
    else:
        from rulings.importing.formats.vtes import RULESET
        from rulings.importing.formats.vtes import import_vtes as import_it
    place = into or locations.imported(RULESET, "book")
    report = import_it(file, place, today())
    return {"book": str(place), "counts": report.counts, "unplaced": report.unplaced}
