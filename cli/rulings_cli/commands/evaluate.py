"""`rulings eval`: how well the search answers a file of questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulings_cli.book_index import open_book_index
from rulings_cli.options import BookOption, JsonOption, RulesetOption
from rulings_cli.output import print_answer_json, standard_output


def evaluate(
    file: Annotated[Path, typer.Argument(help="YAML: a list of id, query, kind, relevant.")],
    book: BookOption = None,
    ruleset: RulesetOption = None,
    filtered: Annotated[bool, typer.Option(help="Ask each question of its own ruleset.")] = False,
    worst: Annotated[int, typer.Option(min=0, help="Show this many misses, and why.")] = 0,
    compare: Annotated[
        Path | None, typer.Option(metavar="OLD.json", help="What changed since an older --json.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the search with questions and answers.

    --ruleset takes only the questions on one ruleset. Example: rulings eval questions.yaml
    """
    from rulings_cli import evaluating
    from rulings_index import evaluation

    desk = open_book_index(book)
    questions = evaluating.questions_of(file, ruleset, desk)
    outcomes = evaluating.ask_all(desk, questions, filtered)
    report = evaluation.report(outcomes)
    changes = evaluation.compare(report, evaluating.older_report(compare)) if compare else None
    if as_json:
        print_answer_json(report | ({"compared": changes} if changes else {}))
        return
    output = standard_output()
    evaluating.print_report(report, output)
    evaluating.print_certainty(report, output)
    for outcome in evaluation.misses(outcomes)[:worst]:
        evaluating.print_miss(outcome, desk, output)
    if changes:
        evaluating.print_changes(changes, output)
