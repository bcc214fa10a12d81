"""Answers to questions on the book, as `rulings eval FILE` measures them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import places
from benchmarks.tables import Cell, Table
from rulings_index import Index, open_index
from rulings_index.lab.evaluation import DEPTH, MEASURES, Outcome, read_questions, report

SETS = places.TABLE, places.STORIES, places.OWN_QUESTIONS, places.UNANSWERED
OURS = [*places.HELD_OUT, *SETS]
GROUPS = {"by_kind": "kind", "by_ruleset": "ruleset", "by_language": "language"}


def tables() -> list[Table]:
    """The figures of the project's own sets of questions, and of one that others wrote."""
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as cache:
        index = open_index([places.BOOK], cache_dir=cache)
        made = [_table(index, file) for file in OURS]
        try:
            made.append(_table(index, places.document("eval", "dev.yaml")))
        except places.MissingError as missing:
            made[0] = made[0]._replace(note=f"Another set is not here: {missing}.")
    return made


def _table(index: Index, file: Path) -> Table:
    questions = read_questions(file)
    figures = report([Outcome.of(one, index.search(one.query, limit=DEPTH)) for one in questions])
    head = ("", "questions", *MEASURES, "no answer", "false answers")
    return Table(f"{file.name}: {len(questions)} questions", head, list(_rows(figures)))


def _rows(figures: dict[str, Any]) -> Iterator[tuple[Cell, ...]]:
    yield _row("all", figures["all"])
    for group, name in GROUPS.items():
        for value, found in figures[group].items():
            yield _row(f"{name}: {value}", found)


def _row(name: str, found: dict[str, Any]) -> tuple[Cell, ...]:
    measured = [None if found[one] is None else f"{found[one]:.3f}" for one in MEASURES]
    return (name, found["questions"], *measured, found["no_answer"], found["false_answers"])
