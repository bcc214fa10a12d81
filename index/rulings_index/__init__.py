"""Full-text search over a book of rulings.

``open_index(folders).search("…")``; see :mod:`rulings_index.index`. A search never reads YAML: what
is shown of an entry is kept in the index.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulings.errors import FilterError

if TYPE_CHECKING:
    from rulings_index.index import Index, open_index
    from rulings_index.results import Hit, Results

__all__ = ["FilterError", "Hit", "Index", "Results", "open_index"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'rulings_index' has no attribute {name!r}")
    return getattr(import_module("rulings_index.index"), name)
