"""Opens the books in use without what is faulty: standard error names that."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from rulings import ids
from rulings_cli.event import tonight
from rulings_cli.places import locations
from rulings_cli.terminal.output import warn

if TYPE_CHECKING:
    from pathlib import Path

    from rulings.reading.book import Book
    from rulings_index import Index


def open_to_publish(paths: Sequence[Path], *, unfinished: bool = False) -> Book:
    """What can be read of the books, with or without `unfinished` entries; sets the words of pages.
    Entries of documents that the project only cites are in `Book.cited`, mostly without texts.
    """
    from dataclasses import replace

    from rulings.format.words import bring
    from rulings.lookup.links import is_unfinished
    from rulings.reading.load import load_book, problem_lines

    listed, cited = [path.absolute() for path in paths], locations.cited_books(paths)
    loading = load_book([cited.get(book, book).absolute() for book in listed])
    warn(*problem_lines(loading, loading.paths), *_not_here(loading.book.prefixes()))
    bring(loading.book.imprint.words)
    entries = loading.book.entries
    only_cited = frozenset(name for name in entries if listed[loading.origins[name].layer] in cited)
    if not unfinished:
        entries = {name: entry for name, entry in entries.items() if not is_unfinished(entry)}
    return replace(loading.book, entries=entries, cited=only_cited)


def open_books(book: Sequence[Path] | None) -> Book:
    """What can be read of the books in use and of those added, with a warning for the rest."""
    from rulings.reading.load import open_readable  # imports YAML, which a search does not need

    opened, faults = open_readable([path.absolute() for path in locations.books(book)])
    warn(*faults, *_not_here(opened.prefixes()))
    return opened


def open_book_index(book: Sequence[Path] | None) -> Index:
    """The index of our book, the user's own, and those added; built or repaired where needed."""
    from rulings_index import open_index  # only commands that search pay for it

    index = open_index(list(locations.named_books(book)), warn=warn)
    warn(*index.faults, *_not_here(index.opened.known["prefixes"]))
    return index


def _not_here(prefixes: Container[str]) -> Iterator[str]:
    """A warning if variants are in force of whose rules the books hold none."""
    variants = tonight.event().variants
    if missing := [name for name in variants if ids.prefix_of(name).lower() not in prefixes]:
        remedy = "add theirs with --book or RULINGS_BOOK"
        yield f"in force tonight, but in no book here: {', '.join(missing)}; {remedy}"
