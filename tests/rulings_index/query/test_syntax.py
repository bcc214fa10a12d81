from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases

from rulings.errors import FilterError, RulingsError
from rulings.lookup.filters import ALWAYS, Choices, choices_of
from rulings.reading.load import open_book
from rulings_index.query import syntax as query
from rulings_index.weights import LONGEST_QUERY


@pytest.fixture(scope="module")
def choices() -> Choices:
    return {**ALWAYS, **choices_of(open_book())}


@pytest.mark.parametrize("case", load_cases("queries.yaml"))
def test_takes_a_query_apart(case: dict[str, Any], choices: Choices) -> None:
    if "says" in case:
        with pytest.raises(FilterError, match=case["says"]) as told:
            query.parse(case["typed"], choices)
        assert "\n" not in str(told.value)
        assert isinstance(told.value, RulingsError)
        return
    parsed = query.parse(case["typed"], choices)
    assert parsed.text.split() == (case["text"] or "").split()
    assert parsed.phrases == case.get("phrases", [])
    assert parsed.filter == case.get("filters", {})


def test_reads_only_the_beginning_of_a_long_query(choices: Choices) -> None:
    assert len(query.parse("x" * 100_000, choices).text) == LONGEST_QUERY
