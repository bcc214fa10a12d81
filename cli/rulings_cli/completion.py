"""What a shell offers when somebody presses the tab key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.books import Book

_COMMANDING = re.compile(r"[\x00-\x1f\x7f-\x9f$`\\\"]")
"""What a shell could take for a command: zsh evaluates what it is offered, in double quotes."""


def complete_ruleset(incomplete: str) -> list[str]:
    """Rulesets by id and prefix."""
    names = [name for ruleset in _book().rulesets.values() for name in (ruleset.id, ruleset.prefix)]
    return _beginning(names, incomplete)


def complete_variant(incomplete: str) -> list[str]:
    """Variants by id."""
    return _beginning(_ids("variant"), incomplete)


def complete_id(incomplete: str) -> list[str]:
    """Entries by id."""
    return _beginning(_ids(None), incomplete)


def complete_formula(incomplete: str) -> list[str]:
    """Formulas by name."""
    formulas = (entry.formula for entry in _book().entries.values())
    return _beginning((formula.name for formula in formulas if formula), incomplete)


def complete_card(incomplete: str) -> list[str]:
    """Cards by their names in both languages, and by id."""
    names = [
        name
        for card in _book().cards.values()
        for name in (card.id, card.name.en, card.name.ja)
        if name
    ]
    return _beginning(names, incomplete)


def _ids(kind: str | None) -> Iterator[str]:
    for entry in _book().entries.values():
        if kind is None or entry.kind == kind:
            yield entry.id


def _book() -> Book:
    from rulings.books import load_book  # noqa: PLC0415
    from rulings_cli import locations  # noqa: PLC0415

    return load_book(locations.books(None)).book  # whatever can be read will do here


def _beginning(names: Iterator[str] | list[str], incomplete: str) -> list[str]:
    start = incomplete.casefold()
    return sorted(
        {
            name
            for name in names
            if name.casefold().startswith(start) and not _COMMANDING.search(name)
        }
    )
