"""Making a sheet fit its pages: smaller type first, then fewer parts, on a poster fewer entries."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from rulings.errors import RulingsError
from rulings.format.sheets import Part
from rulings.languages import said
from rulings_cli.sheets import phrases
from rulings_cli.sheets.as_pdf import PdfRenderer
from rulings_cli.sheets.look import LARGEST, SMALLEST_OF_POSTER, Look
from rulings_cli.sheets.plan import keeping

SIZES = (LARGEST, 9.0, 8.5, 8.0, 7.5)
"""Sizes of type in points; nobody reads smaller type on a wall."""
POSTER_SIZES = (20.0, 18.0, 16.0, 15.0, 14.0, 13.0, 12.5, SMALLEST_OF_POSTER)
"""The same for a poster, which is read from two steps away."""

_Choice = TypeVar("_Choice")
CountPages = Callable[[Look], int]


def fit(look: Look, parts: list[Part], pages: CountPages, budget: int | None) -> Look:
    """The look that keeps within `budget` pages and leaves out the fewest of `parts`.

    Type gets smaller before a part is left out; the first of `parts` goes first. RulingsError
    where the smallest type and no parts are still too much.
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
    fullest = first_that(stages, lambda stage: pages(stage) <= budget)
    sizes = [replace(fullest, size=size) for size in SIZES]
    return first_that(sizes, lambda stage: pages(stage) <= budget)


def fit_poster(renderer: PdfRenderer, look: Look) -> tuple[PdfRenderer, Look, str]:
    """The entries and the type size that fit the pages of a poster (one unless the sheet says
    more), and a line on what was left out. RulingsError if calls and variants in force are too
    much by themselves.
    """
    budget = renderer.plan.sheet.pages or 1
    left_out = ""
    needed = renderer.pages(look)
    if needed > budget:
        renderer, ids = _fewer(renderer, look, budget)
        line = phrases.filled(
            phrases.NOT_ON_POSTER, ids=", ".join(ids), pages=str(budget), needed=str(needed)
        )
        left_out = said(line, renderer.plan.languages[0])
    looks = [replace(look, size=size) for size in POSTER_SIZES]
    return renderer, first_that(looks, lambda look: renderer.pages(look) <= budget), left_out


def first_that(choices: Sequence[_Choice], fits: Callable[[_Choice], bool]) -> _Choice:
    """The first choice that fits. All after it must fit too; the last one always does."""
    return choices[bisect_left(choices, True, hi=len(choices) - 1, key=fits)]


def _ever_less(omit: frozenset[Part], parts: list[Part]) -> Iterator[frozenset[Part]]:
    yield omit
    for part in parts:
        if part not in omit:
            omit = omit | {part}
            yield omit


def _fewer(renderer: PdfRenderer, look: Look, budget: int) -> tuple[PdfRenderer, list[str]]:
    """As many of the first entries as fit, and the ids of the others; variants that are not in
    force are left out first.
    """
    ordered = sorted((item.id for item in renderer.plan.items), key=lambda name: "-V" in name)

    def with_first(count: int) -> PdfRenderer:
        plan = replace(keeping(renderer.plan, ordered[:count]), absent=tuple(ordered[count:]))
        return replace(renderer, plan=plan)

    counts = range(len(ordered) - 1, -1, -1)
    count = first_that(counts, lambda count: with_first(count).pages(look) <= budget)
    fewer = with_first(count)
    needed = fewer.pages(look)
    if needed > budget:
        raise RulingsError(
            f"calls and variants in force alone take {needed} pages in {look.size:g} points; "
            f"give --pages {needed}, or one language"
        )
    return fewer, ordered[count:]
