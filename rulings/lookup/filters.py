"""Filters: choosing entries by any name that people use.

A field of `FILTERS` has values (``ruleset`` has ``raid``), and each value has names: its id, its
prefix, its title in any language, its aliases. `choices_of` collects the names of a book once;
everything that filters (search, lists, sheets, pages) looks them up here.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rulings.errors import FilterError
from rulings.format.authority_and_status import Authority, Status
from rulings.format.words import WORDS
from rulings.ids import plain
from rulings.kinds import KINDS
from rulings.languages import SPOKEN

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry, Game, Ruleset
    from rulings.reading.book import Book

Choices = Mapping[str, Mapping[str, str]]
"""For each field, what a value may be called (folded by `plain`), and that value."""

INLINE = (
    r"(?<!\S)(?P<field>[A-Za-z][A-Za-z_-]{0,40})(?P<sign>>=|<=|:|=)(?P<value>\"[^\"]*\"|[^\s\"]+)"
)
KINDS_OF_ID = ("card", "term", "source")


class Field(NamedTuple):
    """A field to filter by: the values that an entry has, and the names of each value in a book.

    A field without `names_in` has the same names in every book (see `ALWAYS`).
    """

    values_of: Callable[["Book", "AnyEntry"], list[str]]
    names_in: Callable[["Book"], Mapping[str, Iterable[str]]] | None = None


def _names(item: "Game | Ruleset") -> list[str]:
    from rulings.reading.book import names_of  # a search does not need it

    return names_of(item)


def _games(book: "Book") -> dict[str, list[str]]:
    games: dict[str, list[str]] = {each.game: [] for each in book.rulesets.values()}
    return games | {each.id: _names(each) for each in book.games.values()}


def _languages(book: "Book") -> dict[str, list[str]]:
    written = {code for entry in book.entries.values() for code in entry.title}
    return {code: [] for code in (*SPOKEN, *sorted(written))}


def _states(entry: "AnyEntry") -> list[str]:
    from rulings.lookup.links import is_unfinished  # a search does not need it

    return [entry.status.value, *([UNFINISHED] if is_unfinished(entry) else [])]


UNFINISHED = "unfinished"
"""A state beside the status, of an entry with a TODO; searches and pages leave it out."""

FILTERS: dict[str, Field] = {
    "ruleset": Field(
        lambda book, entry: [book.ruleset_of(entry.id).id],
        lambda book: {each.id: [each.prefix, *_names(each)] for each in book.rulesets.values()},
    ),
    "game": Field(lambda book, entry: [book.ruleset_of(entry.id).game], _games),
    "kind": Field(lambda _, entry: [entry.kind]),
    "authority": Field(lambda _, entry: [entry.authority.value]),
    "lang": Field(lambda _, entry: [code for code in entry.title if entry.title[code]], _languages),
    "status": Field(lambda _, entry: _states(entry)),
}
"""A row for each field that a search, a list or a sheet can filter by."""

FIELDS = tuple(FILTERS)
ORDERED = {"authority": tuple(each.value for each in Authority)}
"""The fields whose values have an order, with the values in it."""


def _by_name(names: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The value that each name means; where two mean different values, the id counts."""
    values = {plain(value): value for value in names}
    for value, listed in names.items():
        for name in listed:
            values.setdefault(plain(name), value)
    return values


def _words(what: str, name: str) -> list[str]:
    return [*WORDS[f"{what}_{name}"].values()]


ALWAYS: Choices = {
    "kind": _by_name({name: [kind.key, *_words("kind", name)] for name, kind in KINDS.items()}),
    "authority": _by_name({each.value: _words("authority", each) for each in Authority}),
    "status": _by_name({each.value: _words("status", each) for each in Status}),
}
"""The choices that every book has."""


class Filter(NamedTuple):
    """The chosen values of each field; a field that is not named lets everything through."""

    values: dict[str, list[str]]

    @classmethod
    def of(cls, choices: Choices, **asked: str | Iterable[str] | None) -> "Filter":
        """The filter for options with one name or several; FilterError for a name of no value."""
        values = {}
        for field, names in asked.items():
            listed = [names] if isinstance(names, str) else list(names or ())
            if listed := [name for name in listed if name]:
                resolved = (value for name in listed for value in resolve(field, name, choices))
                values[field] = list(dict.fromkeys(resolved))
        return cls(values)

    def __or__(self, other: "Filter") -> "Filter":
        """Both together; where both name a field, `other` decides."""
        return Filter(self.values | other.values)


def read_inline(typed: str, choices: Choices) -> tuple[str, Filter]:
    """A query without its filters (``ruleset:raid authority>=event rest``), and the filters.

    Raises FilterError for a field or value that does not exist.
    """
    values: dict[str, list[str]] = {}
    if ":" not in typed and "=" not in typed:
        return typed, Filter(values)
    for match in re.finditer(INLINE, typed):
        if _is_filter(match):
            field = match["field"].lower()
            values[field] = resolve(field, match["value"].strip('"'), choices, match["sign"])
    rest = re.sub(INLINE, lambda match: " " if _is_filter(match) else match[0], typed)
    return rest, Filter(values)


def _is_filter(match: re.Match[str]) -> bool:
    """Whether this is a filter, not an id (``card:escape-rope``) or a number (``HP:40``)."""
    field = match["field"].lower()
    is_named = len(field) <= 2 or match["sign"] == "="
    counted = is_named and match["value"][0].isdigit()
    return field in FIELDS or not (field in KINDS_OF_ID or counted)


def resolve(field: str, name: str, choices: Choices, sign: str = ":") -> list[str]:
    """The values of a field that a name stands for: one, or with an order (``event+``, ``>=event``,
    ``<=event``) all from there on. Raises FilterError for an unknown field or name.
    """
    if field not in FIELDS:
        raise FilterError(f"no field {field!r} to filter by; there are {', '.join(FIELDS)}")
    known = choices.get(field) or ALWAYS.get(field, {})
    order = ORDERED.get(field, ())
    asked = plain(name)
    if order and asked.endswith("+"):
        sign, asked = ">=", asked[:-1]
    if sign in (">=", "<=") and not order:
        raise FilterError(f"{field} has no order; write {field}:{name}")
    if asked not in known:
        from difflib import get_close_matches

        near = get_close_matches(plain(name), known, n=1)
        meant = f"did you mean {near[0]}? " if near else ""
        values = ", ".join(dict.fromkeys(known.values()))
        raise FilterError(f"no {field} {name[:60]!r}; {meant}there are {values}")
    value = known[asked]
    if sign == ">=":
        return list(order[: order.index(value) + 1])
    return list(order[order.index(value) :]) if sign == "<=" else [value]


def choices_of(book: "Book") -> dict[str, dict[str, str]]:
    """What the values of each field are called in a book."""
    return {
        name: _by_name(field.names_in(book)) for name, field in FILTERS.items() if field.names_in
    }


def matching(book: "Book", **asked: str | Iterable[str] | None) -> list["AnyEntry"]:
    """The entries of a book that pass some filters on `FIELDS`. Raises FilterError."""
    chosen = Filter.of(choices_of(book), **asked).values.items()
    return [
        entry
        for entry in book.entries.values()
        if all({*FILTERS[name].values_of(book, entry)} & {*values} for name, values in chosen)
    ]


def facets_of(book: "Book", entry: "AnyEntry") -> dict[str, list[str]]:
    """The values that an entry has, by field."""
    return {name: field.values_of(book, entry) for name, field in FILTERS.items()}
