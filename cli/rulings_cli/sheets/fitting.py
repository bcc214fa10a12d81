"""What a sheet or a poster leaves out to fit its pages, and in which size of type it is set."""

from bisect import bisect_left
from collections.abc import Callable, Collection

from rulings.errors import RulingsError
from rulings.format.sheets import Part
from rulings_cli.sheets.plan import Plan
from rulings_cli.sheets.planning import Planner

SIZES = (9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of type in points; nobody reads smaller type on a wall."""
POSTER_SIZES = (20.0, 18.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0)
"""The same for a poster, which is read from two steps away."""
SMALLER_SIZES = (*POSTER_SIZES, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
"""The same for a poster with more to say: in several languages, or with calls."""
_FIRST = 4
"""The entries at the head of a poster that stay longer than any call."""


def fit(
    planner: Planner,
    omit: Collection[Part],
    pages: Callable[[Plan, float], int],
    budget: int | None,
) -> tuple[Plan, float]:
    """The plan that fits `budget` pages (of a poster by default one) with the fewest things left
    out besides `omit`, and the largest type in which it fits. RulingsError if nothing fits.
    """
    plan = planner.make(omit)
    if budget is None and not plan.poster:
        return plan, SIZES[0]
    poster_sizes = SMALLER_SIZES if len(plan.languages) > 1 or planner.calls else POSTER_SIZES
    limit, sizes = budget or 1, poster_sizes if plan.poster else SIZES
    names = _by_need(plan, {call.id for call in planner.calls})

    def place_of_size(plan: Plan) -> int:
        """The place of the largest size in which a plan fits, behind the last if none does."""
        return bisect_left(sizes, True, key=lambda size: pages(plan, size) <= limit)

    if (at := place_of_size(plan)) < len(sizes):
        return plan, sizes[at]

    def with_less(steps: int) -> Plan:
        if plan.poster:
            return planner.make(omit, names[len(names) - steps :])
        return planner.make([*omit, *plan.parts[:steps]])

    most = len(names if plan.poster else plan.parts)
    if (needed := pages(with_less(most), sizes[-1])) > limit:
        raise RulingsError(
            f"titles, verdicts and authorities alone take {needed} pages in the smallest type; "
            f"give --pages {needed}, one language, or fewer entries"
        )
    fewest = bisect_left(
        range(most), True, key=lambda steps: pages(with_less(steps), sizes[-1]) <= limit
    )
    fullest = with_less(fewest)
    return fullest, sizes[place_of_size(fullest)]


def _by_need(plan: Plan, calls: Collection[str]) -> list[str]:
    """What a poster may leave out, the most needed first: a few entries, then the calls above its
    sections, the latest first, then the other entries. A call in place of an entry always stays.
    """
    on_top = [item.id for each in plan.sections if each.kind == "calls" for item in each.items]
    listed = [item.id for item in plan.selected if item.id not in calls]
    return [*listed[:_FIRST], *reversed(on_top), *listed[_FIRST:]]
