"""The table from which a book grows: a row for each thing that it holds."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from places import ROOT

from rulings.format.model import Card, Clause, Fork, Term
from rulings.reading.book import Book

_SCRIPT = runpy.run_path(str(ROOT / "docs" / "grow_from_table.py"))
rows_of, commands = _SCRIPT["rows_of"], _SCRIPT["commands"]
"""The rows of a table, and the commands that the script of the how-to types for them."""

LEFT_OUT = ("id", "status", "checked_against", "sources", "cases", "history", "formula", "call")
Cells = list[tuple[str, str]]
"""What a row says: headings and texts."""


def table_of(book: Book) -> list[list[str]]:
    """A book with one game and one ruleset as a table; a heading stands as often as needed."""
    rows = list(_rows(book))
    needed: Counter[str] = Counter()
    for _, cells in rows:
        needed |= Counter(heading for heading, _ in cells)
    headings = [*needed.elements()]
    return [["kind", *headings], *([kind, *_placed(cells, headings)] for kind, cells in rows)]


def _placed(cells: Cells, headings: list[str]) -> Iterator[str]:
    texts = {
        heading: iter([text for name, text in cells if name == heading]) for heading in headings
    }
    for heading in headings:
        yield next(texts[heading], "")


def _rows(book: Book) -> Iterator[tuple[str, Cells]]:
    (game,) = book.games.values()
    (ruleset,) = book.rulesets.values()
    lang = ruleset.languages[0]
    yield "game", [("--id", game.id), *_cells_of(_plain(game))]
    head = [("--id", ruleset.id), ("--prefix", ruleset.prefix), ("--game", game.id)]
    head += _cells_of({"name": ruleset.name, "edition": ruleset.edition})
    for section in ruleset.sections:
        head.append(("sections", f"{section.id}={section.title[lang]}"))
    yield "ruleset", head
    for source in book.sources.values():
        yield "source", [("--id", source.id), *_cells_of(_plain(source))]
    shelf: list[Card | Term] = [*book.cards.values(), *book.terms.values()]
    for named in shelf:
        yield named.kind, [("--id", named.id), *_cells_of(_plain(named))]
    for entry in book.entries.values():
        number = [("--id", entry.id)] if isinstance(entry, Clause) else []
        cases = entry.cases if isinstance(entry, Fork) else ()
        options = [("--case", f"{item.when[lang]}={item.entry}") for item in cases]
        options += [("--source", f"{item.id}:{item.where}") for item in entry.sources]
        yield entry.kind, [*number, *options, *_cells_of(_plain(entry))]


def _plain(item: Any) -> dict[str, Any]:
    return {key: value for key, value in msgspec.to_builtins(item).items() if value}


def _cells_of(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A heading and a text for each value, each text and each item of a list."""
    for key, value in values.items():
        if key in LEFT_OUT or key == "languages":
            continue
        by_heading = (
            {f"{key}.{code}": text for code, text in value.items()}
            if isinstance(value, Mapping)
            else {key: value}
        )
        for heading, text in by_heading.items():
            yield from ((heading, word) for word in ([text] if isinstance(text, str) else text))
