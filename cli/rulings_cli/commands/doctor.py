"""`rulings doctor`: what is installed and where, and what to do about what is wrong."""

import platform
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

import rulings
from rulings.errors import RulingsError
from rulings.reading.load import load_book
from rulings_cli.places import locations
from rulings_cli.places.configuration import configured, file_in_use
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.start.translation import help_text
from rulings_cli.terminal.output import counted, print_answer_json, standard_output
from rulings_index import open_index

Finding = tuple[str, str, str]
"""What was looked at, its state, and a remedy, empty where all is well."""


def doctor(book: BookOption = None, as_json: JsonOption = False) -> None:
    """Say what is installed, and how to fix what is wrong.

    Example: rulings doctor --json

    Exit code 1 where something is wrong.
    """
    findings = [*_program(), *_books(book), _index(book)]
    if as_json:
        keys = ("name", "state", "remedy")
        rows = [dict(zip(keys, finding, strict=True)) for finding in findings]
        print_answer_json({"findings": rows})
    else:
        output = standard_output()
        for name, state, remedy in findings:
            output.labelled(help_text(name), help_text(state), "warn" if remedy else "", 0)
            if remedy:
                output.labelled(help_text("fix"), remedy, "strong", 4)
    if any(remedy for _, _, remedy in findings):
        raise typer.Exit(1)


def _program() -> Iterator[Finding]:
    yield "rulings", f"{rulings.__version__}, {Path(rulings.__file__).parent}", ""
    yield "python", f"{platform.python_version()}, {sys.executable}", ""
    read = configured()
    cites = ", ".join(f"{each.ruleset} {each.edition}" for each in read.cites)
    lists = {"books": ", ".join(read.books), "cites": cites, "only": read.only and "true"}
    state = "; ".join(f"{key} {each}" for key, each in (read._asdict() | lists).items() if each)
    yield "configuration", f"{file_in_use()}: {state or 'says nothing'}", ""


def _books(added: list[Path] | None) -> Iterator[Finding]:
    books = locations.named_books(added)
    problems = load_book(list(books)).all_problems()
    for path, named_by in books.items():
        count = sum(Path(problem.path).is_relative_to(path) for problem in problems)
        state = counted(count, "fault", "faults") if count else "reads without fault"
        remedy = f"rulings check {shlex.quote(path)}" if count else ""
        yield "book", f"{path} ({named_by}): {state}", remedy
    for left_out in locations.left_out():
        yield "book", f"{left_out}: left out ({locations.only()})", ""


def _index(added: list[Path] | None) -> Finding:
    warnings: list[str] = []
    try:
        status = open_index(locations.books(added), warn=warnings.append).status()
    except RulingsError as error:
        return "index", "cannot be built", str(error)
    count = counted(status["entries"], "entry", "entries")
    return "index", f"{status['state']}, {count}, {status['folder']}", "; ".join(warnings)
