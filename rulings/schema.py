"""The JSON Schema of a book's files, made from the model, for editors."""

from __future__ import annotations

from typing import Any

import msgspec

from rulings.files import File
from rulings.model import AUTHORITY_MEANINGS, STATUS_MEANINGS, Authority, Status


def book_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of one YAML file of a book, with every enum value explained."""
    (schema,), components = msgspec.json.schema_components([File], ref_template="#/$defs/{name}")
    _explain(components, "Authority", {key.value: text for key, text in AUTHORITY_MEANINGS.items()})
    _explain(components, "Status", {key.value: text for key, text in STATUS_MEANINGS.items()})
    assert set(AUTHORITY_MEANINGS) == set(Authority)  # noqa: S101 - a new value needs its meaning
    assert set(STATUS_MEANINGS) == set(Status)  # noqa: S101
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of a rulings book",
        **schema,
        "$defs": dict(sorted(components.items())),
    }


def _explain(components: dict[str, Any], name: str, meanings: dict[str, str]) -> None:
    components[name]["oneOf"] = [
        {"const": value, "description": text} for value, text in meanings.items()
    ]
    components[name].pop("enum", None)
