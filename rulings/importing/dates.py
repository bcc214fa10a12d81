"""Dates as people write them: 2025-06-01, 2025年6月1日, 令和7年6月1日, June 1, 2025."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date

from rulings.importing.outline.number_forms import narrow

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_ANY_MONTH = "|".join(_MONTHS)
_MONTH = rf"(?P<name>{_ANY_MONTH})[a-z]{{0,6}}[.]?"
_BY_NUMBERS = re.compile(
    r"(?<!\d)(?:(?P<era>令和|平成)(?P<of_era>元|\d{1,2})|(?P<year>(?:19|20)\d\d))\s{0,2}[-./年]"
    r"\s{0,2}(?P<month>\d{1,2})\s{0,2}[-./月]\s{0,2}(?P<day>\d{1,2})(?!\d)"
)
_MONTH_FIRST = re.compile(rf"{_MONTH} (?P<day>\d{{1,2}}), ?(?P<year>\d{{4}})(?!\d)")
_DAY_FIRST = re.compile(rf"(?<!\d)(?P<day>\d{{1,2}}) {_MONTH} (?P<year>\d{{4}})(?!\d)")
_BEFORE_ERA = {"令和": 2018, "平成": 1988}


def dates_in(text: str) -> list[str]:
    """The dates of a text in the ISO form; what no calendar has is none."""
    text = " ".join(narrow(text).split())
    dates = []
    for pattern in (_BY_NUMBERS, _MONTH_FIRST, _DAY_FIRST):
        for match in pattern.finditer(text):
            parts = match.groupdict()
            year = int(parts["year"] or 0)
            if era := parts.get("era"):
                year = _BEFORE_ERA[era] + (1 if parts["of_era"] == "元" else int(parts["of_era"]))
            name = parts.get("name")
            month = _MONTHS.index(name) + 1 if name else int(parts["month"])
            with suppress(ValueError):
                dates.append(date(year, month, int(parts["day"])).isoformat())
    return dates
