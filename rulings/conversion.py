"""From plain data to the structs of the model, with every fault at its place."""

from __future__ import annotations

import difflib
import re
from typing import Any, TypeVar

import msgspec

from rulings.model import AUTHORITY_MEANINGS, STATUS_MEANINGS, RelationType
from rulings.reader import Document, Pointer

_Struct = TypeVar("_Struct", bound=msgspec.Struct)

_AT = re.compile(r"^(?P<reason>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")
_ENUM = re.compile(r"Invalid enum value '(?P<value>.*)'")
_TOO_LONG = re.compile(r"Expected `str` of length <= (?P<most>\d+)")
_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
_LONGEST_NAME = 40
_WORDS = {
    "str": "text",
    "object": "keys and values",
    "array": "a list (lines beginning with -)",
    "int": "a whole number",
    "float": "a number",
    "int | float": "a number",
    "bool": "true or false",
    "null": "nothing",
}


def convert(
    document: Document, pointer: Pointer, data: Any, wanted: type[_Struct]
) -> _Struct | None:
    """`data`, which stands at `pointer` of `document`, as a `wanted`; None where it has faults.

    Every faulty key of the item is noted in the document's problems, not only the first.
    """
    try:
        return msgspec.convert(data, wanted, strict=False)
    except msgspec.ValidationError as error:
        if not isinstance(data, dict) or not _note_each_key(document, pointer, data, wanted):
            _note(document, pointer, str(error))
    return None


def _note_each_key(
    document: Document, pointer: Pointer, data: dict[str, Any], wanted: type[msgspec.Struct]
) -> bool:
    before = len(document.problems)
    fields = {field.encode_name: field for field in msgspec.structs.fields(wanted)}
    for key in data.keys() - fields.keys():
        near = difflib.get_close_matches(key, fields, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(fields)}"
        document.fault((*pointer, key), "B101", f"unknown key {key!r}{hint}")
    for key, field in fields.items():
        if key not in data:
            if field.required:
                document.fault(pointer, "B102", f"key {key!r} is missing; add it")
            continue
        try:
            msgspec.convert(data[key], field.type, strict=False)
        except msgspec.ValidationError as error:
            _note(document, (*pointer, key), str(error))
    return len(document.problems) > before


def _note(document: Document, pointer: Pointer, message: str) -> None:
    match = _AT.match(message)
    assert match is not None  # noqa: S101 - the expression matches any text
    steps: list[str | int] = []
    for step in _STEP.finditer(match["path"] or ""):
        if step[1]:
            steps.append(step[1])
        elif step[2]:
            steps.append(int(step[2]))
    place = (*pointer, *steps)
    key = next((str(step) for step in reversed(place) if isinstance(step, str)), "value")
    document.fault(place, "B103", f"{key}: {_in_plain_words(match['reason'])}")


def _in_plain_words(reason: str) -> str:
    if match := _ENUM.search(reason):
        value = match["value"][:_LONGEST_NAME]
        return f"{value!r} is not known; one of {_choices(value)}"
    if match := _TOO_LONG.search(reason):
        return f"longer than {match['most']} characters; split it"
    if match := _EXPECTED.search(reason):
        wanted = _WORDS.get(match["wanted"].removesuffix(" | null"), match["wanted"])
        got = "nothing" if match["got"] == "null" else _WORDS.get(match["got"], match["got"])
        return f"needs {wanted}, not {got}"
    if reason.startswith("Object missing required field"):
        return f"key {reason.split('`')[1]!r} is missing; add it"
    if reason.startswith("Object contains unknown field"):
        return f"unknown key {reason.split('`')[1]!r}; remove it"
    return reason[0].lower() + reason[1:]


def _choices(value: str) -> str:
    families = [
        [str(authority) for authority in AUTHORITY_MEANINGS],
        [str(status) for status in STATUS_MEANINGS],
        [str(relation) for relation in RelationType],
        ["official", "working"],
        ["en", "ja"],
    ]
    nearest = max(
        families,
        key=lambda names: max(difflib.SequenceMatcher(None, value, name).ratio() for name in names),
    )
    return ", ".join(nearest)
