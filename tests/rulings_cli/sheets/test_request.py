"""Fitting a sheet to its pages, with pages counted by a formula instead of Typst."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.errors import RulingsError
from rulings.format.sheets import Part
from rulings.reading.book import BUILT_IN_BOOK
from rulings_cli.sheets.plan import Plan
from rulings_cli.sheets.planning import Planner
from rulings_cli.sheets.request import SIZES, SheetRequest


@pytest.fixture(scope="module")
def request_planned() -> Iterator[SheetRequest]:
    """Plans each selection of parts once, whatever budget it is planned for."""
    request = SheetRequest(what=["battle-royal"], books=[BUILT_IN_BOOK], language="en")
    planner = request.planner
    plan_once = cache(lambda omitted: type(planner).make(planner, omitted))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planner, "make", lambda omitted=(): plan_once(tuple(omitted)))
        yield request


@pytest.fixture
def planner(request_planned: SheetRequest) -> Planner:
    return request_planned.planner


def pages_of(plan: Plan, size: float) -> int:
    """Twenty pages at the largest size with everything, less the smaller and emptier it gets."""
    share = 1 - 0.08 * (len(Part) - len(plan.parts))
    return max(1, round(20 * share * (size / SIZES[0]) ** 2))


@settings(deadline=None)
@given(budget=st.integers(1, 25))
def test_a_budget_of_pages_leaves_out_the_fewest_parts(
    request_planned: SheetRequest, budget: int
) -> None:
    planner = request_planned.planner
    parts = planner.make().parts
    smallest = pages_of(planner.make(parts), SIZES[-1])
    if budget < smallest:
        with pytest.raises(RulingsError, match=f"take {smallest} pages"):
            request_planned.fit(pages_of, budget)
        return
    fitting, size = request_planned.fit(pages_of, budget)
    gone = len(parts) - len(fitting.parts)

    assert pages_of(fitting, size) <= budget
    assert fitting.parts == parts[gone:]
    if gone:
        assert pages_of(planner.make(parts[: gone - 1]), SIZES[-1]) > budget
    larger = [each for each in SIZES if each > size]
    assert all(pages_of(fitting, each) > budget for each in larger)


def test_what_is_left_out_is_gone(planner: Planner) -> None:
    assert {Part.WHY, Part.CLAUSES, Part.CONTENTS} <= {*planner.make().parts}
    bare = planner.make([Part.WHY, Part.CLAUSES, Part.CONTENTS])
    assert not {Part.WHY, Part.CLAUSES, Part.CONTENTS} & {*bare.parts}
    assert bare.selected and not bare.contents
    assert "reasoning, contents, cited clauses" in bare.left_out["en"]


def test_without_a_budget_nothing_is_counted(request_planned: SheetRequest) -> None:
    whole = request_planned.plan, SIZES[0]

    assert request_planned.fit(lambda *_: 1 // 0, None) == whole


def test_reasoning_goes_first_and_answers_last() -> None:
    parts = list(Part)
    assert parts[0] is Part.WHY
    assert parts[-1] is Part.ANSWER
