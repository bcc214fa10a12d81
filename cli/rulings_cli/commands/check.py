"""`rulings check`: what is wrong with a book, where, and how to fix it."""

from collections.abc import Collection
from itertools import chain
from os.path import normpath
from pathlib import Path
from typing import Annotated

import typer

from rulings.checks import of_book, run, stands_alone
from rulings.disk.changes import save_changes
from rulings.editing.editor import changes_that_fix
from rulings.reading.load import load_book
from rulings.reading.problems import Problem, in_order
from rulings_cli.places import locations
from rulings_cli.places.configuration import configured
from rulings_cli.start.options import BookOption, DryRunOption, JsonOption
from rulings_cli.start.translation import translated
from rulings_cli.terminal.output import one_line, print_answer_json, standard_output, warn
from rulings_cli.writing import changing

_MOST_SHOWN, _MOST_ROUNDS = 1_000, 20
_PHRASINGS_OF_NOTHING = "B311"
"""The only check that needs the other books: phrasings may be for their entries."""


def check(
    path: Annotated[Path | None, typer.Argument(help="A book; else all books in use.")] = None,
    book: BookOption = None,
    strict: Annotated[bool, typer.Option(help="Fail on warnings too.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Fix what has one right fix.")] = False,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check a book: where each fault is, and its remedy.

    Prints path:line:column: CODE message. --fix shows its changes as a diff, writes the files one
    after another, each whole, and prints what is left; with --dry-run it writes nothing.

    Examples: rulings check rulings/book --strict; rulings check my-book --fix

    Exit code 0: nothing wrong; 1: something is; warnings alone pass unless --strict, and
    notes always do.
    """
    problems = _fixed(path, book, dry_run, as_json) if fix or dry_run else _problems(path, book)
    _print(problems, as_json)
    failing = ("error", "warning") if strict else ("error",)
    if any(problem.severity in failing for problem in problems):
        raise typer.Exit(1)


def _problems(path: Path | None, book: list[Path] | None) -> list[Problem]:
    added = [*(book or ()), *([path] if path else [])]
    kinds = locations.named_books(added)
    together = load_book(list(kinds))
    if path is None:
        others = [Path(name) for name, by in kinds.items() if by in ("ours", "imported")]
        left_out = ("cited", "own") if locations.only() else ("cited",)
        elsewhere = [Path(name).absolute() for name, by in kinds.items() if by in left_out]
        at_hand = locations.imported_books(newest=False)  # but not where the book is checked too
        cites = (each for each in configured().cites if locations.place_of(each) in at_hand)
        numbers = load_book([locations.numbers_of(each.ruleset, each.edition) for each in cites])
        problems = [*run(together), *numbers.all_problems()]
        return in_order(_without(elsewhere, problems), last=others)
    cited = locations.cited_books(added)
    alone = load_book([*cited, *added])
    if stands_alone(alone):
        problems_alone = [each for each in run(alone) if each.code != _PHRASINGS_OF_NOTHING]
        problems = in_order(chain(problems_alone, of_book(together, _PHRASINGS_OF_NOTHING)))
    else:
        problems = run(together)
    problems = _without(cited, problems)
    places = ((each, Path(normpath(Path(each.path).absolute()))) for each in problems)
    return [each for each, place in places if place.is_relative_to(normpath(path.absolute()))]


def _without(cited: Collection[Path], problems: list[Problem]) -> list[Problem]:
    """The problems without those in the contents of documents that are only cited."""
    return [
        each
        for each in problems
        if each.stage == 0 or not any(map(Path(each.path).absolute().is_relative_to, cited))
    ]


def _print(problems: list[Problem], as_json: bool) -> None:
    shown, more = problems[:_MOST_SHOWN], max(0, len(problems) - _MOST_SHOWN)
    if as_json:
        keys = ("path", "line", "column", "code", "severity", "message")
        plain = [{key: getattr(problem, key) for key in keys} for problem in shown]
        print_answer_json({"problems": plain, "more": more})
        return
    output = standard_output()
    for problem in shown:
        mark = "" if problem.severity == "error" else f"{translated(problem.severity)}: "
        message = translated(one_line(problem.message))
        output.write(one_line(f"{problem.where}: {problem.code} {mark}{message}") + "\n")
    if more:
        output.write(translated(f"and {more:,} more; correct these first") + "\n")


def _fixed(
    path: Path | None, book: list[Path] | None, dry_run: bool, as_json: bool
) -> list[Problem]:
    """Fix each fault that has one right fix, until no more appear; returns what is left."""
    for _ in range(_MOST_ROUNDS):
        problems = _problems(path, book)
        fixes = changes_that_fix(problems)
        changes = {each: fixes[each] for each in fixes if not changing.why_read_only(each.parent)}
        if not as_json:
            changing.show(changes)
        if dry_run or not changes:
            break
        save_changes(changes)
    for left in fixes:
        if refusal := changing.why_read_only(left.parent):
            warn(f"{left} {refusal.reason}; it is left as it is")
    return problems
