"""`rulings eval`: how well the search answers a file of questions."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.errors import RulingsError
from rulings_cli.places.opening import open_book_index
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output
from rulings_index.lab import evaluation

GROUPS = {
    "plain": "with an answer",
    "ambiguous": "where a fact decides",
    "no_answer": "without an answer",
}


def evaluate(
    file: Annotated[Path, typer.Argument(help="YAML: a list of id, query, kind, relevant.")],
    book: BookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the search with questions and answers.

    Example: rulings eval questions.yaml
    """
    questions, index = evaluation.read_questions(file), open_book_index(book)
    if not questions:
        raise RulingsError(f"{file}: no questions here; a file holds a list with id and query")
    outcomes = [
        evaluation.Outcome.of(question, index.search(question.query, limit=evaluation.DEPTH))
        for question in questions
    ]
    report = evaluation.report(outcomes)
    if as_json:
        print_answer_json(report)
    else:
        _print_report(report, standard_output())


def _print_report(report: dict[str, Any], output: Output) -> None:
    """What a judge reads first, by group of questions, then how the entries are ranked."""
    rows = {"all": report["all"]}
    for key in ("by_kind", "by_ruleset", "by_language"):
        rows |= {f"  {name}": figures for name, figures in report[key].items() if name}
    for group, about in GROUPS.items():
        screens = {name: each[group] for name, each in rows.items() if each[group]["questions"]}
        if screens:
            _print_table(about, ("questions", *evaluation.SCREENS[group]), screens, output)
    _print_table("ranking", evaluation.MEASURES, rows, output)


def _print_table(
    title: str, heads: Sequence[str], rows: Mapping[str, Mapping[str, Any]], output: Output
) -> None:
    output.write(f"{title:28}{''.join(f'{head:>18}' for head in heads)}\n")
    for name, figures in rows.items():
        cells = (_cell(figures[head]) for head in heads)
        output.write(f"{name:28}{''.join(f'{cell:>18}' for cell in cells)}\n")
    output.line()


def _cell(value: float | int | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
