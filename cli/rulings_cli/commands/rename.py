"""`rulings rename`: another id for whatever has one, wherever it is cited."""

from typing import Annotated

import typer

from rulings.editing.rename import plan_rename
from rulings_cli.event import tonight
from rulings_cli.start.options import BookOption, DryRunOption
from rulings_cli.terminal.output import standard_output
from rulings_cli.writing import changing


def rename(
    old: Annotated[str, typer.Argument(help="BR-Q22, card:escape-rope, …")],
    new: Annotated[str, typer.Argument(help="The id to give it; next: the next free one.")],
    dry_run: DryRunOption = False,
    book: BookOption = None,
) -> None:
    """Give an entry, card or term another id, with everything that cites it.

    Only ids change, in every file of the books that may be written; comments and blank lines stay.
    The old id still finds it: it is kept under `formerly`. Where an id stands twice, the last one
    is renamed, and what cites it stays. Where the command was interrupted, or other files cite the
    old id, the same command again changes what is left.

    Examples: rulings rename BR-Q22 BR-Q80 --dry-run; rulings rename BR-Q80 next
    """
    with tonight.locked():  # else `new` may give the same id to another entry meanwhile
        plan = changing.plan_for(book)
        name = plan_rename(plan, old, new)
        changing.carry_out(plan, dry_run)
        if not dry_run and tonight.events():
            tonight.rename_variants(plan.loading.book.now_called())
    if not dry_run:
        standard_output().write(f"{old} -> {name}\n")
