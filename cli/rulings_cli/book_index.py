"""Opens the index of the books in use; the one way from the commands to the search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulings_cli import locations
from rulings_cli.output import warn

if TYPE_CHECKING:
    from rulings_index import Index


def open_book_index(book: Sequence[Path] | None) -> Index:
    """The index of our book, the user's own, and those added; built or mended where needed."""
    from rulings_index import open_index  # only commands that search pay for it

    return open_index(locations.books(book), warn=warn)
