"""The JSON Schema of a book's files, made from the model, for editors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rulings.format.book_file import File
from rulings.format.model import AUTHORITY_MEANINGS, STATUS_MEANINGS


def book_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of one YAML file of a book, with every enum value explained."""
    (schema,), components = msgspec.json.schema_components([File], ref_template="#/$defs/{name}")
    meanings: Mapping[Any, str]
    for name, meanings in (("Authority", AUTHORITY_MEANINGS), ("Status", STATUS_MEANINGS)):
        components[name].pop("enum")
        components[name]["oneOf"] = [
            {"const": value.value, "description": text} for value, text in meanings.items()
        ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of a rulings book",
        **schema,
        "$defs": dict(sorted(components.items())),
    }
