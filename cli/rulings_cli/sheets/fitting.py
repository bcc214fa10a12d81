"""Making a sheet fit its pages: smaller type first, then fewer parts, on a poster fewer entries."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import msgspec

from rulings.errors import RulingsError
from rulings_cli.sheets.plan import Plan

SIZES = (9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of type in points; nobody reads smaller type on a wall."""
POSTER_SIZES = (20.0, 18.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0)
"""The same for a poster, which is read from two steps away."""

CountPages = Callable[[Plan, float], int]


def fit(plan: Plan, pages: CountPages, budget: int | None) -> tuple[Plan, float]:
    """As much of a plan as keeps within `budget` pages (on a poster one unless it says more), and
    the largest type in which it does.

    RulingsError where what always stays is too much in the smallest type.
    """
    if budget is None and not plan.poster:
        return plan, SIZES[0]
    limit, sizes = budget or 1, POSTER_SIZES if plan.poster else SIZES
    parts, names = plan.parts, _by_importance(plan)

    def thinned(steps: int) -> Plan:
        if plan.poster:
            return _without_last(plan, names, steps)
        return plan.without(parts[:steps]) if steps else plan

    steps = len(names if plan.poster else parts)
    needed = pages(thinned(steps), sizes[-1])
    if needed > limit:
        raise RulingsError(
            f"titles, verdicts and authorities alone take {needed} pages in the smallest type; "
            f"give --pages {needed}, one language, or fewer entries"
        )
    least = bisect_left(
        range(steps), True, key=lambda steps: pages(thinned(steps), sizes[-1]) <= limit
    )
    fullest = thinned(least)
    last = len(sizes) - 1
    size = bisect_left(sizes, True, hi=last, key=lambda size: pages(fullest, size) <= limit)
    return fullest, sizes[size]


def _by_importance(plan: Plan) -> list[str]:
    """The selected entries; variants that are not in force are the first to go from a poster."""
    return sorted((item.id for item in plan.selected), key=lambda name: "-V" in name)


def _without_last(plan: Plan, names: list[str], count: int) -> Plan:
    """The plan without the last entries, which it names; itself where that is none."""
    if not count:
        return plan
    kept, gone = names[:-count], names[-count:]
    return msgspec.structs.replace(plan.keeping({*kept}), absent=tuple(gone))
