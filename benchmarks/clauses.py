"""Questions of Magic judges over an imported edition of the Comprehensive Rules.

Twenty-seven questions with the rules that decide them, in English, over some three thousand
clauses that carry no phrasings: what the search makes of a book that nobody has curated.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import places
from benchmarks.partial import best_ids
from benchmarks.tables import Cell, Table
from rulings.format.model import Clause
from rulings.importing.formats.mtg_cr import TARGET, MagicWriter, read_rules
from rulings.reading.book import Book
from rulings.reading.load import open_book
from rulings_index import open_index
from rulings_index.lab.evaluation import DEPTH, Outcome, Question, read_questions, report

Search = Callable[[str], list[str]]
"""From a question to the ids that answer it, best first."""

EDITION = "2026-01-16"
DOCUMENT = ("data", "mtg-cr", f"MagicCompRules-{EDITION}.txt")
QUESTIONS = ("eval", "mtg-cr-dev.yaml")
_MEASURES = ("success@1", "success@3", "mrr@10", "ndcg@10", "recall@10")


def tables() -> list[Table]:
    """Success over the imported rules, as `rulings eval` measures it, beside SQLite FTS5."""
    document, asked = places.document(*DOCUMENT), places.document(*QUESTIONS)
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as place:
        book = Path(place, "book")
        rules = read_rules(document)
        MagicWriter(TARGET, rules).write(book, document.name)
        index = open_index([book], cache_dir=Path(place, "cache"))
        plain = plain_search(open_book([book]))
    questions = read_questions(asked)
    rows = [
        _row("rulings", questions, lambda query: best_ids(index.opened, query, DEPTH)),
        _row("SQLite FTS5, Porter's stems", questions, plain),
    ]
    title = (
        f"Comprehensive Rules of {EDITION}: {len(questions)} questions, {len(rules.rules):,} rules"
    )
    note = "Ranking alone, before it is judged whether the first hit is an answer."
    return [Table(title, ("", *_MEASURES), rows, note)]


def _row(name: str, questions: Sequence[Question], search: Search) -> tuple[Cell, ...]:
    outcomes = [Outcome(question, search(question.query)) for question in questions]
    figures = report(outcomes)["all"]
    return (name, *(float(figures[measure]) for measure in _MEASURES))


def plain_search(book: Book) -> Search:
    """Titles and texts in SQLite's full-text search, any word of the question counting."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE rules USING fts5(id UNINDEXED, text, tokenize=porter)")
    for entry in book.entries.values():
        if isinstance(entry, Clause):
            text = f"{entry.title['en']} {entry.text['en']}"
            database.execute("INSERT INTO rules VALUES (?, ?)", (entry.id, text))

    def search(query: str) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        rows = database.execute(
            "SELECT id FROM rules WHERE rules MATCH ? ORDER BY rank LIMIT ?", (asked, DEPTH)
        )
        return [str(row[0]) for row in rows]

    return search
