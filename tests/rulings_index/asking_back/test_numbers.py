"""Numbers of a question for a formula: worked out, asked for, or left alone."""

from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases

from rulings_index import Index


@pytest.mark.parametrize("case", load_cases("questions-with-numbers.yaml"))
def test_a_question_with_numbers(index: Index, case: dict[str, Any]) -> None:
    results = index.search(case["query"])

    outputs = {step.name: step.value for step in results.worked.outputs} if results.worked else {}
    asked = results.fork.ask if results.fork and not results.fork.cases else {}
    comes_to = case.get("comes_to", {})
    assert "first" not in case or results.hits[0].id == case["first"]
    assert {name: outputs.get(name) for name in comes_to} == comes_to
    assert bool(outputs) == bool(comes_to)
    assert case.get("asks", "") in (asked.values() or [""])
    assert case.get("certainty", results.certainty) == results.certainty


def test_the_case_that_stands_first_is_no_other_case(index: Index) -> None:
    results = index.search(
        "It had 30 HP, Poisoned and Burned. Sorry, it is 10. Who takes the Prize?"
    )

    assert results.hits[0].id not in {case.entry for case in results.others}


def test_a_worked_example_with_other_numbers_does_not_stand_first(index: Index) -> None:
    results = index.search("four players, 260 damage, how many cards go to the Lost Zone")

    assert results.certainty == "answer"
    assert results.hits[0].id == "RAID 9.1"
    assert results.worked is not None
    assert results.as_json()["worked"]["outputs"][1]["value"] == "6"
