"""`rulings eval`: how well the search answers a file of questions, and fitting a line to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.disk.files import save
from rulings.errors import RulingsError
from rulings.format.book_file import LINE_FILE, Line, line_file
from rulings.progress import counted
from rulings.reading.load import load_book
from rulings_cli.places import locations
from rulings_cli.places.book_index import open_book_index
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output
from rulings_index import Index
from rulings_index.lab import evaluation
from rulings_index.lab.fitting import fit, samples_of
from rulings_index.ranking.confidence import LEVELS, measure_name


def evaluate(
    file: Annotated[Path, typer.Argument(help="YAML: a list of id, query, kind, relevant.")],
    book: BookOption = None,
    worst: Annotated[int, typer.Option(min=0, help="Show this many misses.")] = 0,
    fit: Annotated[
        bool, typer.Option("--fit", help="Fit the line of certainty to your book; keep it there.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure the search with questions and answers.

    Example: rulings eval questions.yaml --worst 5
    """
    place = _book_to_fit(book) if fit else None
    outcomes = _ask_all(open_book_index(book), file)
    report = evaluation.report(outcomes)
    if place:
        report["fitted"] = _fit_book(place, outcomes, book)
    if as_json:
        print_answer_json(report)
        return
    output = standard_output()
    _print_report(report, output)
    for outcome in evaluation.misses(outcomes)[:worst]:
        _print_miss(outcome, output)
    if place:
        _print_fit(report["fitted"], output)


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


def _book_to_fit(book: Sequence[Path] | None) -> Path:
    """The topmost book that was named; else the user's own. RulingsError where there is none."""
    books = locations.named_books(book)
    named = [path for path, by in books.items() if by not in ("ours", "imported", "own")]
    fitting = named or [path for path, by in books.items() if by == "own"]
    if not fitting:
        raise RulingsError("a line is fitted to a book of yours; name it with --book DIR")
    place = Path(fitting[-1])
    if not place.is_dir():
        raise RulingsError(f"{place} is one file; a line is kept in a book's folder")
    return place


def _fit_book(
    place: Path, outcomes: Sequence[evaluation.Outcome], book: Sequence[Path] | None
) -> dict[str, Any]:
    """Fit the thresholds to one of the books in use, and keep them in that book if that helps;
    gives what `eval --json` says of it. Raises RulingsError where the questions are too few.
    """
    paths = locations.books(book)
    layer = paths.index(place)
    origins = load_book(paths).origins.items()
    best = fit(samples_of(outcomes, {name for name, origin in origins if origin.layer == layer}))
    fitted = best._asdict() | {"line": best.line._asdict(), "kept": None}
    if best.helps:
        line = Line(
            **best.line._asdict(),
            measured_by=measure_name(),
            questions=best.questions,
            fitted=date.today().isoformat(),
        )
        save(place / LINE_FILE, line_file(line), inside=place)
        fitted["kept"] = str(place / LINE_FILE)
    return fitted


def _print_fit(fitted: dict[str, Any], output: Output) -> None:
    """How sure the search was of the questions, and is with a line fitted to the others."""
    output.write(f"\n{'line':29}{_cells(LEVELS)}\n")
    for answered, kind in (("answered", "with an answer"), ("without", "without one")):
        for name, called in (("before", "as it ships"), ("held_out", "fitted")):
            head = f"  {kind}, {called}"
            output.write(f"{head:29}{_cells(fitted[name][answered].values())}\n")
    output.line("Each fifth of the questions is judged by a line fitted to the rest.")
    if fitted["kept"]:
        output.labelled("kept", fitted["kept"], indent=0)
    else:
        output.line("It is no better than the line that ships, so nothing is written.")
