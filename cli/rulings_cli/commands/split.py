"""`rulings split`: a second entry after one, which begins as its copy."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings_cli.start.completion import complete_id
from rulings_cli.start.options import BookOption, DryRunOption
from rulings_cli.terminal.output import warn


def split(
    identifier: Annotated[
        str, typer.Argument(metavar="ID", help="BR-Q22, BR 8.1a, …", autocompletion=complete_id)
    ],
    new: Annotated[str, typer.Argument(metavar="NEW-ID", help="Else the next free one.")] = "next",
    dry_run: DryRunOption = False,
    book: BookOption = None,
) -> None:
    """Make two entries of one: right after it comes a copy, a draft in which you keep the rest.

    What cites the entry still cites it; each is named, so that you can say which of the two it
    means.

    Example: rulings split BR-Q22 --dry-run
    """
    from rulings.editing import move, rename
    from rulings.lookup.links import Links
    from rulings_cli.writing import changing

    loading, _ = changing.read(book)
    name = rename.find(loading, identifier)
    wanted, changes = move.split(loading, name, new)
    changing.carry_out(changes, dry_run)
    citing = dict.fromkeys(link.origin for link in Links(loading.book).to(name.id))
    if citing:
        warn(f"{name.id} is cited by {', '.join(citing)}; write {wanted} where that one is meant")
