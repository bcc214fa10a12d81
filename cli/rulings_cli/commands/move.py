"""`rulings move`: entries to another file, or to another ruleset."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings.errors import RulingsError
from rulings_cli.start.completion import complete_id
from rulings_cli.start.options import BookOption, DryRunOption


def move(
    identifiers: Annotated[
        list[str],
        typer.Argument(metavar="ID…", help="BR-Q22, card:…", autocompletion=complete_id),
    ],
    goal: Annotated[str, typer.Argument(metavar="FILE|RULESET", help="rulings-2.yaml, raid, …")],
    dry_run: DryRunOption = False,
    book: BookOption = None,
) -> None:
    """Move entries, with their comments, to another file of their book, or to another ruleset.

    In another ruleset each gets the next free id there (a clause keeps its number), and what cites
    it follows, as with rename. The name of a file alone means a file beside the one in which the
    entry stands; a path with a folder begins where you are, and must lead into the same book. A
    new file is created. All are moved, or none where one of them cannot be; if the command was
    interrupted, the same command again moves the rest.

    Examples: rulings move BR-Q22 BR-Q23 prizes.yaml; rulings move BR-Q22 raid --dry-run
    """
    from rulings.editing import move as moving
    from rulings.lookup.rules_in_force import find_ruleset
    from rulings_cli.writing import changing

    plan = changing.plan_for(book)
    if goal.endswith((".yaml", ".yml")):
        names = [moving.move_to_file(plan, typed, goal).cited for typed in identifiers]
    else:
        ruleset = find_ruleset(plan.loading.book, goal)
        names = [moving.move_to_ruleset(plan, typed, ruleset).cited for typed in identifiers]
    if not plan.changes:
        raise RulingsError(f"already in {goal}: {', '.join(names)}")
    changing.carry_out(plan, dry_run)
