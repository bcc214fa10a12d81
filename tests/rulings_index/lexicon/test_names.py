"""Names found in running text."""

from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases
from named import FORMS

from rulings_index.lexicon import names
from rulings_index.text.analysis import fold


@pytest.mark.parametrize("case", load_cases("names.yaml"))
def test_finds_names_where_they_stand(case: dict[str, Any]) -> None:
    concepts = [
        concept for mention in names.find(fold(case["text"]), FORMS) for concept in mention.concepts
    ]

    assert concepts == case["finds"]
