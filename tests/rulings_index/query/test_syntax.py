from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases

from rulings.errors import RulingsError
from rulings_index.errors import QueryError
from rulings_index.query import syntax as query

RULESETS = {
    "raid": {"prefix": "RAID", "game": "pokemon-tcg"},
    "battle-royal": {"prefix": "BR", "game": "pokemon-tcg"},
}


@pytest.mark.parametrize("case", load_cases("queries.yaml"))
def test_takes_a_query_apart(case: dict[str, Any]) -> None:
    if "says" in case:
        with pytest.raises(QueryError, match=case["says"]) as told:
            query.parse(case["typed"], RULESETS)
        assert "\n" not in str(told.value)
        assert isinstance(told.value, RulingsError)
        return
    parsed = query.parse(case["typed"], RULESETS)
    assert parsed.text.split() == (case["text"] or "").split()
    assert parsed.phrases == case.get("phrases", [])
    assert parsed.filters == case.get("filters", {})


def test_reads_only_the_beginning_of_a_long_query() -> None:
    assert len(query.parse("x" * 100_000, RULESETS).text) == query.LONGEST_QUERY
