"""Opens the books in use and their index; the one way there from the commands that answer.

What is faulty is left out, with a line on standard error.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulings_cli.places import locations
from rulings_cli.terminal.output import warn

if TYPE_CHECKING:
    from pathlib import Path

    from rulings.reading.book import Book
    from rulings_index import Index


NOT_PUBLISHED = "it is of a document that the book only cites; this is not published"


def open_to_publish(paths: "Sequence[Path]", *, unfinished: bool = False) -> "Book":
    """What can be read of the books; `Book.cited` are the entries of what the project only cites,
    which have no texts, unless its licence allows to quote them. Without those that are
    `unfinished`; the words of the book are in use.
    """
    from dataclasses import replace

    from rulings.format.words import bring
    from rulings.lookup.links import is_unfinished
    from rulings.reading.load import faults_of, load_book

    given, cited = [path.absolute() for path in paths], locations.cited_books(paths)
    loading = load_book([cited.get(path, path).absolute() for path in given])
    warn(*faults_of(loading, loading.paths))
    bring(loading.book.imprint.words)
    names = loading.book.entries
    of_others = (name for name in names if given[loading.origins[name].layer] in cited)
    entries = {
        name: entry for name, entry in names.items() if unfinished or not is_unfinished(entry)
    }
    return replace(loading.book, entries=entries, cited=frozenset(of_others))


def open_books(book: "Sequence[Path] | None") -> "Book":
    """What can be read of our book, the user's own, and those added."""
    from rulings.reading.load import open_readable  # imports YAML, which a search does not need

    opened, faults = open_readable([path.absolute() for path in locations.books(book)])
    warn(*faults)
    return opened


def open_book_index(book: "Sequence[Path] | None") -> "Index":
    """The index of our book, the user's own, and those added; built or repaired where needed."""
    from rulings_index import open_index  # only commands that search pay for it

    index = open_index(list(locations.named_books(book)), warn=warn)
    warn(*index.faults)
    return index
