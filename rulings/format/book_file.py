"""What one YAML file of a book may hold, and the JSON Schema of it for editors."""

from __future__ import annotations

from types import GenericAlias
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rulings.format.authorities import Authority, Status
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
from rulings.kinds import KINDS

LINE_FILE = "line.yaml"


class Line(_Part, frozen=True, kw_only=True):
    """The score from which an entry of this book is an `answer`, and from which it is `perhaps`
    one; written by `rulings eval --fit`.

    `measured_by` names the measure: another version of the program may have another one.
    """

    answer: float
    perhaps: float
    measured_by: str
    questions: Annotated[int, Meta(ge=0)] = 0
    fitted: str = ""


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


def line_file(line: Line) -> bytes:
    """The contents of the file for a line."""
    head = (
        b"# Written by `rulings eval FILE --fit`. Without this file those that ship hold again.\n"
    )
    return head + b"line: " + msgspec.json.format(msgspec.json.encode(line), indent=0) + b"\n"


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
