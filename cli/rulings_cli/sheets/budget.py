"""Making a sheet fit its pages: smaller type first, then without its reasoning, and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulings.sheets import Part
from rulings_cli.sheets.errors import SheetError
from rulings_cli.sheets.look import LARGEST, Look

SIZES = (LARGEST, 9.0, 8.5, 8.0, 7.5)
"""Sizes of type in points; what is smaller than the last one, nobody reads on a wall."""

CountPages = Callable[[Look], int]


def fit(look: Look, parts: list[Part], pages: CountPages, budget: int | None) -> Look:
    """The look that keeps within `budget` pages with the least lost.

    The smallest type comes before leaving anything out; what stands first in `parts` goes first.
    Raises SheetError where even the least does not fit.
    """
    if budget is None:
        return look
    stages = [replace(look, size=SIZES[-1], omit=omit) for omit in _ever_less(look.omit, parts)]
    needed = pages(stages[-1])
    if needed > budget:
        raise SheetError(
            f"titles, verdicts and authorities alone take {needed} pages in the smallest type; "
            f"give --pages {needed}, one language, or fewer entries"
        )
    least_lost = _first(stages, lambda stage: pages(stage) <= budget)
    larger = [replace(least_lost, size=size) for size in SIZES[:-1]]
    return _first([*larger, least_lost], lambda stage: pages(stage) <= budget)


def _ever_less(omit: frozenset[Part], parts: list[Part]) -> Iterator[frozenset[Part]]:
    yield omit
    for part in parts:
        if part not in omit:
            omit = omit | {part}
            yield omit


def _first(looks: list[Look], fits: Callable[[Look], bool]) -> Look:
    """The first look that fits, in a list in which all after it fit too; the last one does."""
    low, high = 0, len(looks) - 1
    while low < high:
        middle = (low + high) // 2
        if fits(looks[middle]):
            high = middle
        else:
            low = middle + 1
    return looks[low]
