"""Paragraphs of the Japanese Wikipedia by question (JSQuAD), through our analysis and ranking.

4,442 questions over 1,145 paragraphs (JGLUE 1.3, validation part, CC BY-SA 4.0). Nothing of
ours is about them: no names, no phrasings, only how text is folded, cut and weighed.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import places
from benchmarks.partial import best_ids
from benchmarks.tables import Cell, Table
from rulings_index import Index, open_index
from rulings_index.lab.evaluation import DEPTH

PUBLISHED: Sequence[tuple[Cell, ...]] = (
    ("JaColBERTv2 (neural)", ".921", ".983"),
    ("BM25 with a Japanese analyser", ".898", ".977"),
    ("multilingual e5-small (neural)", ".840", ".973"),
)
_HEAD = {
    "ruleset": {
        "id": "paragraphs",
        "prefix": "JS",
        "game": "reading",
        "name": {"ja": "段落"},
        "edition": "1.3",
        "languages": ["ja"],
    },
    "sources": [{"id": "jsquad", "title": {"en": "JSQuAD 1.3"}}],
}


def tables() -> list[Table]:
    """How often the paragraph that answers comes first, and among the first ten."""
    paragraphs = read_paragraphs()
    first, ten = recall(paragraphs)
    rows = [("rulings", f"{first:.3f}"[1:], f"{ten:.3f}"[1:]), *PUBLISHED]
    title = f"JSQuAD: {count(paragraphs):,} questions over {len(paragraphs):,} paragraphs"
    note = "The other rows are the figures that their authors published."
    return [Table(title, ("", "recall@1", "recall@10"), rows, note)]


def read_paragraphs() -> list[dict[str, Any]]:
    """The paragraphs, each with its questions."""
    articles = json.loads(places.document("data", "jsquad", "valid-v1.3.json").read_text("utf-8"))
    return [paragraph for article in articles["data"] for paragraph in article["paragraphs"]]


def count(paragraphs: Sequence[dict[str, Any]]) -> int:
    """How many questions are asked of them."""
    return sum(len(paragraph["qas"]) for paragraph in paragraphs)


def recall(paragraphs: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """The share of questions whose paragraph stands first, and among the first ten."""
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as place:
        book = Path(place, "book")
        write_book(paragraphs, book)
        index = open_index([book], cache_dir=Path(place, "cache"))
        ranks = [
            _rank_of(index, f"JS 1.{number}", asked["question"])
            for number, paragraph in enumerate(paragraphs, 1)
            for asked in paragraph["qas"]
        ]
    return ranks.count(1) / len(ranks), sum(rank > 0 for rank in ranks) / len(ranks)


def write_book(paragraphs: Sequence[dict[str, Any]], place: Path) -> None:
    """A book with a clause for every paragraph."""
    (place / "paragraphs").mkdir(parents=True)
    parts = {
        "game.yaml": {"game": {"id": "reading", "name": {"en": "Reading"}}},
        "paragraphs/ruleset.yaml": _HEAD,
        "paragraphs/clauses.yaml": {
            "clauses": [
                _clause(number, paragraph) for number, paragraph in enumerate(paragraphs, 1)
            ]
        },
    }
    for name, content in parts.items():  # JSON is YAML too
        (place / name).write_text(json.dumps(content, ensure_ascii=False), "utf-8")


def _clause(number: int, paragraph: dict[str, Any]) -> dict[str, Any]:
    title, text = paragraph["context"].split(" [SEP] ", 1)
    return {
        "id": f"JS 1.{number}",
        "title": {"ja": title},
        "text": {"ja": text},
        "authority": "author",
        "sources": [{"id": "jsquad"}],
    }


def _rank_of(index: Index, wanted: str, query: str) -> int:
    """Where a clause stands among the first ten, from 1; 0 where it does not."""
    ids = best_ids(index.opened, query, DEPTH)
    return ids.index(wanted) + 1 if wanted in ids else 0
