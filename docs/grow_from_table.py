"""Grow a book from a table: each row becomes one `rulings new`.

python grow_from_table.py TABLE.csv BOOK LANG

The first column says the kind of a row (game, ruleset, card, ruling, …). A column headed `--id` is
that option; any other is a key of the format, as `--set` takes it. A heading may stand several
times: each cell adds one value. An empty cell says nothing.
"""

import csv
import io
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

KINDS = "game, ruleset, source, card, term, clause, ruling, variant, fork, open, note"


def commands(rows: Iterable[list[str]], book: str, lang: str) -> Iterator[list[str]]:
    """The command for each row of a table below its headings, empty for an empty row."""
    (_, *headings), *rows = rows
    for kind, *cells in (row or [""] for row in rows):
        words = ["rulings", "--only", "new", kind, "--into", book, "--lang", lang]
        for heading, cell in zip(headings, cells, strict=False):
            option = [heading, cell] if heading.startswith("--") else ["--set", f"{heading}={cell}"]
            words += option if cell else []
        yield words if kind or any(cells) else []


def rows_of(table: Path, lang: str) -> list[list[str]]:
    """The rows of a table, its headings first; if one is faulty, the script names it and ends."""
    text = text_of(table, lang)
    between = max(",;\t", key=text.partition("\n")[0].count)
    rows: list[list[str]] = []
    try:
        rows.extend(csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True))
    except csv.Error as error:
        where = f"{table}: row {len(rows) + 1}"
        sys.exit(f'{where}: a cell that begins with " ends with one, and " in it is "" ({error})')
    if len(rows) < 2 or not rows[0] or rows[0][0] in KINDS.split(", "):
        sys.exit(f"{table}: row 1 holds the headings; a row for each thing comes below it")
    for number, row in enumerate(rows, 1):
        if any(row[len(rows[0]) :]):
            sys.exit(f"{table}: row {number}: more cells than headings: {', '.join(row)}")
    return rows


def text_of(table: Path, lang: str) -> str:
    """The text of a table: UTF-8, or as Excel saves CSV in Japan and in western Europe."""
    try:
        content = table.read_bytes()
    except OSError as error:
        sys.exit(f"{table}: it cannot be read: {error.strerror}")
    for encoding in ("utf-8-sig", "cp932" if lang == "ja" else "cp1252"):
        with suppress(UnicodeDecodeError):
            text = content.decode(encoding)
            if "\0" not in text:  # UTF-16, which Excel saves as "Unicode text", has many
                return text
    sys.exit(f"{table}: save it as CSV in UTF-8")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    table, book, lang = sys.argv[1:]
    rows = rows_of(Path(table), lang)
    for number, words in enumerate(commands(rows, book, lang), 2):
        if words and subprocess.run(words, check=False).returncode:
            sys.exit(
                f"{table}: row {number} is not taken; correct it, and leave out those above it"
            )
