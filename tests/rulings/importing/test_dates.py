"""Dates are read as the languages of the books write them."""

from __future__ import annotations

import pytest

from rulings.importing.dates import dates_in

DATES = {
    "2025-06-01": ["2025-06-01"],
    "2025年6月1日": ["2025-06-01"],
    "令和7年6月1日から": ["2025-06-01"],
    "Effective June 1, 2025.": ["2025-06-01"],
    "Sept. 3, 2024": ["2024-09-03"],
    "12 August 2024": ["2024-08-12"],
    "Stand: 1. März 2026": ["2026-03-01"],
    "gültig ab 01.03.2026": ["2026-03-01"],
    "gültig ab 1. 3. 2026": ["2026-03-01"],
    "Version 2.1. 2024": [],
    "1er août 2026": ["2026-08-01"],
    "1 de marzo de 2026": ["2026-03-01"],
    "Februar 2026": [],
    "31. Februar 2026": [],
    "rule 3 maps 2024 cards": [],
}


@pytest.mark.parametrize(("text", "dates"), DATES.items(), ids=DATES)
def test_reads_a_date(text: str, dates: list[str]) -> None:
    assert dates_in(text) == dates
