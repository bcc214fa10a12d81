"""`rulings eval`: how well the search answers a file of questions."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulings.problems import RulingsError
from rulings_cli.desk import open_desk
from rulings_cli.options import BookOption, JsonOption, RulesetOption
from rulings_cli.output import Output, print_json, standard_output

if TYPE_CHECKING:
    from rulings_index.evaluation import Outcome

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_COLUMNS = ("success@1", "success@3", "mrr@10", "ndcg@10", "recall@10")


@app.command()
def evaluate(
    file: Annotated[Path, typer.Argument(help="YAML: a list of id, query, kind, relevant.")],
    book: BookOption = None,
    ruleset: RulesetOption = None,
    filtered: Annotated[bool, typer.Option(help="Ask each question of its own ruleset.")] = False,
    worst: Annotated[int, typer.Option(min=0, help="Show this many misses.")] = 0,
    compare: Annotated[
        Path | None, typer.Option(metavar="OLD.json", help="What changed since an older --json.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the search with questions and answers.

    --ruleset takes only the questions on one ruleset. Example: rulings eval questions.yaml
    """
    from rulings_index import evaluation  # noqa: PLC0415

    questions = evaluation.read_questions(file)
    if ruleset:
        questions = [one for one in questions if one.ruleset.lower() == ruleset.lower()]
    if not questions:
        raise RulingsError(f"{file}: no questions here; a file holds a list with id and query")
    desk = open_desk(book)
    outcomes = [
        evaluation.Outcome(
            question,
            [
                hit.id
                for hit in desk.search(
                    question.query, ruleset=question.ruleset if filtered else None, limit=10
                ).hits
            ],
        )
        for question in _with_progress(questions)
    ]
    report = evaluation.report(outcomes)
    changes = evaluation.compare(report, _older(compare)) if compare else None
    if as_json:
        print_json(report | ({"compared": changes} if changes else {}))
        return
    output = standard_output()
    _print_table(report, output)
    for outcome in evaluation.misses(outcomes)[:worst]:
        _print_miss(outcome, output)
    if changes:
        _print_changes(changes, output)


def _with_progress(questions: list[Any]) -> Any:
    """The questions; on a terminal, with a bar on standard error."""
    if not sys.stderr.isatty():
        return questions
    return _bar(questions)


def _bar(questions: list[Any]) -> Any:
    with typer.progressbar(questions, label="asking", file=sys.stderr) as bar:
        yield from bar


def _older(path: Path) -> dict[str, Any]:
    try:
        older = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RulingsError(f"{path} is no report of `rulings eval --json` ({error})") from None
    if not isinstance(older, dict) or not {"all", "questions"} <= older.keys():
        raise RulingsError(f"{path} is no report of `rulings eval --json`")
    return older


def _print_table(report: dict[str, Any], output: Output) -> None:
    head = "".join(f"{name:>11}" for name in _COLUMNS)
    output.write(f"{'':18}{'questions':>10}{head}{'no answer':>11}{'false':>7}\n")
    rows = [("all", report["all"])]
    for group in ("by_kind", "by_ruleset", "by_language"):
        rows.append((group.replace("by_", "by "), {}))
        rows.extend((f"  {name}", figures) for name, figures in report[group].items())
    for name, figures in rows:
        output.write(f"{name:18}{_cells(figures)}".rstrip() + "\n")


def _cells(figures: dict[str, Any]) -> str:
    if not figures:
        return ""
    measured = "".join(
        f"{figures[name]:11.3f}" if figures[name] is not None else f"{'-':>11}" for name in _COLUMNS
    )
    return (
        f"{figures['questions']:10}{measured}{figures['no_answer']:11}{figures['false_answers']:7}"
    )


def _print_miss(outcome: Outcome, output: Output) -> None:
    question = outcome.question
    output.line()
    output.line(f"{question.id} [{question.kind}] {question.query}")
    output.labelled("wanted", ", ".join(question.relevant) or "no answer")
    output.labelled("found", ", ".join(outcome.found) or "nothing")
    output.labelled("ranks", ", ".join(map(str, outcome.ranks)) or "none among the first ten")


def _print_changes(changes: dict[str, Any], output: Output) -> None:
    output.line()
    for name, change in changes["change"].items():
        if change:
            output.line(f"{name:14}{change:+.4f}")
    output.labelled("better", ", ".join(changes["better"]) or "none", indent=0)
    output.labelled("worse", ", ".join(changes["worse"]) or "none", indent=0)
