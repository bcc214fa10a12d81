"""Answers to questions on the book, as `rulings eval FILE` measures them: all sets in one table."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from benchmarks import places
from benchmarks.tables import Cell, Table
from rulings_index import Index, open_index
from rulings_index.lab.evaluation import (
    DEPTH,
    MEASURES,
    SCREENS,
    Outcome,
    read_questions,
    report,
)

OURS = [
    *places.HELD_OUT,
    *(places.TABLE, places.STORIES, places.OWN_QUESTIONS, places.UNANSWERED),
    *places.FACTS,
]
SHARED = ("dev.yaml", "table-dev.yaml", "table-dev-2.yaml", "ambiguous-dev.yaml")
TITLES = {
    "plain": "What a judge reads first: questions with an answer",
    "ambiguous": "Questions that a fact decides",
    "no_answer": "Questions without an answer",
}


def tables() -> list[Table]:
    """The figures of the project's own sets of questions, and of those that others wrote."""
    files, note = [*OURS], ""
    try:
        files += [places.document("eval", name) for name in SHARED]
    except places.MissingError as missing:
        note = f"Other sets are not here: {missing}."
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as cache:
        index = open_index([places.BOOK], cache_dir=cache)
        figures = {file.name: _figures(index, file) for file in files}
    screens = [_screens(group, figures) for group in SCREENS]
    ranking = [(name, *(_share(each[key]) for key in MEASURES)) for name, each in figures.items()]
    return [*screens, Table("How entries are ranked", ("", *MEASURES), ranking, note)]


def _figures(index: Index, file: Path) -> dict[str, Any]:
    questions = read_questions(file)
    outcomes = [
        Outcome.of(question, index.search(question.query, limit=DEPTH)) for question in questions
    ]
    figures: dict[str, Any] = report(outcomes)["all"]
    return figures


def _screens(group: str, figures: dict[str, dict[str, Any]]) -> Table:
    head = ("", "questions", *(screen.replace("_", " ") for screen in SCREENS[group]))
    rows = [
        (name, each[group]["questions"], *(_share(each[group][key]) for key in SCREENS[group]))
        for name, each in figures.items()
        if each[group]["questions"]
    ]
    return Table(TITLES[group], head, rows)


def _share(value: float | None) -> Cell:
    return None if value is None else f"{value:.3f}"
