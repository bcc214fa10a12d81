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
    needed = 0
    for omit in _ever_less(look.omit, parts):
        smallest = replace(look, size=SIZES[-1], omit=omit)
        needed = pages(smallest)
        if needed <= budget:
            return _largest(smallest, pages, budget)
    raise SheetError(
        f"titles, verdicts, rules and authorities alone take {needed} pages in the smallest type; "
        f"give --pages {needed}, one language, or fewer entries"
    )


def _ever_less(omit: frozenset[Part], parts: list[Part]) -> Iterator[frozenset[Part]]:
    yield omit
    for part in parts:
        if part not in omit:
            omit = omit | {part}
            yield omit


def _largest(smallest: Look, pages: CountPages, budget: int) -> Look:
    """The same look in the largest type that still fits."""
    for size in SIZES[:-1]:
        larger = replace(smallest, size=size)
        if pages(larger) <= budget:
            return larger
    return smallest
