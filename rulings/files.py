"""What one YAML file of a book may hold."""

from __future__ import annotations

from types import GenericAlias
from typing import Any

import msgspec

from rulings.imprint import Imprint
from rulings.kinds import KINDS
from rulings.line import Line
from rulings.model import (
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
from rulings.sheets import Sheet


def _empty() -> Any:
    return msgspec.field(default_factory=list)


File = msgspec.defstruct(
    "File",
    [
        ("book", Imprint | None, None),
        ("game", Game | None, None),
        ("ruleset", Ruleset | None, None),
        ("sheet", Sheet | None, None),
        ("line", Line | None, None),
        ("sources", list[Source], _empty()),
        *(
            (kind.key, GenericAlias(list, ENTRY_TYPES[kind.name]), _empty())
            for kind in KINDS.values()
        ),
        ("cards", list[Card], _empty()),
        ("terms", list[Term], _empty()),
        ("asked", dict[Identifier, Phrasings], msgspec.field(default_factory=dict)),
        ("checked_against", dict[Identifier, str], msgspec.field(default_factory=dict)),
    ],
    bases=(_Part,),
    frozen=True,
    kw_only=True,
)
"""One YAML file of a book: any of these, each as often as wanted."""
