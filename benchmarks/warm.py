"""Searches of the book within one process, as a bot or a desk that stays open makes them."""

from __future__ import annotations

import tempfile

from benchmarks import places
from benchmarks.tables import Cell, Table
from benchmarks.timing import each, spread
from rulings_index import Index, open_index
from rulings_index.lab.evaluation import Question, read_questions

ROUNDS = 5
LANGUAGES = {
    "all": "all",
    "ja": "Japanese",
    "en": "English",
    "romaji": "romaji",
    "mixed": "mixed",
    "id": "ids",
}


def tables(rounds: int = ROUNDS) -> list[Table]:
    """Milliseconds of a search with everything a hit shows, by the language of the question."""
    questions = read_questions(places.document("eval", "dev.yaml"))
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as cache:
        index = open_index([places.BOOK], cache_dir=cache)
        rows = [row for name in LANGUAGES if (row := _row(index, name, questions, rounds))]
    head = ("questions of dev.yaml", "questions", "p50 ms", "p95", "CPU: p50 ms", "p95")
    note = f"Ten hits with all they show; of {rounds} passes the best of each question."
    return [Table("Warm searches of the book, in one process", head, rows, note)]


def _row(
    index: Index, name: str, questions: list[Question], rounds: int
) -> tuple[Cell, ...] | None:
    asked = [question.query for question in questions if name in ("all", question.language)]
    if not asked:
        return None
    runs = each(lambda query: index.search(query, limit=10).as_json(), asked, rounds)
    wall, cpu = spread([run.wall for run in runs]), spread([run.cpu for run in runs])
    return LANGUAGES[name], len(asked), *wall, *cpu
