"""What somebody typed, taken apart: filters, quoted phrases, and the words to search for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulings.kinds import KINDS
from rulings.languages import SPOKEN
from rulings_index.errors import QueryError

LONGEST_QUERY = 400
"""Characters of a query that are read; a spoken question has a hundred."""

AUTHORITIES = ("official", "event", "author", "interpretation", "proposal", "house")
STATUSES = ("draft", "active", "superseded", "withdrawn")
ENDED = ("superseded", "withdrawn")
DATED = "dated:yes"
"""The facet of entries whose status has changed, or will."""

FIELDS = ("ruleset", "game", "kind", "authority", "lang", "status")

_FILTER = re.compile(
    r"(?<!\S)(?P<field>[A-Za-z][A-Za-z_-]*)(?P<sign>>=|<=|:|=)(?P<value>\"[^\"]*\"|[^\s\"]+)"
)
_QUOTED = re.compile(r"[\"“”]([^\"“”]{1,200})[\"“”]")
_NAMED = ("card", "term")
_MOST_PHRASES = 8


class Query:
    """A query: the `text` to rank by, `phrases` that must occur, and the `filters`."""

    __slots__ = ("filters", "phrases", "text", "typed")

    def __init__(
        self, typed: str, text: str, phrases: list[str], filters: dict[str, list[str]]
    ) -> None:
        self.typed = typed
        self.text = text
        self.phrases = phrases
        self.filters = filters


def parse(typed: str, rulesets: Mapping[str, Mapping[str, str]]) -> Query:
    """Take a query apart. `rulesets` are those of the book by id, with `prefix` and `game`.

    Raises QueryError for a field or a value that does not exist.
    """
    text = typed[:LONGEST_QUERY]
    filters: dict[str, list[str]] = {}
    for match in _FILTER.finditer(text):
        if _is_filter(match):
            field = match["field"].lower()
            value = match["value"].strip('"')
            filters[field] = values_of(field, match["sign"], value, rulesets)
    text = _FILTER.sub(lambda match: " " if _is_filter(match) else match[0], text)
    phrases = [match[1].strip() for match in _QUOTED.finditer(text)][:_MOST_PHRASES]
    text = re.sub(r"[\"“”]", " ", text).strip()
    return Query(typed, text, [phrase for phrase in phrases if phrase], filters)


def _is_filter(match: re.Match[str]) -> bool:
    """Whether this is no id (``card:escape-rope``), and no number as players write it (``X=3``)."""
    field = match["field"].lower()
    counted = len(field) <= 2 and match["value"][0].isdigit()
    return field in FIELDS or not (field in _NAMED or counted)


def values_of(
    field: str, sign: str, value: str, rulesets: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """The values of a field that a filter lets through.

    Raises QueryError for an unknown field or value.
    """
    if field not in FIELDS:
        raise QueryError(f"no field {field!r} to filter by; there are {', '.join(FIELDS)}")
    plain = value.strip().lower()
    if field == "authority":
        return _authorities(sign, plain)
    if sign in (">=", "<="):
        raise QueryError(f"{field} has no order; write {field}:{value}")
    choices = _choices(field, rulesets)
    if plain not in choices:
        raise QueryError(f"no {field} {value!r}; there are {', '.join(sorted(set(choices)))}")
    return [choices[plain]]


def _choices(field: str, rulesets: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    if field == "ruleset":
        by_prefix = {facts["prefix"].lower(): name for name, facts in rulesets.items()}
        return by_prefix | {name: name for name in rulesets}
    if field == "game":
        return {facts["game"]: facts["game"] for facts in rulesets.values()}
    known = {"kind": KINDS, "lang": SPOKEN, "status": STATUSES}[field]
    return {value: value for value in known}


def _authorities(sign: str, value: str) -> list[str]:
    """``event`` is that one, ``event+`` and ``>=event`` are that one and all above it."""
    if value.endswith("+"):
        sign, value = ">=", value[:-1]
    if value not in AUTHORITIES:
        raise QueryError(f"no authority {value!r}; there are {', '.join(AUTHORITIES)}")
    at = AUTHORITIES.index(value)
    if sign == ">=":
        return list(AUTHORITIES[: at + 1])
    if sign == "<=":
        return list(AUTHORITIES[at:])
    return [value]
