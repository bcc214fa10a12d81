"""The records of a book as lines of JSON, or as the rows of a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, cast

from rulings.format.record import VERSION, Record
from rulings.languages import said, with_language
from rulings.lookup.filters import matching
from rulings.lookup.records import Records
from rulings.reading.book import Book
from rulings_cli.terminal.output import clean

_PLAIN = ("id", "kind", "ruleset", "game", "edition", "authority", "status")
_TEXTS = ("title", "verdict", "question", "ask", "answer", "text", "why", "remark")
_LISTS = ("clauses", "variants", "modifies", "adds_to", "about", "cards", "terms")
_COMMANDING = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula, also behind space."""


def records(book: Book, asked: Mapping[str, str | None], lang: str | None) -> list[Record]:
    """The records of the entries that filters let through, with every text in the language asked
    for; raises FilterError.
    """
    made = Records(book)
    found = [made.entry(entry.id) for entry in matching(book, **asked)]
    return cast("list[Record]", with_language(found, lang))


def as_lines(found: Sequence[Record]) -> str:
    """A line of JSON a record, the version first."""
    lines = (json.dumps({"version": VERSION, **one}, ensure_ascii=False) for one in found)
    return "".join(f"{line}\n" for line in lines)


def as_rows(found: Sequence[Record], lang: str | None) -> str:
    """A row a record, with a column for each language of a text, or one for the language asked."""
    codes = [] if lang in (None, "both") else [str(lang)]
    codes = codes or sorted({code for one in found for code in one["title"]})
    single = len(codes) == 1
    texts = {(key, code): key if single else f"{key}.{code}" for key in _TEXTS for code in codes}
    asked = {code: "asked" if single else f"asked.{code}" for code in codes}
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\n")
    rows.writerow([*_PLAIN, *texts.values(), *asked.values(), *_LISTS, "sources"])
    for one in found:
        plain: Mapping[str, Any] = one
        row = [str(plain.get(key, "")) for key in _PLAIN]
        row += [_text(plain.get(key), code, single) for key, code in texts]
        row += ["\n".join(plain.get("asked", {}).get(code, ())) for code in asked]
        row += ["; ".join(plain.get(key) or ()) for key in _LISTS]
        row.append("; ".join(source["id"] for source in one["sources"]))
        rows.writerow(map(_as_text, row))
    return stream.getvalue()


def _as_text(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula, by its first visible sign (``＝`` is one)."""
    cell = cell.replace("\r", "")  # ends a row for some
    first = unicodedata.normalize("NFKC", clean(cell)[:1])
    return f"'{cell}" if first.isspace() or first in _COMMANDING else cell


def _text(text: Mapping[str, str] | None, code: str, single: bool) -> str:
    return said(text, code) if single else (text or {}).get(code, "")
