"""What our ranking alone makes of a question, whether or not it is then taken for an answer."""

from __future__ import annotations

import json

from rulings_index import Index
from rulings_index.ranking.scoring import rank

DEPTH = 10


def ranked(index: Index, query: str) -> list[str]:
    """The ids of the ten best entries."""
    best = rank(index._segment, index.question(query)).best(DEPTH)
    return [json.loads(index._segment.record(entry))["id"] for entry, _ in best]
