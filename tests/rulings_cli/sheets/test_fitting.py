"""Fitting a sheet to its pages, with pages counted by a formula instead of Typst."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.errors import RulingsError
from rulings.format.sheets import Part
from rulings.reading.book import BUILT_IN_BOOK
from rulings_cli.sheets.fitting import SIZES, fit
from rulings_cli.sheets.plan import Plan
from rulings_cli.sheets.request import SheetRequest


@pytest.fixture(scope="module")
def plan() -> Plan:
    return SheetRequest(what=["battle-royal"], books=[BUILT_IN_BOOK], language="en").plan()


def pages_of(plan: Plan, size: float) -> int:
    """Twenty pages at the largest size with everything, less the smaller and emptier it gets."""
    share = 1 - 0.08 * len(plan.omitted)
    return max(1, round(20 * share * (size / SIZES[0]) ** 2))


@given(budget=st.integers(1, 25))
def test_the_least_is_lost(plan: Plan, budget: int) -> None:
    parts = plan.parts
    smallest = pages_of(plan.without(parts), SIZES[-1])
    if budget < smallest:
        with pytest.raises(RulingsError, match=f"take {smallest} pages"):
            fit(plan, pages_of, budget)
        return
    fitting, size = fit(plan, pages_of, budget)

    assert pages_of(fitting, size) <= budget
    assert list(fitting.omitted) == parts[: len(fitting.omitted)]
    if fitting.omitted:
        assert pages_of(plan.without(fitting.omitted[:-1]), SIZES[-1]) > budget
    larger = [each for each in SIZES if each > size]
    assert all(pages_of(fitting, each) > budget for each in larger)


def test_what_is_left_out_is_gone(plan: Plan) -> None:
    assert {Part.WHY, Part.CLAUSES, Part.CONTENTS} <= {*plan.parts}
    bare = plan.without([Part.WHY, Part.CLAUSES, Part.CONTENTS])
    assert not {Part.WHY, Part.CLAUSES, Part.CONTENTS} & {*bare.parts}
    assert bare.selected and not bare.contents
    assert "reasoning, contents, cited clauses" in bare.left_out["en"]


def test_without_a_budget_nothing_is_counted(plan: Plan) -> None:
    assert fit(plan, lambda *_: 1 // 0, None) == (plan, SIZES[0])


def test_reasoning_goes_first_and_answers_last() -> None:
    parts = list(Part)
    assert parts[0] is Part.WHY
    assert parts[-1] is Part.ANSWER
