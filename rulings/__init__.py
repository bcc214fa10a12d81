"""A rules book that a judge can ask: the book and the code that reads it.

``rulings.open_book(folders)`` reads a book; see :mod:`rulings.reading.load`. Names are looked up
when first used, so that importing the package costs nothing on the way to a search.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.reading.book import Book
    from rulings.reading.load import open_book
    from rulings.reading.problems import BookError, Problem

__version__ = "0.3.0"
__all__ = ["Book", "BookError", "Problem", "__version__", "open_book"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'rulings' has no attribute {name!r}")
    return getattr(import_module("rulings.reading.load"), name)
