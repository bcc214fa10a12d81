"""Dates as people write them: 2025-06-01, 令和7年6月1日, June 1, 2025, 1. Juni 2025."""

import re
from contextlib import suppress
from datetime import date

from rulings.importing.outline.number_forms import narrow

_NAMES = (
    "jan/ene feb/fev/fév mar/mär apr/avr/abr may/mai jun/juin"
    " jul/juil aug/aoû/ago sep oct/okt nov dec/dez/déc/dic"
)
"""How the months begin in English, German, French and Spanish."""
_MONTHS = {name: at for at, names in enumerate(_NAMES.split(), 1) for name in names.split("/")}
_MONTH = rf"(?P<name>{'|'.join(_MONTHS)})[^\W\d_]{{0,6}}[.]?"
_DAY, _YEAR = r"(?P<day>\d{1,2})", r"(?P<year>\d{4})(?!\d)"
_BY_NUMBERS = re.compile(
    r"(?<!\d)(?:(?P<era>令和|平成)(?P<of_era>元|\d{1,2})|(?P<year>(?:19|20)\d\d))\s{0,2}[-./年]"
    r"\s{0,2}(?P<month>\d{1,2})\s{0,2}[-./月]\s{0,2}(?P<day>\d{1,2})(?!\d)"
)
_MONTH_FIRST = re.compile(rf"\b{_MONTH} {_DAY}, ?{_YEAR}", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"(?<!\d){_DAY}(?:\.|er)? (?:de )?{_MONTH} (?:de )?{_YEAR}", re.IGNORECASE)
_BY_DOTS = re.compile(rf"(?<![\d.]){_DAY}\.(?P<gap> ?)(?P<month>\d{{1,2}})\.(?P=gap){_YEAR}")
_BEFORE_ERA = {"令和": 2018, "平成": 1988}


def dates_in(text: str) -> list[str]:
    """The dates in a text, in ISO form; dates that do not exist are left out."""
    text = " ".join(narrow(text).split())
    dates = []
    for pattern in (_BY_NUMBERS, _MONTH_FIRST, _DAY_FIRST, _BY_DOTS):
        for match in pattern.finditer(text):
            parts = match.groupdict()
            year = int(parts["year"] or 0)
            if era := parts.get("era"):
                year = _BEFORE_ERA[era] + (1 if parts["of_era"] == "元" else int(parts["of_era"]))
            month = parts.get("month") or _MONTHS[parts["name"].lower()]
            with suppress(ValueError):
                dates.append(date(year, int(month), int(parts["day"])).isoformat())
    return dates
