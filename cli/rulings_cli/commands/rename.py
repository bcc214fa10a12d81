"""`rulings rename`: another id for whatever has one, wherever it is cited."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings_cli.start.completion import complete_id
from rulings_cli.start.options import BookOption, DryRunOption


def rename(
    old: Annotated[
        str,
        typer.Argument(help="BR-Q22, card:escape-rope, …", autocompletion=complete_id),
    ],
    new: Annotated[str, typer.Argument(help="The id to give it; next: the next free one.")],
    at: Annotated[
        str, typer.Option(metavar="PATH:LINE", help="Which one, where an id stands twice.")
    ] = "",
    dry_run: DryRunOption = False,
    book: BookOption = None,
) -> None:
    """Give an entry, card, term or source another id, with everything that cites it.

    Only ids change, in every file of the books that may be written, all or none; comments and
    blank lines stay. The old id still finds it: it is kept under `formerly`. Only the old id of a
    source is not kept.

    Examples: rulings rename BR-Q22 BR-Q80 --dry-run; rulings rename BR-Q80 next
    """
    from rulings.editing import rename as renaming
    from rulings_cli.writing import changing

    loading, writable = changing.read(book)
    name = renaming.find(loading, old)
    changes = renaming.with_new_id(loading, old, new, writable, at)
    renaming.refuse_lost(loading, changes, name, renaming.new_id(loading.book, name, new))
    changing.carry_out(changes, dry_run)
    changing.warn_of_others(renaming.cited_in(loading, name), writable, name.cited)
