"""Making a sheet fit its pages: smaller type first, then without its reasoning, and so on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from rulings.errors import RulingsError
from rulings.format.sheets import Part
from rulings_cli.sheets.look import LARGEST, Look

SIZES = (LARGEST, 9.0, 8.5, 8.0, 7.5)
"""Sizes of type in points; what is smaller than the last one, nobody reads on a wall."""
_Choice = TypeVar("_Choice")
CountPages = Callable[[Look], int]


def fit(look: Look, parts: list[Part], pages: CountPages, budget: int | None) -> Look:
    """The look that keeps within `budget` pages with the least lost.

    The smallest type comes before leaving anything out; what stands first in `parts` goes first.
    Raises RulingsError where even the least does not fit.
    """
    if budget is None:
        return look
    stages = [replace(look, size=SIZES[-1], omit=omit) for omit in _ever_less(look.omit, parts)]
    needed = pages(stages[-1])
    if needed > budget:
        raise RulingsError(
            f"titles, verdicts and authorities alone take {needed} pages in the smallest type; "
            f"give --pages {needed}, one language, or fewer entries"
        )
    least_lost = first_that(stages, lambda stage: pages(stage) <= budget)
    larger = [replace(least_lost, size=size) for size in SIZES[:-1]]
    return first_that([*larger, least_lost], lambda stage: pages(stage) <= budget)


def _ever_less(omit: frozenset[Part], parts: list[Part]) -> Iterator[frozenset[Part]]:
    yield omit
    for part in parts:
        if part not in omit:
            omit = omit | {part}
            yield omit


def first_that(choices: Sequence[_Choice], fits: Callable[[_Choice], bool]) -> _Choice:
    """The first choice that fits. All after it must fit too; the last one always does."""
    return choices[bisect_left(choices, True, hi=len(choices) - 1, key=fits)]
