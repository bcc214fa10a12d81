"""The commands that grow a book from nothing: one for each thing that it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulings.books import Book
from rulings.model import Card, Clause, Fork, Term

LEFT_OUT = ("id", "status", "checked_against", "sources", "cases", "history", "formula", "call")


def commands_of(book: Book, goal: str) -> Iterator[list[str]]:
    """Each ``rulings …`` without its first word; the book has one game and one ruleset."""
    (game,) = book.games.values()
    (ruleset,) = book.rulesets.values()
    lang = ruleset.languages[0]
    shared = ["--into", goal, "--lang", lang]
    yield ["new", "game", "--id", game.id, *_set(_plain(game)), *shared]
    head = {"name": ruleset.name, "edition": ruleset.edition}
    first = ["--id", ruleset.id, "--prefix", ruleset.prefix, "--game", game.id]
    yield ["new", "ruleset", *first, *_set(head), *shared]
    for source in book.sources.values():
        yield ["new", "source", "--id", source.id, *_set(_plain(source)), *shared]
    shelf: list[Card | Term] = [*book.cards.values(), *book.terms.values()]
    for named in shelf:
        yield ["new", named.kind, "--id", named.id, *_set(_plain(named)), *shared]
    for entry in book.entries.values():
        number = ["--id", entry.id] if isinstance(entry, Clause) else []
        cases = entry.cases if isinstance(entry, Fork) else ()
        said = [word for one in cases for word in ("--case", f"{one.when[lang]}={one.entry}")]
        where = [f"{one.id}:{one.where}" for one in entry.sources]
        named_source = ["--source", *where] if where else []
        yield ["new", entry.kind, *number, *said, *named_source, *_set(_plain(entry)), *shared]


def _plain(item: Any) -> dict[str, Any]:
    return {key: value for key, value in msgspec.to_builtins(item).items() if value}


def _set(values: Mapping[str, Any]) -> list[str]:
    """``--set KEY=TEXT`` for each value, each text and each item of a list."""
    typed = []
    for key, value in values.items():
        if key in LEFT_OUT or (key == "languages"):
            continue
        if isinstance(value, Mapping):
            for code, said in value.items():
                typed += [
                    f"{key}.{code}={one}" for one in ([said] if isinstance(said, str) else said)
                ]
        else:
            typed += [f"{key}={one}" for one in ([value] if isinstance(value, str) else value)]
    return [word for one in typed for word in ("--set", one)]
