"""`rulings eval`: how well the search answers a file of questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulings_cli.places.book_index import open_book_index
from rulings_cli.start.options import BookOption, JsonOption, RulesetOption
from rulings_cli.terminal.output import print_answer_json, standard_output

FitOption = Annotated[
    bool, typer.Option("--fit", help="Fit the line of certainty to your book; keep it there.")
]


def evaluate(
    file: Annotated[Path, typer.Argument(help="YAML: a list of id, query, kind, relevant.")],
    book: BookOption = None,
    ruleset: RulesetOption = None,
    worst: Annotated[int, typer.Option(min=0, help="Show this many misses, and why.")] = 0,
    compare: Annotated[
        Path | None, typer.Option(metavar="OLD.json", help="What changed since an older --json.")
    ] = None,
    fit: FitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure the search with questions and answers.

    --ruleset takes only the questions on one ruleset. Example: rulings eval questions.yaml
    """
    from rulings_cli.lab import evaluating, fitting
    from rulings_index.lab import evaluation

    place = fitting.book_to_fit(book) if fit else None
    desk = open_book_index(book)
    questions = evaluating.questions_of(file, ruleset, desk)
    outcomes = evaluating.ask_all(desk, questions)
    report = evaluation.report(outcomes)
    if compare:
        report["compared"] = evaluation.compare(report, evaluating.older_report(compare))
    fitted = fitting.fit_to_book(place, outcomes, book) if place else None
    if as_json:
        print_answer_json(report | ({"fitted": fitted.as_json()} if fitted else {}))
        return
    output = standard_output()
    evaluating.print_report(report, output)
    evaluating.print_certainty(report, outcomes, output)
    for outcome in evaluation.misses(outcomes)[:worst]:
        evaluating.print_miss(outcome, desk, output)
    if compare:
        evaluating.print_changes(report["compared"], output)
    if fitted:
        fitting.print_fit(fitted, output)
