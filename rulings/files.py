"""What one YAML file of a book may hold."""

from __future__ import annotations

import msgspec

from rulings.model import (
    Card,
    Clause,
    Game,
    Note,
    Ruleset,
    Ruling,
    Source,
    Term,
    Variant,
    _Part,
)
from rulings.sheets import Sheet


class File(_Part, frozen=True, kw_only=True):
    """One YAML file of a book: any of these, each as often as wanted."""

    game: Game | None = None
    ruleset: Ruleset | None = None
    sheet: Sheet | None = None
    sources: list[Source] = msgspec.field(default_factory=list)
    clauses: list[Clause] = msgspec.field(default_factory=list)
    variants: list[Variant] = msgspec.field(default_factory=list)
    rulings: list[Ruling] = msgspec.field(default_factory=list)
    notes: list[Note] = msgspec.field(default_factory=list)
    cards: list[Card] = msgspec.field(default_factory=list)
    terms: list[Term] = msgspec.field(default_factory=list)
