"""A rules book that a judge can ask: the book and the code that reads it.

``rulings.open_book(folders)`` reads a book; see :mod:`rulings.loading`. Names are looked up when
first used, so that importing the package costs nothing on the way to a search.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.books import Book
    from rulings.loading import open_book
    from rulings.problems import BookError, Problem

__version__ = "0.2.0"
__all__ = ["Book", "BookError", "Problem", "__version__", "open_book"]

_HOMES = {
    "Book": "rulings.books",
    "open_book": "rulings.loading",
    "BookError": "rulings.problems",
    "Problem": "rulings.problems",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rulings' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
