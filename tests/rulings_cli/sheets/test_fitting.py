"""Fitting a sheet to its pages, with pages counted by a formula instead of Typst."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.errors import RulingsError
from rulings.format.sheets import Part
from rulings_cli.sheets.fitting import SIZES, fit
from rulings_cli.sheets.look import Look

PARTS = list(Part)


def pages_of(look: Look) -> int:
    """Twenty pages at the largest size with everything, less the smaller and emptier it gets."""
    share = 1 - 0.08 * len(look.omit)
    return max(1, round(20 * share * (look.size / SIZES[0]) ** 2))


@given(st.integers(1, 25))
def test_the_least_is_lost(budget: int) -> None:
    smallest = pages_of(Look(size=SIZES[-1], omit=frozenset(PARTS)))
    if budget < smallest:
        with pytest.raises(RulingsError, match=f"take {smallest} pages"):
            fit(Look(), PARTS, pages_of, budget)
        return
    found = fit(Look(), PARTS, pages_of, budget)

    assert pages_of(found) <= budget
    assert found.omit == frozenset(PARTS[: len(found.omit)])
    kept_more = frozenset(PARTS[: len(found.omit) - 1]) if found.omit else frozenset()
    if found.omit:
        assert pages_of(Look(size=SIZES[-1], omit=kept_more)) > budget
    larger = [size for size in SIZES if size > found.size]
    assert all(pages_of(Look(size=size, omit=found.omit)) > budget for size in larger)


def test_without_a_budget_nothing_is_counted() -> None:
    assert fit(Look(), PARTS, lambda _: 1 // 0, None) == Look()


def test_reasoning_goes_first_and_answers_last() -> None:
    assert PARTS[0] is Part.WHY
    assert PARTS[-1] is Part.ANSWER
