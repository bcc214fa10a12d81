"""Dates as people write them: 2025-06-01, 令和7年6月1日, June 1, 2025, 1. Juni 2025."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date

from rulings.importing.outline.number_forms import narrow

_NAMES = (
    "january/januar/janvier/enero/janeiro february/februar/février/febrero/fevereiro"
    " march/märz/mars/marzo/março april/avril/abril may/mai/mayo/maio june/juni/juin/junio/junho"
    " july/juli/juillet/julio/julho august/août/agosto september/septembre/septiembre/setembro"
    " october/oktober/octobre/octubre/outubro november/novembre/noviembre/novembro"
    " december/dezember/décembre/diciembre/dezembro"
)
"""The months in English, German, French, Spanish and Portuguese; also by their first letters."""
_MONTHS = {
    name[:length]: at
    for length in (3, 4, None)
    for at, names in enumerate(_NAMES.split(), 1)
    for name in names.split("/")
}
_MONTH = rf"(?P<name>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})[.]?"
_DAY, _NUMBER, _YEAR = r"(?P<day>\d{1,2})", r"(?P<month>\d{1,2})", r"(?P<year>\d{4})(?!\d)"
_YEAR_FIRST = r"(?<!\d)(?:(?P<era>令和|平成)(?P<of_era>元|\d{1,2})|(?P<year>(?:19|20)\d\d))\s{0,2}"
_FORMS = (
    re.compile(rf"{_YEAR_FIRST}[-./年]\s{{0,2}}{_NUMBER}\s{{0,2}}[-./月]\s{{0,2}}{_DAY}(?!\d)"),
    re.compile(rf"{_YEAR_FIRST}年\s?{_NUMBER}\s?月(?!\s?\d)"),
    re.compile(rf"{_YEAR_FIRST}[-/](?=\d\d){_NUMBER}(?![-./\d])"),
    re.compile(rf"(?i)\b{_MONTH} {_DAY}, ?{_YEAR}"),
    re.compile(rf"(?i)(?:(?<!\d){_DAY}(?:\.|er)? (?:de )?|\b){_MONTH},? (?:de )?{_YEAR}"),
    re.compile(rf"(?<![\d.]){_DAY}\.(?P<gap> ?){_NUMBER}\.(?P=gap){_YEAR}"),
)
_BEFORE_ERA = {"令和": 2018, "平成": 1988}


def dates_in(text: str) -> list[str]:
    """The dates in a text, in ISO form; dates that do not exist are left out."""
    return [each for each in _read(text) if each.count("-") == 2]


def months_in(text: str) -> list[str]:
    """The months that a text names without a day, such as 2026-06."""
    return [each for each in _read(text) if each.count("-") == 1]


def _read(text: str) -> Iterator[str]:
    text = " ".join(narrow(text).split())
    for parts in (match.groupdict() for form in _FORMS for match in form.finditer(text)):
        year = int(parts["year"] or 0)
        if era := parts.get("era"):
            year = _BEFORE_ERA[era] + (1 if parts["of_era"] == "元" else int(parts["of_era"]))
        month = parts.get("month") or _MONTHS[parts["name"].lower()]
        with suppress(ValueError):
            read = date(year, int(month), int(parts.get("day") or 1)).isoformat()
            yield read if parts.get("day") else read[:7]
