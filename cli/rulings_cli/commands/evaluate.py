"""`rulings eval`: how well the search answers a file of questions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.errors import RulingsError
from rulings.progress import counted
from rulings_cli.places.book_index import open_book_index
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output
from rulings_index import Index
from rulings_index.lab import evaluation
from rulings_index.ranking.confidence import LEVELS


def evaluate(
    file: Annotated[Path, typer.Argument(help="YAML: a list of id, query, kind, relevant.")],
    book: BookOption = None,
    worst: Annotated[int, typer.Option(min=0, help="Show this many misses.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Measure the search with questions and answers.

    Example: rulings eval questions.yaml --worst 5
    """
    outcomes = _ask_all(open_book_index(book), file)
    report = evaluation.report(outcomes)
    if as_json:
        print_answer_json(report)
        return
    output = standard_output()
    _print_report(report, output)
    for outcome in evaluation.misses(outcomes)[:worst]:
        _print_miss(outcome, output)


def _ask_all(index: Index, file: Path) -> list[evaluation.Outcome]:
    """Ask the questions of a file. RulingsError if there are none."""
    questions = evaluation.read_questions(file)
    if not questions:
        raise RulingsError(f"{file}: no questions here; a file holds a list with id and query")
    return [
        evaluation.Outcome.of(question, index.search(question.query, limit=evaluation.DEPTH))
        for question in counted("asking", questions)
    ]


def _print_report(report: dict[str, Any], output: Output) -> None:
    """The measures of all questions, then by kind, ruleset and language; how sure it was."""
    shown = ["questions", *evaluation.MEASURES, "no_answer", "false_answers"]
    heads = ["questions", *evaluation.MEASURES, "no answer", "false"]
    output.write(f"{'':18}{_cells(heads)}\n")
    output.write(f"{'all':18}{_cells(report['all'][measure] for measure in shown)}\n")
    for group in ("by_kind", "by_ruleset", "by_language"):
        output.write(f"{group.replace('_', ' ')}\n")
        for name, figures in report[group].items():
            output.write(f"  {name:16}{_cells(figures[measure] for measure in shown)}\n")
    output.write(f"\n{'certainty':18}{_cells(LEVELS)}\n")
    for kind, levels in report["certainty"].items():
        output.write(f"  {kind:16}{_cells(levels.values())}\n")


def _cells(values: Iterable[object]) -> str:
    """The cells of a row of a table, each to the right."""
    shown = ("-" if value is None else value for value in values)
    return "".join(f"{each:11.3f}" if isinstance(each, float) else f"{each:>11}" for each in shown)


def _print_miss(outcome: evaluation.Outcome, output: Output) -> None:
    """A question that the first hit does not answer, and what was found instead."""
    question = outcome.question
    output.line()
    output.line(f"{question.id} [{question.kind}] {question.query}")
    output.labelled("expected", ", ".join(question.relevant) or "no answer")
    output.labelled("found", f"{', '.join(outcome.entries) or 'nothing'} ({outcome.certainty})")
