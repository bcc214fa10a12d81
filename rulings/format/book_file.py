"""What one YAML file of a book may hold."""

from __future__ import annotations

from types import GenericAlias

import msgspec

from rulings.format.imprint import Imprint
from rulings.format.model import (
    ENTRY_TYPES,
    Card,
    Game,
    Identifier,
    Phrasings,
    Ruleset,
    Source,
    Term,
    _Part,
)
from rulings.format.sheets import Sheet
from rulings.format.thresholds import Line
from rulings.kinds import KINDS

File = msgspec.defstruct(
    "File",
    [
        ("book", Imprint | None, None),
        ("game", Game | None, None),
        ("ruleset", Ruleset | None, None),
        ("sheet", Sheet | None, None),
        ("line", Line | None, None),
        ("sources", list[Source], []),
        *((kind.key, GenericAlias(list, ENTRY_TYPES[kind.name]), []) for kind in KINDS.values()),
        ("cards", list[Card], []),
        ("terms", list[Term], []),
        ("asked", dict[Identifier, Phrasings], {}),
        ("checked_against", dict[Identifier, str], {}),
    ],
    bases=(_Part,),
    frozen=True,
    kw_only=True,
)
"""One YAML file of a book: any of these, each as often as wanted."""
