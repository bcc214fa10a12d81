"""Data-driven cases: a failure names the line of the data file that holds the case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulings.reading.yaml_reader import read_document

DATA = Path(__file__).parent.parent / "data"


def load_cases(name: str) -> list[Any]:
    """The items of a YAML list in tests/data as pytest parameters named ``file:line``."""
    document = read_document(DATA / name)
    assert not document.problems, document.problems
    return [
        pytest.param(case, id=f"{name}:{document.position((number,))[0]}")
        for number, case in enumerate(document.data)
    ]
