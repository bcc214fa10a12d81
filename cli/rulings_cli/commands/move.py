"""`rulings move`: an entry to another file, or to another ruleset."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings_cli.start.completion import complete_id
from rulings_cli.start.options import BookOption, DryRunOption


def move(
    identifier: Annotated[
        str, typer.Argument(metavar="ID", help="BR-Q22, card:…", autocompletion=complete_id)
    ],
    goal: Annotated[str, typer.Argument(metavar="FILE|RULESET", help="rulings-2.yaml, raid, …")],
    dry_run: DryRunOption = False,
    book: BookOption = None,
) -> None:
    """Move an entry, with its comments, to another file of its book, or to another ruleset.

    In another ruleset it gets the next free id there (a clause keeps its number), and what cites
    it follows, as with rename. The name of a file alone means a file beside the one in which the
    entry stands; a path with a folder begins where you are, and must lead into the same book. A
    new file is created.

    Examples: rulings move BR-Q22 prizes.yaml; rulings move BR-Q22 raid --dry-run
    """
    from rulings.editing import move as moving
    from rulings.editing import rename
    from rulings.lookup.rules_in_force import find_ruleset
    from rulings_cli.writing import changing

    loading, writable = changing.read(book)
    name = rename.find(loading, identifier)
    if goal.endswith((".yaml", ".yml")):
        place = moving.place_of(loading, name, goal, writable)
        changes = moving.move(loading, name, place, {})
        rename.refuse_lost(loading, changes, name, name.id)
        changing.carry_out(changes, dry_run)
        return
    ruleset = find_ruleset(loading.book, goal)
    new = rename.id_in(loading.book, name, ruleset)
    place = moving.place_in(loading, ruleset, name, writable)
    renamed = rename.with_new_id(loading, name.id, new, writable)
    changes = moving.move(loading, name, place, renamed)
    rename.refuse_lost(loading, changes, name, new)
    changing.carry_out(changes, dry_run)
    changing.warn_of_others(rename.cited_in(loading, name), writable, name.cited)
