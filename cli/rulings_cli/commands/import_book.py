"""`rulings import`: official documents and collections of rulings, each into a book of its own."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulings_cli import locations
from rulings_cli.options import JsonOption
from rulings_cli.output import print_json, standard_output, warn
from rulings_cli.progress import ProgressBar

if TYPE_CHECKING:
    from rulings.importers.collection import Report

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Format(StrEnum):
    """What can be imported."""

    MTG_CR = "mtg-cr"
    MTGJSON = "mtgjson"
    VTES = "vtes"


@app.command(name="import")
def import_book(
    form: Annotated[
        Format,
        typer.Argument(
            metavar="FORMAT",
            help="mtg-cr (Comprehensive Rules .txt), mtgjson (AtomicCards.json), vtes (a folder).",
        ),
    ],
    file: Annotated[Path, typer.Argument(help="The document, or the folder for vtes.")],
    into: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The new book; else one of your own place.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option(metavar="NAME", help="The edition, where the text has no date.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Import a document that others publish into a book of its own.

    Without --into the book is used by every search from then on; with it, name it by --book.
    Importing again updates the book in place and keeps its ids; a stopped import changes nothing.

    Example: rulings import mtg-cr "MagicCompRules 20231117.txt"
    """
    with ProgressBar(f"import {form}") as progress:
        report = _IMPORTS[form](file, into, edition, progress)
    for message in report.pop("unplaced"):
        warn(message)
    if as_json:
        print_json(report)
    else:
        counts = ", ".join(f"{number} {name}" for name, number in report["counts"].items())
        standard_output().write(f"{report['book']}: {counts}\n")


def _mtg_cr(file: Path, into: Path | None, edition: str | None, progress: ProgressBar) -> Any:
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


def _mtgjson(file: Path, into: Path | None, edition: str | None, progress: ProgressBar) -> Any:
    from rulings.importers.mtgjson import RULESET, import_mtgjson

    place = into or locations.imported(RULESET, "book")
    return _reported(place, import_mtgjson(file, place, _today(), progress))


def _vtes(file: Path, into: Path | None, edition: str | None, progress: ProgressBar) -> Any:
    from rulings.importers.vtes import RULESET, import_vtes

    place = into or locations.imported(RULESET, "book")
    return _reported(place, import_vtes(file, place, _today(), progress))


def _reported(place: Path, report: Report) -> dict[str, Any]:
    return {"book": str(place), "counts": report.counts, "unplaced": report.unplaced}


def _today() -> str:
    return date.today().isoformat()


_IMPORTS = {Format.MTG_CR: _mtg_cr, Format.MTGJSON: _mtgjson, Format.VTES: _vtes}
