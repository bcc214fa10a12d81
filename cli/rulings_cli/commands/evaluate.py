"""`rulings eval`: how well the search answers a file of questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulings_cli.places.book_index import open_book_index
from rulings_cli.start.options import BookOption, JsonOption, RulesetOption
from rulings_cli.terminal.output import print_answer_json, standard_output


def evaluate(
    file: Annotated[Path, typer.Argument(help="YAML: a list of id, query, kind, relevant.")],
    book: BookOption = None,
    ruleset: RulesetOption = None,
    worst: Annotated[int, typer.Option(min=0, help="Show this many misses.")] = 0,
    fit: Annotated[
        bool, typer.Option("--fit", help="Fit the line of certainty to your book; keep it there.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure the search with questions and answers.

    --ruleset takes only the questions on one ruleset. Example: rulings eval questions.yaml
    """
    from rulings_cli.lab import evaluating
    from rulings_index.lab import evaluation

    place = evaluating.book_to_fit(book) if fit else None
    outcomes = evaluating.ask_all(open_book_index(book), file, ruleset)
    report = evaluation.report(outcomes)
    if place:
        report["fitted"] = evaluating.fit_book(place, outcomes, book)
    if as_json:
        print_answer_json(report)
        return
    output = standard_output()
    evaluating.print_report(report, output)
    for outcome in evaluation.misses(outcomes)[:worst]:
        evaluating.print_miss(outcome, output)
    if place:
        evaluating.print_fit(report["fitted"], output)
