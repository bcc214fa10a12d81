"""`rulings move`: entries to another file of their book."""

from typing import Annotated

import typer

from rulings.editing.rename import move_to_file
from rulings.errors import RulingsError
from rulings_cli.start.options import BookOption, DryRunOption
from rulings_cli.writing import changing


def move(
    identifiers: Annotated[list[str], typer.Argument(metavar="ID…", help="BR-Q22, card:…")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="rulings-2.yaml, …")],
    dry_run: DryRunOption = False,
    book: BookOption = None,
) -> None:
    """Move entries, with their comments, to another file of their book.

    The name of a file alone means a file beside the one in which the entry stands; a path with a
    folder begins where you are, and must lead into the same book. A new file is created. All are
    moved, or none where one of them cannot be; if the command was interrupted, the same command
    again moves the rest.

    Example: rulings move BR-Q22 BR-Q23 prizes.yaml
    """
    plan = changing.plan_for(book)
    names = [move_to_file(plan, typed, file).cited for typed in identifiers]
    if not plan.changes:
        raise RulingsError(f"already in {file}: {', '.join(names)}")
    changing.carry_out(plan, dry_run)
