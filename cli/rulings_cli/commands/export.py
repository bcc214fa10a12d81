"""`rulings export`: the records of the book for other programs; each format a row of `FORMATS`."""

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.errors import RulingsError
from rulings.format.record import VERSION, Record
from rulings.kinds import TEXTS
from rulings.languages import text_of, with_language
from rulings.lookup.filters import KINDS_WITH_SLUG, choices_of, filter_of, matching
from rulings.lookup.records import Records
from rulings.reading.book import Book
from rulings_cli.places import locations
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.places.opening import open_to_publish
from rulings_cli.start import options
from rulings_cli.terminal.output import clean, standard_output, warn, write_file
from rulings_cli.writing import opensearch

_PLAIN = ("id", "kind", "ruleset", "game", "edition", "authority", "status")
_LISTS = (
    *("clauses", "variants", "base_rules", "modifies", "adds_to", "about", "nearest"),
    *("cards", "terms", "formerly"),
)
_NAMED = ("id", "kind", "game"), ("name", "type", "effect", "text", "remark"), ()
_ENTRIES = _PLAIN, TEXTS, _LISTS
_FOUND_BY = (*_PLAIN, *TEXTS, *_LISTS, "asked", "name", "type", "effect", "aliases")
"""What another engine needs to find an entry, a card or a term."""


def _as_lines(records: Sequence[Record], _lang: str | None) -> str:
    lines = (json.dumps({"version": VERSION, **each}, ensure_ascii=False) for each in records)
    return "".join(f"{line}\n" for line in lines)


def _as_rows(records: Sequence[Record], lang: str | None) -> str:
    """A row for each record, with a column for each language of a text, or one for --lang."""
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\n")
    codes = [lang] if lang and lang != "both" else _languages_of(records)
    for number, record in enumerate(records):
        cells = dict(_cells(record, codes))
        if number == 0:
            rows.writerow(cells)
        rows.writerow(map(_as_text, cells.values()))
    return stream.getvalue()


def _cells(record: Mapping[str, Any], codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    is_named = record["kind"] in KINDS_WITH_SLUG
    plain, texts, lists = _NAMED if is_named else _ENTRIES
    phrasings = "aliases" if is_named else "asked"

    def column(key: str, code: str) -> str:
        return key if len(codes) == 1 else f"{key}.{code}"

    yield from ((key, str(record.get(key, ""))) for key in plain)
    for key in texts:
        text = record.get(key) or {}
        yield from ((column(key, code), text.get(code, "")) for code in codes)
    for code in codes:
        listed: dict[str, list[str]] = record.get(phrasings, {})
        yield column(phrasings, code), "\n".join(listed.get(code, ()))
    yield from ((key, "; ".join(record.get(key) or ())) for key in lists)
    yield "sources", "; ".join(source["id"] for source in record["sources"])


def _languages_of(records: Sequence[Record]) -> list[str]:
    """The languages in which the records say anything, or are found by."""
    keys = {*TEXTS, *_NAMED[1], "asked", "aliases"}
    texts = (text_of(record, key) for record in records for key in keys)
    return sorted({code for text in texts for code, words in text.items() if words})


def _entries(book: Book, kind: str | None, **filters: str | None) -> list[Record]:
    records, entries = Records(book), matching(book, kind=kind, **filters)
    published = (each for each in entries if each.id not in book.cited)
    return [records.entry(each.id) for each in published if not getattr(each, "call", None)]


def _named(book: Book, kind: str | None, **filters: str | None) -> list[Record]:
    """The cards or terms of the games whose entries the filters let through."""
    games = {book.ruleset_of(entry.id).game for entry in matching(book, **filters)}
    records, shelf = Records(book), book.shelves[str(kind)]
    return [records.named(game, str(kind), slug) for game, slug in shelf if game in games]


def _as_text(cell: str) -> str:
    """A cell that no spreadsheet reads as a formula, whatever its first sign (``＝`` counts)."""
    cell = cell.replace("\r", "")  # some programs take it for the end of a row
    first = unicodedata.normalize("NFKC", clean(cell)[:1])
    return f"'{cell}" if first.isspace() or first in ("=", "+", "-", "@") else cell


def _write_mapping(book: Book, records: Sequence[Record], out: Path | None) -> None:
    """Write how OpenSearch is to read the records, beside them."""
    if out is None:
        raise RulingsError("--format opensearch: name a file with --out, for a mapping too")
    games = {record["game"] for record in records}
    named = chain(*(_named(book, kind, game=game) for kind in book.shelves for game in games))
    text = opensearch.mapping(_languages_of(records), named)
    write_file(out.with_suffix(".mapping.json"), text.encode())


FORMATS: dict[str, Callable[[Sequence[Record], str | None], str]] = {
    "jsonl": _as_lines,
    "csv": _as_rows,
    "opensearch": lambda records, _lang: opensearch.bulk(records, _FOUND_BY),
}
"""By the name of the format, what writes records in it, in the language asked for."""


def export(
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help=f"One of {', '.join(FORMATS)}.")
    ] = "jsonl",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write a file.")] = None,
    mark: Annotated[bool, typer.Option("--bom", help="With a byte order mark, for Excel.")] = False,
    ruleset: options.RulesetOption = None,
    game: options.GameOption = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Only clause, ruling, …; or card, or term.")
    ] = None,
    authority: options.AuthorityOption = None,
    lang: options.LanguageOption = None,
    book: options.BookOption = None,
) -> None:
    """Export the entries, cards or terms of the book that the filters let through.

    Each line of jsonl is what `show --json` prints of an entry, with the version first. csv has the
    columns that a spreadsheet can use, with --lang in one language; Excel reads it with --bom.
    Calls are left out: `calls export` writes them.

    --kind card and --kind term export the cards and terms; with a ruleset, those of its game.
    opensearch is what OpenSearch and Elasticsearch load in bulk, with a mapping in another file.

    Examples: rulings export --ruleset raid -o raid.jsonl; rulings export --format csv --lang ja
    --bom -o rulings.csv; rulings export --kind card --format csv
    """
    if form not in FORMATS:
        raise RulingsError(f"--format {form}: choose one of {', '.join(FORMATS)}")
    opened = open_to_publish(locations.published_books(book), unfinished=True)
    filter_of(choices_of(opened), lang=None if lang == "both" else lang)  # raises if there is none
    chosen = {"ruleset": ruleset_or_default(ruleset, game), "game": game, "authority": authority}
    records = (_named if kind in opened.shelves else _entries)(opened, kind, **chosen)
    if form == "opensearch":
        _write_mapping(opened, records, out)
    _write(FORMATS[form](with_language(records, lang), lang), out, mark and form == "csv")
    if not records:
        if any(each.id in opened.cited for each in matching(opened, **chosen)):
            warn(locations.NOT_PUBLISHED)
        raise typer.Exit(1)


def _write(text: str, out: Path | None, mark: bool) -> None:
    if out is None:
        standard_output().write(text)
    else:
        write_file(out, text.encode("utf-8-sig" if mark else "utf-8"))
