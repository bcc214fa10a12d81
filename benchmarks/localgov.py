"""Citizens' questions to a Japanese city's office, over the questions and answers on its site.

374 questions over 1,786 entries (half of those of localgovFAQ), in a book that nobody has given
phrasings or names to: what the search makes of a list of questions and answers in Japanese.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks import places
from benchmarks.partial import best_ids
from benchmarks.tables import Table
from rulings_index import open_index
from rulings_index.lab.evaluation import DEPTH, Outcome, Question, report

_RULESET = {
    "id": "city",
    "prefix": "LG",
    "game": "city",
    "name": {"ja": "市役所"},
    "edition": "1",
    "languages": ["ja"],
}
_MEASURES = ("success@1", "success@3", "recall@10", "ndcg@10")


def tables() -> list[Table]:
    """How often the entries that answer stand first, and among the first ten."""
    corpus, queries, relevant = (
        json.loads(places.document("eval", "localgov-dev", f"{name}.json").read_text("utf-8"))
        for name in ("corpus", "queries", "qrels")
    )
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as place:
        book = Path(place, "book")
        write_book(corpus, book)
        index = open_index([book], cache_dir=Path(place, "cache"))
        outcomes = []
        for number, query in queries.items():
            question = Question(
                number, query, relevant=[f"LG-Q{name}" for name in relevant[number]]
            )
            outcomes.append(Outcome(question, best_ids(index.opened, query, DEPTH)))
    figures = report(outcomes)["all"]
    title = f"localgovFAQ: {len(queries)} questions over {len(corpus):,} entries"
    row = ("rulings", *(f"{figures[name]:.3f}"[1:] for name in _MEASURES))
    return [Table(title, ("", *_MEASURES), [row])]


def write_book(corpus: Mapping[str, str], place: Path) -> None:
    """A book with a ruling for every entry, which is given as `Question: …` and `Answer: …`."""
    place.mkdir(parents=True)
    rulings = []
    for name, text in corpus.items():
        question, answer = text.removeprefix("Question: ").split("\nAnswer: ", 1)
        texts = {"question": {"ja": question.strip()}, "answer": {"ja": answer.strip()}}
        rulings.append({"id": f"LG-Q{name}", "authority": "author", **texts})
    parts = {
        "game.yaml": {"game": {"id": "city", "name": {"en": "City"}}},
        "ruleset.yaml": {"ruleset": _RULESET},
        "rulings.yaml": {"rulings": rulings},
    }
    for name, content in parts.items():  # JSON is YAML too
        (place / name).write_text(json.dumps(content, ensure_ascii=False), "utf-8")
