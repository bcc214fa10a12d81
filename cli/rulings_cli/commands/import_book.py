"""`rulings import`: official documents and collections of rulings, each into a book of its own."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulings.problems import RulingsError
from rulings.progress import tell
from rulings_cli import importing, locations
from rulings_cli.options import JsonOption
from rulings_cli.output import print_answer_json, standard_output, warn

if TYPE_CHECKING:
    from rulings.importers import Progress
    from rulings.importers.collection import Report

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Format(StrEnum):
    """What can be imported."""

    NUMBERED = "numbered"
    FAQ = "faq"
    MTG_CR = "mtg-cr"
    MTGJSON = "mtgjson"
    VTES = "vtes"


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
ColumnOption = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="NAME=HEADING", help="faq: answer=Antwort (again for more)."),
]
PlanOption = Annotated[
    bool, typer.Option("--plan", help="Only say what was found in it, and every odd line.")
]


@app.command(name="import")
def import_book(
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help=_FORMATS)],
    file: Annotated[Path, typer.Argument(help="The document, or the folder for vtes.")],
    prefix: PrefixOption = None,
    game: GameOption = None,
    ruleset: RulesetOption = None,
    lang: LangOption = None,
    edition: Annotated[
        str | None, typer.Option(metavar="NAME", help="The edition, where the text has no date.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The new book; else one of your own place.")
    ] = None,
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
    names = {"prefix": prefix, "game": game, "ruleset": ruleset, "lang": lang}
    progress = partial(tell, f"importing {form}")
    if form is Format.NUMBERED:
        report = importing.numbered(file, into, edition, names, plan, progress)
    elif form is Format.FAQ:
        report = importing.faq(file, into, edition, names, column or (), plan, _today())
    elif plan or column or any(names.values()):
        raise RulingsError(f"import {form} knows its game; leave out --prefix and the like")
    else:
        report = _IMPORTS[form](file, into, edition, progress)
    _print(report, as_json)


def _print(report: dict[str, Any], as_json: bool) -> None:
    """What was imported, or would be, on stdout; what is odd on stderr."""
    for message in report["unplaced"] if "book" in report or not as_json else ():
        warn(message)
    if as_json:
        print_answer_json(report if "book" not in report else _without(report, "unplaced"))
        return
    write = standard_output().write
    for name, heading in report.get("columns", {}).items():
        write(f"column {name}: {heading}\n")
    if unused := report.get("not_used"):
        write(f"not used: {', '.join(unused)}\n")
    for message in report.get("left_out", ()):
        write(f"left out: {message}\n")
    for level, number in report.get("levels", {}).items():
        write(f"level {level}  {number}\n")
    counts = ", ".join(f"{number} {name}" for name, number in report["counts"].items())
    write(f"{report.get('book', 'plan')}: {counts}\n")


def _without(report: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name != key}


def _mtg_cr(file: Path, into: Path | None, edition: str | None, progress: Progress) -> Any:
    from rulings.importers.mtg_cr import RULESET, write_rules
    from rulings.importers.mtg_cr_text import read_rules

    if edition is not None:
        locations.refuse_edition(edition)
    text = read_rules(file, edition)
    place = into or locations.imported(RULESET, text.edition)
    write_rules(text, place, file.name, progress)
    examples = sum(len(rule.examples) for rule in text.rules.values())
    return {
        "book": str(place),
        "edition": text.edition,
        "counts": {
            "rules": len(text.rules),
            "glossary entries": len(text.glossary),
            "examples": examples,
        },
        "unplaced": [f"{file}:{line}: {words}" for line, words in text.unplaced],
    }


def _mtgjson(file: Path, into: Path | None, edition: str | None, progress: Progress) -> Any:
    from rulings.importers.mtgjson import RULESET, import_mtgjson

    place = into or locations.imported(RULESET, "book")
    return _reported(place, import_mtgjson(file, place, _today(), progress))


def _vtes(file: Path, into: Path | None, edition: str | None, progress: Progress) -> Any:
    from rulings.importers.vtes import RULESET, import_vtes

    place = into or locations.imported(RULESET, "book")
    return _reported(place, import_vtes(file, place, _today(), progress))


def _reported(place: Path, report: Report) -> dict[str, Any]:
    return {"book": str(place), "counts": report.counts, "unplaced": report.unplaced}


def _today() -> str:
    return date.today().isoformat()


_IMPORTS = {Format.MTG_CR: _mtg_cr, Format.MTGJSON: _mtgjson, Format.VTES: _vtes}
