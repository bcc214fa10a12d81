"""Questions that state the fact of a fork's case, in other words than the case lists; and questions
that hold its words and do not mean it. `fails` says why one is not met yet. Every fourth is asked
with each change of the code, all in the long trials.
"""

from __future__ import annotations

from typing import Any

import pytest
from cases import DATA, load_cases

from rulings_index import Index
from rulings_index.results import Results


def load_tables(folder: str) -> list[Any]:
    names = [f"{folder}/{file.name}" for file in sorted((DATA / folder).glob("*.yaml"))]
    cases = [case for name in names for case in load_cases(name)]
    return [
        pytest.param(*case.values, id=case.id, marks=marks_of(case.values[0], number))
        for number, case in enumerate(cases)
    ]


def marks_of(case: dict[str, Any], number: int) -> list[pytest.MarkDecorator]:
    reason = case.get("fails")
    marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
    return [*marks, pytest.mark.long] if number % 4 else marks


@pytest.mark.parametrize("case", load_tables("stated"))
def test_a_question_that_states_the_fact_meets_its_case(index: Index, case: dict[str, Any]) -> None:
    results = index.search(case["query"])

    assert results.fork is None or results.fork.id != case.get("fork"), results.fork.ask
    assert case["case"] in first(results, index)


@pytest.mark.parametrize("case", load_tables("not_stated"))
def test_a_question_with_the_words_of_another_case_is_not_answered_by_it(
    index: Index, case: dict[str, Any]
) -> None:
    results = index.search(case["query"])

    is_sure = results.certainty == "answer" and results.fork is None
    assert not (is_sure and results.hits[0].id == case["not"])


def first(results: Results, index: Index) -> set[str]:
    """What stands first, those that say the same, and the clauses and rulings that it rests on or
    that rest on it: they state one rule.
    """
    best, *_ = results.hits or results.nearest
    record = best.record()
    (shown, *_) = index.show(best.id)
    resting = [each["id"] for each in shown["cited_by"] if each["role"] in ("decides", "clause")]
    return {best.id, *best.same, *record.get("clauses", ()), *resting}
