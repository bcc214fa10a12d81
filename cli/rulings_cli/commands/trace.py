"""`rulings trace`: one clause through a folder of editions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulings_cli import differences
from rulings_cli.options import JsonOption
from rulings_cli.output import print_answer_json, standard_output, warn


def trace(
    identifier: Annotated[str, typer.Argument(metavar="ID", help='"CR 315.2", 315.2, …')],
    folder: Annotated[Path, typer.Argument(help="A folder of editions: books or official texts.")],
    as_json: JsonOption = False,
) -> None:
    """Follow one clause through a folder of editions.

    Shows its numbers and its words. ID is its number in the newest edition that has it.
    Exit code 1: no edition has it.

    Example: rulings trace 315.2 editions/
    """
    from rulings import identifiers
    from rulings.editions import trace as tracing
    from rulings.editions.edition import editions_in, read_edition

    editions = [read_edition(path) for path in editions_in(folder)]
    prefixes = {
        written: edition.prefix
        for edition in editions
        for written in (edition.prefix.lower(), edition.ruleset)
    }
    reference = identifiers.parse(identifier, prefixes)
    wanted = reference.candidates[0] if reference else identifier
    steps = tracing.trace(wanted, editions)
    output = standard_output()
    if as_json:
        plain = [
            {"older": step.older, "newer": step.newer, **differences.change_as_json(step.change)}
            for step in steps
        ]
        print_answer_json({"id": wanted, "steps": plain})
    else:
        for step in steps:
            output.line(f"{step.older} → {step.newer}", "accent")
            differences.print_change(output, step.change)
    if not steps:
        warn(f"no two editions in {folder} have {wanted!r}")
        raise typer.Exit(1)
