"""What our ranking alone makes of a question, whether or not it is then taken for an answer."""

from __future__ import annotations

from rulings_index import Index

DEPTH = 10


def ranked(index: Index, query: str) -> list[str]:
    """The ids of the ten best entries."""
    return index.best(query, DEPTH)
