"""Filters: choosing entries by any name that people use.

A field of `FIELDS` has values (``ruleset`` has ``raid``), and each value has names, which
`choices_of` collects: its id, its prefix, its title in any language, its aliases.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rulings.errors import FilterError
from rulings.format.authority_and_status import Authority, Status
from rulings.format.words import WORDS
from rulings.ids import plain
from rulings.kinds import KINDS
from rulings.languages import SPOKEN

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry
    from rulings.reading.book import Book

Choices = Mapping[str, Mapping[str, str]]
"""For each field, what a value may be called (folded by `plain`), and that value."""

Filter = dict[str, list[str]]
"""The chosen values of each field; a field that is not named lets everything through."""

INLINE = (
    r"(?<!\S)(?P<field>[A-Za-z][A-Za-z_-]{0,40})(?P<sign>>=|<=|:|=)(?P<value>\"[^\"]*\"|[^\s\"]+)"
)
KINDS_WITH_SLUG = ("card", "term", "source")

UNFINISHED = "unfinished"
"""A state beside the status, of an entry with a TODO; searches and pages leave it out."""

FIELDS = ("ruleset", "game", "kind", "authority", "lang", "status")

ORDERED = {"authority": tuple(each.value for each in Authority)}
"""The fields whose values have an order, with the values in it."""


def _by_name(names: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The value that each name means; where two mean different values, the id counts."""
    values = {plain(value): value for value in names}
    for value, listed in names.items():
        for name in listed:
            values.setdefault(plain(name), value)
    return values


_KINDS = {name: [kind.key, *WORDS[f"kind_{name}"].values()] for name, kind in KINDS.items()}
ALWAYS: Choices = {
    "kind": _by_name(_KINDS),
    "authority": _by_name({each.value: WORDS[f"authority_{each}"].values() for each in Authority}),
    "status": _by_name({each.value: WORDS[f"status_{each}"].values() for each in Status}),
}
"""The choices that every book has."""


def filter_of(choices: Choices, **filters: str | Iterable[str] | None) -> Filter:
    """The filter for options with one name or several; FilterError for a name of no value."""
    chosen: Filter = {}
    for field, names in filters.items():
        listed = [names] if isinstance(names, str) else list(names or ())
        if listed := [name for name in listed if name]:
            resolved = (value for name in listed for value in resolve(field, name, choices))
            chosen[field] = list(dict.fromkeys(resolved))
    return chosen


def read_inline(typed: str, choices: Choices) -> tuple[str, Filter]:
    """A query without its filters (``ruleset:raid authority>=event rest``), and the filters."""
    chosen: Filter = {}
    if ":" not in typed and "=" not in typed:
        return typed, chosen
    for match in re.finditer(INLINE, typed):
        if _is_filter(match):
            field = match["field"].lower()
            chosen[field] = resolve(field, match["value"].strip('"'), choices, match["sign"])
    rest = re.sub(INLINE, lambda match: " " if _is_filter(match) else match[0], typed)
    return rest, chosen


def _is_filter(match: re.Match[str]) -> bool:
    """Whether this is a filter, no id (``card:escape-rope``) and no prose (``Q:who``, ``t=40``)."""
    field, first = match["field"].lower(), match["value"][0]
    is_prose = len(field) <= 2 or first == "/" or (match["sign"] == "=" and first.isdigit())
    return field in FIELDS or not (field in KINDS_WITH_SLUG or is_prose)


def resolve(field: str, name: str, choices: Choices, sign: str = ":") -> list[str]:
    """The values of a field that a name stands for: one, or with an order (``event+``, ``>=event``,
    ``<=event``) all from there on. Raises FilterError for an unknown field or name.
    """
    if field not in FIELDS:
        raise FilterError(f"no field {field!r} to filter by; there are {', '.join(FIELDS)}")
    known = choices.get(field) or ALWAYS.get(field, {})
    order = ORDERED.get(field, ())
    wanted = plain(name)
    if order and wanted.endswith("+"):
        sign, wanted = ">=", wanted[:-1]
    if sign in (">=", "<=") and not order:
        raise FilterError(f"{field} has no order; write {field}:{name}")
    if wanted not in known:
        values = ", ".join(dict.fromkeys(known.values()))
        raise FilterError(f"no {field} {name[:60]!r}; there are {values}")
    value = known[wanted]
    if sign == ">=":
        return list(order[: order.index(value) + 1])
    return list(order[order.index(value) :]) if sign == "<=" else [value]


def choices_of(book: "Book") -> dict[str, dict[str, str]]:
    """What the values of each field are called in a book; `ALWAYS` has those of the others."""
    from rulings.lookup.links import languages_of  # a search needs neither
    from rulings.reading.book import names_of

    rulesets = book.rulesets.values()
    games: dict[str, list[str]] = {each.game: [] for each in rulesets}
    written = {code for entry in book.entries.values() for code in languages_of(entry)}
    return {
        "ruleset": _by_name({each.id: [each.prefix, *names_of(each)] for each in rulesets}),
        "game": _by_name(games | {each.id: names_of(each) for each in book.games.values()}),
        "lang": _by_name({code: [] for code in (*SPOKEN, *sorted(written))}),
    }


def matching(book: "Book", **filters: str | Iterable[str] | None) -> list["AnyEntry"]:
    """The entries of a book that pass some filters on `FIELDS`. Raises FilterError."""
    chosen = filter_of(choices_of(book), **filters)
    with_facets = ((entry, facets_of(book, entry)) for entry in book.entries.values())
    return [
        entry
        for entry, facets in with_facets
        if all({*facets[name]} & {*values} for name, values in chosen.items())
    ]


def facets_of(book: "Book", entry: "AnyEntry") -> dict[str, list[str]]:
    """The values that an entry has, by field."""
    from rulings.lookup.links import is_unfinished, languages_of  # a search does not need it

    ruleset = book.ruleset_of(entry.id)
    return {
        "ruleset": [ruleset.id],
        "game": [ruleset.game],
        "kind": [entry.kind],
        "authority": [entry.authority.value],
        "lang": languages_of(entry),
        "status": [entry.status.value, *([UNFINISHED] if is_unfinished(entry) else [])],
    }
