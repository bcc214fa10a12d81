"""`rulings export`: the records of the book for other programs; each format a row of `FORMATS`."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.errors import RulingsError
from rulings.format.record import VERSION, Record
from rulings.languages import text_in, with_language
from rulings.lookup.filters import matching
from rulings.lookup.records import Records
from rulings_cli.places import locations
from rulings_cli.places.book_index import open_to_publish
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.start import options
from rulings_cli.terminal.output import clean, standard_output, write_file

_PLAIN = ("id", "kind", "ruleset", "game", "edition", "authority", "status")
_TEXTS = ("title", "verdict", "question", "ask", "answer", "text", "why", "remark")
_LISTS = ("clauses", "variants", "modifies", "adds_to", "about", "cards", "terms")
_COMMANDING = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula, also behind space."""


def _as_lines(records: Sequence[Record], _lang: str | None) -> str:
    """A line of JSON for each record, with the version first."""
    lines = (json.dumps({"version": VERSION, **each}, ensure_ascii=False) for each in records)
    return "".join(f"{line}\n" for line in lines)


def _as_rows(records: Sequence[Record], lang: str | None) -> str:
    """A row for each record, with a column for each language of a text, or one for --lang."""
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\n")
    codes = (
        [lang]
        if lang and lang != "both"
        else sorted({code for record in records for code in record["title"]})
    )
    for number, record in enumerate(records):
        cells = dict(_cells(record, codes))
        if number == 0:
            rows.writerow(cells)
        rows.writerow(map(_as_text, cells.values()))
    return stream.getvalue()


def _cells(record: Mapping[str, Any], codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The columns of a row with what they hold."""
    yield from ((key, str(record.get(key, ""))) for key in _PLAIN)
    for key in _TEXTS:
        text = record.get(key) or {}
        for code in codes:
            yield (
                (key, text_in(text, code))
                if len(codes) == 1
                else (f"{key}.{code}", text.get(code, ""))
            )
    for code in codes:
        name = "asked" if len(codes) == 1 else f"asked.{code}"
        yield name, "\n".join(record.get("asked", {}).get(code, ()))
    yield from ((key, "; ".join(record.get(key) or ())) for key in _LISTS)
    yield "sources", "; ".join(source["id"] for source in record["sources"])


def _as_text(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula, by its first visible sign (``＝`` is one)."""
    cell = cell.replace("\r", "")  # ends a row for some
    first = unicodedata.normalize("NFKC", clean(cell)[:1])
    return f"'{cell}" if first.isspace() or first in _COMMANDING else cell


FORMATS: dict[str, Callable[[Sequence[Record], str | None], str]] = {
    "jsonl": _as_lines,
    "csv": _as_rows,
}
"""By the name of the format, what writes records in it, in the language asked for."""


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
    columns that a spreadsheet can use, with --lang in one language. Calls are left out: `calls
    export` writes them.

    Examples: rulings export --ruleset raid -o raid.jsonl; rulings export --format csv --lang ja
    """
    if form not in FORMATS:
        raise RulingsError(f"--format {form}: choose one of {', '.join(FORMATS)}")
    opened = open_to_publish(locations.published_books(book))
    filters = {"ruleset": ruleset_or_default(ruleset, game), "game": game, "kind": kind}
    filters |= {"authority": authority, "status": status}
    made = Records(opened)
    entries = (each for each in matching(opened, **filters) if each.id not in opened.cited)
    records = [made.entry(entry.id) for entry in entries if not getattr(entry, "call", None)]
    text = FORMATS[form](with_language(records, lang), lang)
    if out is None:
        standard_output().write(text)
    else:
        write_file(out, text.encode())
    if not records:
        raise typer.Exit(1)
