"""Asking a file of questions, and printing how well they were answered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulings.disk.files import LARGEST_FILE, read_input
from rulings.errors import RulingsError
from rulings.progress import counted
from rulings_index.lab import evaluation
from rulings_index.lab.evaluation import Outcome, Question

if TYPE_CHECKING:
    from rulings_cli.terminal.output import Output
    from rulings_index import Index

_COLUMNS = evaluation.MEASURES
_PARTS_SHOWN = 6


def questions_of(file: Path, ruleset: str | None, desk: Index) -> list[Question]:
    """The questions of a file, or those on one ruleset. Raises RulingsError if there are none."""
    questions = evaluation.read_questions(file)
    if ruleset:
        wanted = desk.filter(ruleset=ruleset)
        questions = [one for one in questions if wanted.lets_through({"ruleset": [one.ruleset]})]
    if not questions:
        raise RulingsError(f"{file}: no questions here; a file holds a list with id and query")
    return questions


def ask_all(desk: Index, questions: Sequence[Question]) -> list[Outcome]:
    """Ask every question of the book."""
    return [
        Outcome.of(question, desk.search(question.query, limit=evaluation.DEPTH))
        for question in counted("asking", questions)
    ]


def older_report(path: Path) -> dict[str, Any]:
    """An older report of `rulings eval --json`. Raises RulingsError if it is not one."""
    try:
        older = json.loads(read_input(path, LARGEST_FILE))
    except (ValueError, RecursionError) as error:
        raise RulingsError(f"{path} is not a report of `rulings eval --json` ({error})") from None
    if not isinstance(older, dict) or not {"all", "questions"} <= older.keys():
        raise RulingsError(f"{path} is not a report of `rulings eval --json`")
    return older


def print_report(report: dict[str, Any], output: Output) -> None:
    """The measures of all questions, then by kind, ruleset and language."""
    output.write(f"{'':18}{'questions':>10}{cells([*_COLUMNS, 'no answer'])}{'false':>7}\n")
    rows = [("all", report["all"])]
    for group in ("by_kind", "by_ruleset", "by_language"):
        rows.append((group.replace("by_", "by "), {}))
        rows.extend((f"  {name}", figures) for name, figures in report[group].items())
    for name, figures in rows:
        output.write(f"{name:18}{_measured(figures)}".rstrip() + "\n")


def print_certainty(report: dict[str, Any], outcomes: Sequence[Outcome], output: Output) -> None:
    """How sure the search was, by kind of question, and by whose line where one was fitted."""
    output.write(f"\n{'certainty':18}{cells(evaluation.LEVELS)}\n")
    for kind, levels in report["certainty"].items():
        output.write(f"  {kind:16}{cells(levels[name] for name in evaluation.LEVELS)}\n")
    judged = [one.sureness for one in outcomes if one.sureness]
    fitted = sum(one.lines != one.shipped for one in judged)
    if fitted:
        output.line(f"{fitted} of {len(outcomes)} were judged by a line fitted to their book.")


def _measured(figures: dict[str, Any]) -> str:
    if not figures:
        return ""
    shares = ("-" if figures[name] is None else f"{figures[name]:.3f}" for name in _COLUMNS)
    row = cells([*shares, figures["no_answer"]])
    return f"{figures['questions']:10}{row}{figures['false_answers']:7}"


def cells(values: Iterable[object]) -> str:
    """The cells of a row of a table, each to the right."""
    return "".join(f"{value:>11}" for value in values)


def print_miss(outcome: Outcome, desk: Index, output: Output) -> None:
    """A question that the first hit does not answer: what was found instead, and by which words."""
    question = outcome.question
    output.line()
    output.line(f"{question.id} [{question.kind}] {question.query}")
    output.labelled("wanted", ", ".join(question.relevant) or "no answer")
    output.labelled("found", ", ".join(outcome.found) or "nothing sure enough")
    output.labelled("ranks", ", ".join(map(str, outcome.ranks)) or "none among the first ten")
    best = [found for found in outcome.found if found in question.relevant]
    for identifier in dict.fromkeys([*outcome.found[:1], *(best or question.relevant)[:1]]):
        parts = desk.explain(question.query, identifier)
        matched = [f"{part['found_as']} {part['score']:.2f}" for part in parts[:_PARTS_SHOWN]]
        shown = "; ".join(matched) or "no word of the question"
        output.labelled(f"{identifier} {sum(part['score'] for part in parts):.2f}", shown)


def print_changes(changes: dict[str, Any], output: Output) -> None:
    """Which figures and which questions went up or down."""
    output.line()
    for name, change in changes["change"].items():
        if change:
            output.line(f"{name:14}{change:+.4f}")
    output.labelled("better", ", ".join(changes["better"]) or "none", indent=0)
    output.labelled("worse", ", ".join(changes["worse"]) or "none", indent=0)
