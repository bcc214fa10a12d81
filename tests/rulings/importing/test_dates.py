"""Dates are read as the languages of the books write them."""

from __future__ import annotations

import pytest

from rulings.importing.dates import dates_in, months_in

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


MONTHS = {
    "June 2026": "2026-06",
    "Version 2026-06": "2026-06",
    "2026/06": "2026-06",
    "バージョン 2026年6月": "2026-06",
    "２０２６年 ６月": "2026-06",
    "令和8年6月改定": "2026-06",
    "Fassung Juni 2026": "2026-06",
    "Sept. 2026": "2026-09",
    "juillet 2026": "2026-07",
    "agosto de 2026": "2026-08",
    "season 2025-26": "",
    "Marathon 2026 of maps 2024": "",
    "version 2026.6": "",
    "31. Februar 2026, 1er août 2026, 1 de marzo de 2026, June 31, 2026": "",
    "2026-06-01, 2026年6月1日 and 2026-061": "",
}


@pytest.mark.parametrize(("text", "month"), MONTHS.items(), ids=MONTHS)
def test_reads_a_month(text: str, month: str) -> None:
    assert months_in(text) == [month][: len(month)]
