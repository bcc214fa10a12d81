"""The records of a book in the formats of `rulings export`: each a row of `FORMATS`."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulings.format.record import VERSION, Record
from rulings.languages import said
from rulings_cli.terminal.output import clean

_PLAIN = ("id", "kind", "ruleset", "game", "edition", "authority", "status")
_TEXTS = ("title", "verdict", "question", "ask", "answer", "text", "why", "remark")
_LISTS = ("clauses", "variants", "modifies", "adds_to", "about", "cards", "terms")
_COMMANDING = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula, also behind space."""


def _as_lines(records: Sequence[Record], _lang: str | None) -> str:
    """A line of JSON a record, the version first."""
    lines = (json.dumps({"version": VERSION, **each}, ensure_ascii=False) for each in records)
    return "".join(f"{line}\n" for line in lines)


def _as_rows(records: Sequence[Record], lang: str | None) -> str:
    """A row a record, with a column for each language of a text, or one for the language asked."""
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
                (key, said(text, code))
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
