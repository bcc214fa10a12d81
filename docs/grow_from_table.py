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


def commands(rows: Iterable[list[str]], book: str, lang: str) -> Iterator[list[str]]:
    """The command for each row of a table below its headings, empty for an empty row."""
    (_, *headings), *rows = rows
    for kind, *cells in (row or [""] for row in rows):
        words = ["rulings", "--only", "new", kind, "--into", book, "--lang", lang]
        if any(cells[len(headings) :]):
            sys.exit(f"row {kind}, {', '.join(cells)}: more cells than headings")
        for heading, cell in zip(headings, cells, strict=False):
            option = [heading, cell] if heading.startswith("--") else ["--set", f"{heading}={cell}"]
            words += option if cell else []
        yield words if kind or any(cells) else []


def text_of(table: Path, lang: str) -> str:
    """The text of a table: UTF-8, or as Excel saves CSV in Japan and in western Europe."""
    content = table.read_bytes()
    for encoding in ("utf-8-sig", "cp932" if lang == "ja" else "cp1252"):
        with suppress(UnicodeDecodeError):
            return content.decode(encoding)
    sys.exit(f"{table}: save it as CSV in UTF-8")


if __name__ == "__main__":
    table, book, lang = sys.argv[1:]
    text = text_of(Path(table), lang)
    between = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=between)
    for number, words in enumerate(commands(rows, book, lang), 2):
        if words and subprocess.run(words, check=False).returncode:
            sys.exit(
                f"{table}: row {number} is not taken; correct it, and leave out those above it"
            )
