"""What a shell offers when somebody presses the tab key."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulings.ids import prefix_of
from rulings_cli.start.direct import COMPLETING

if TYPE_CHECKING:
    from rulings.reading.book import Book

_PLAIN = " -.,/:+%=_"
"""Besides letters and digits, what no shell takes for more than it is."""

_QUOTED_BY = {"complete_zsh": "&()!", "complete_fish": "&()!'"}
"""What a shell puts a backslash before itself; bash and PowerShell type what they are offered."""


def complete_ruleset(incomplete: str) -> list[str]:
    """Rulesets by id and prefix."""
    names = [name for ruleset in _book().rulesets.values() for name in (ruleset.id, ruleset.prefix)]
    return _beginning(names, incomplete)


def complete_variant(incomplete: str) -> list[str]:
    """Variants by id."""
    entries = _book().entries.values()
    return _of_tonight((entry.id for entry in entries if entry.kind == "variant"), incomplete)


def complete_event(incomplete: str) -> list[str]:
    """Events by name."""
    from rulings_cli.event import tonight

    return _beginning([event.name for event in tonight.events()], incomplete)


def complete_id(incomplete: str) -> list[str]:
    """Entries by id."""
    return _of_tonight(_book().entries, incomplete)


def complete_formula(incomplete: str) -> list[str]:
    """Formulas by name."""
    formulas = (entry.formula for entry in _book().entries.values())
    return _beginning((formula.name for formula in formulas if formula), incomplete)


def complete_card(incomplete: str) -> list[str]:
    """Cards by their names in both languages, and by id."""
    names = [
        name for card in _book().cards.values() for name in (card.id, *card.name.values()) if name
    ]
    return _beginning(names, incomplete)


def _of_tonight(names: Iterable[str], incomplete: str) -> list[str]:
    """The names of the event's rulesets that begin so; without any, all names that begin so."""
    from rulings_cli.event import tonight

    found = _beginning(names, incomplete)
    rulesets = _book().rulesets
    played = [rulesets[one].prefix for one in tonight.table().rulesets if one in rulesets]
    return [name for name in found if prefix_of(name) in played] or found


def _book() -> Book:
    from rulings.reading.load import load_book
    from rulings_cli.places import locations

    return load_book(locations.books(None)).book  # whatever can be read will do here


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    start = incomplete.casefold()
    taken = _PLAIN + _QUOTED_BY.get(os.environ.get(COMPLETING, ""), "")
    found = {name for name in names if name.casefold().startswith(start)}
    return sorted(name for name in found if _is_harmless(name, taken))


def _is_harmless(name: str, taken: str) -> bool:
    """Whether a shell takes an offered name as words: not as a command, pattern or option."""
    return name[0] not in "-=" and all(
        sign in taken or (sign.isprintable() and (sign.isalnum() or not sign.isascii()))
        for sign in name
    )
