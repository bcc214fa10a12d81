"""What one YAML file of a book may hold, and the JSON Schema of it for editors."""

from types import GenericAlias
from typing import Any

import msgspec

from rulings.format import model
from rulings.format.authority_and_status import Authority, Status
from rulings.format.imprint import Imprint
from rulings.format.sheets import Sheet
from rulings.kinds import KINDS

File = msgspec.defstruct(
    "File",
    [
        ("book", Imprint | None, None),
        ("game", model.Game | None, None),
        ("ruleset", model.Ruleset | None, None),
        ("sheet", Sheet | None, None),
        ("sources", list[model.Source], []),
        *(
            (kind.key, GenericAlias(list, model.ENTRY_TYPES[kind.name]), [])
            for kind in KINDS.values()
        ),
        ("cards", list[model.Card], []),
        ("terms", list[model.Term], []),
        ("asked", dict[model.Identifier, model.Phrasings], {}),
        ("checked_against", dict[model.Identifier, str], {}),
    ],
    bases=(model._Part,),
    frozen=True,
    kw_only=True,
)
"""One YAML file of a book; every key may be left out."""


def book_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of one YAML file of a book, with every enum value explained."""
    (schema,), components = msgspec.json.schema_components([File], ref_template="#/$defs/{name}")
    for values in (Authority, Status):
        components[values.__name__].pop("enum")
        components[values.__name__]["oneOf"] = [
            {"const": value.value, "description": value.meaning} for value in values
        ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of a rulings book",
        **schema,
        "$defs": dict(sorted(components.items())),
    }
