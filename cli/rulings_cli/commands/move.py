"""`rulings move`: an entry to another file, or to another ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulings_cli.completion import complete_id
from rulings_cli.options import BookOption, DryRunOption


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
    it follows, as with rename. A file is named by its path; a new one is created.

    Examples: rulings move BR-Q22 rulings/book/pokemon-tcg/battle-royal/prizes.yaml;
    rulings move BR-Q22 raid --dry-run
    """
    from rulings import moving, renaming
    from rulings.effective import find_ruleset
    from rulings_cli import changing

    loading, writable = changing.read(book)
    name = renaming.find(loading, identifier)
    if goal.endswith((".yaml", ".yml")):
        changing.carry_out(moving.move(loading, name, Path(goal), {}), dry_run)
        return
    ruleset = find_ruleset(loading.book, goal)
    new = renaming.id_in(loading.book, name, ruleset)
    renamed = renaming.with_new_id(loading, name.id, new, writable)
    place = moving.place_in(loading, ruleset, name)
    changing.carry_out(moving.move(loading, name, place, renamed), dry_run)
    changing.warn_of_others(renaming.cited_in(loading, name), writable, name.cited)
