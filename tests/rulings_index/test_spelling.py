from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases

from rulings_index.english import stem
from rulings_index.spelling import corrected

KNOWN = ["abil", "escap", "prize", "rop", "stadium", "weez"]


@pytest.mark.parametrize("case", load_cases("spelling.yaml"))
def test_misspelt_words(case: dict[str, Any]) -> None:
    found = corrected(
        case["typed"] or "",
        lambda word: stem(word) in KNOWN,
        lambda letter: [word for word in KNOWN if word.startswith(letter)],
    )

    assert found == (case["taken_for"] or "")
