"""From plain data to the structs of the model, with every fault at its place.

msgspec converts, but describes only the first fault, and briefly. So rejected data is compared
with the types themselves (`msgspec.inspect`), which list each key, enum value and bound.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from rulings import ids, languages
from rulings.format.model import DATE, Relation, SourceReference
from rulings.reading import values
from rulings.reading.book_files import Pointer
from rulings.reading.problems import Fault, Fix
from rulings.reading.yaml_reader import Document

_Type = TypeVar("_Type")

_type_of = cache(inspect.type_info)
_CUT = "a comma ends the text before it; put the whole text in quotes"
_LANGUAGE = "\ue000"
"""In a message, the language of the book."""
_SEPARATOR = re.compile("[,、，;；/／|\n]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_WITH_LANGUAGE = re.compile(r"(ja|en)(?:[:：]\s{0,9}|\s{1,9})(.*)", re.DOTALL)


def convert(document: Document, pointer: Pointer, data: Any, expected: type[_Type]) -> _Type | None:
    """Data as an object of the `expected` type; None where it has faults, which are noted."""
    try:
        return msgspec.convert(data, expected, strict=False)
    except msgspec.ValidationError as error:
        faults = faults_of(expected, data, pointer, document.language)
        faults = faults or [Fault(pointer, str(error), code="B103")]
        document.problems += map(document.problem, faults)
    return None


def faults_of(expected: Any, data: Any, pointer: Pointer, language: str = "en") -> list[Fault]:
    """Every fault of data for a type of the model; examples are in its `language`."""
    faults = _faults(_type_of(expected), data, pointer)
    return [each._replace(message=each.message.replace(_LANGUAGE, language)) for each in faults]


def _faults(expected: inspect.Type, data: Any, pointer: Pointer) -> Iterator[Fault]:
    kind, hint = _plain(expected)
    if isinstance(kind, inspect.UnionType):
        members = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        if data is not None or len(members) == len(kind.types):
            yield from _faults(members[-1], data, pointer)  # of two numbers the wider one
    elif isinstance(kind, inspect.StructType):
        yield from _struct_faults(kind, data, pointer)
    elif isinstance(kind, inspect.DictType):
        yield from _dict_faults(kind, data, pointer)
    elif isinstance(kind, inspect.ListType):
        yield from _list_faults(kind, data, pointer)
    elif reason := values.reason_against(kind, data, hint):
        is_date = getattr(kind, "pattern", "") == DATE and isinstance(data, str)
        day = values.iso_day(data) if is_date else ""
        yield _wrong(pointer, reason, Fix(data, day) if day else None)


def _plain(kind: inspect.Type) -> tuple[inspect.Type, str]:
    """A type without the metadata around it, and the description of its form."""
    hint = ""
    while isinstance(kind, inspect.Metadata):
        hint = hint or str((kind.extra_json_schema or {}).get("description", ""))
        kind = kind.type
    return kind, hint


def _wrong(pointer: Pointer, reason: str, fix: Fix | None = None) -> Fault:
    key = next((step for step in reversed(pointer) if isinstance(step, str)), "value")
    return Fault(pointer, f"{key}: {reason}", fix, "B103")


def _struct_faults(kind: inspect.StructType, data: Any, pointer: Pointer) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in kind.fields}
    if not isinstance(data, dict):
        message = f"needs keys and values ({', '.join(fields)}), not {values.shown(data)}"
        if isinstance(data, str) and kind.cls in (SourceReference, Relation):
            example = values.example_of(data) + (", type: similar" if kind.cls is Relation else "")
            message = f"needs keys and values: write `{pointer[-2]}: [{{id: {example}}}]`"
        yield _wrong(pointer, message)
        return
    yield from unknown_keys(data, fields, pointer)
    for key, field in fields.items():
        if key in data:
            yield from _faults(field.type, data[key], (*pointer, key))
        elif field.required:
            yield Fault(pointer, f"key {key!r} is missing; add it", code="B102")


def unknown_keys(
    data: Collection[str], known: Mapping[str, object], pointer: Pointer
) -> Iterator[Fault]:
    """The first unknown keys of a mapping at `pointer`."""
    for key in [key for key in data if key not in known][:5]:
        remedy = values.colon_in(key) or values.mistyped(key)
        if not remedy:
            near = get_close_matches(key[: values.LONGEST_VALUE], known, 1, 0.7)
            remedy = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
        message = f"unknown key {values.shown(key)}; {remedy}"
        yield Fault((*pointer, key), message, code="B101")


def _dict_faults(kind: inspect.DictType, data: Any, pointer: Pointer) -> Iterator[Fault]:
    by_language = getattr(_plain(kind.key_type)[0], "pattern", "") == languages.PATTERN
    if not isinstance(data, dict):
        yield _no_mapping(kind, data, pointer, by_language)
        return
    for key, value in data.items():
        is_wrong = any(_faults(kind.key_type, key, pointer))
        if is_wrong:
            meant = languages.language_meant(key) if by_language else None
            what = "a language (en, ja, fr, pt-BR)" if by_language else "letters, digits and _"
            other = _CUT if value is None and len(data) > 1 else "correct it"
            remedy = values.colon_in(key) or values.mistyped(key) or other
            remedy = f"write `{meant}`" if meant else remedy
            message = f"key {values.shown(key)} is not a name of {what}; {remedy}"
            yield Fault((*pointer, key), message, code="B103")
        if not (is_wrong and value is None):  # such as `{ja：text}`, which is a key alone
            yield from _faults(kind.value_type, value, (*pointer, key))


def _no_mapping(kind: inspect.DictType, data: Any, pointer: Pointer, by_language: bool) -> Fault:
    """The fault of a value that is not a mapping; a Japanese text gets its language as a fix."""
    listed = isinstance(_plain(kind.value_type)[0], inspect.ListType)
    example, fix = f"{{{_LANGUAGE}: […]}}" if listed else f"{{{_LANGUAGE}: …}}", None
    if not by_language:
        example = "{name: …}"
    elif listed and data and isinstance(data, list) and all(isinstance(each, str) for each in data):
        more = ", …" if data[1:] else ""
        example = f"{{{_language_of(data[0])}: [{values.example_of(data[0])}{more}]}}"
    elif isinstance(data, str) and not listed:
        begun = _WITH_LANGUAGE.match(data)
        code, text = begun.groups() if begun else (_language_of(data), data)
        example = f"{{{code}: {values.example_of(text)}}}"
        fix = Fix(data, {code: data}) if code == "ja" and not begun else None
    key = pointer[-1] if pointer else "value"
    return _wrong(pointer, f"needs keys and values: write `{key}: {example}`", fix)


def _language_of(text: str) -> str:
    return "ja" if _KANA.search(text) else _LANGUAGE


def _list_faults(kind: inspect.ListType, data: Any, pointer: Pointer) -> Iterator[Fault]:
    if isinstance(data, list):
        if kind.min_length and len(data) < kind.min_length:
            yield _wrong(pointer, f"needs {kind.min_length} items or more")
        for number, item in enumerate(data):
            yield from _faults(kind.item_type, item, (*pointer, number))
    elif isinstance(data, str) and isinstance(_plain(kind.item_type)[0], inspect.StrType):
        text = data.strip("［］")
        items = [each.strip() for each in _SEPARATOR.split(text)]
        is_unsure = len(items) > 1 and not all(map(ids.kind_of, items))  # it may be one text
        is_unsure |= bool(values.colon_in(text)) or text[:1] in "-－"
        wide = "; ［ is a full-width or curly sign" if text != data else ""
        listed = "…" if is_unsure else ", ".join(map(values.example_of, items))
        yield _wrong(pointer, f"needs a list: write `{pointer[-1]}: [{listed}]`{wide}")
    else:
        yield _wrong(pointer, f"needs a list (lines beginning with -), not {values.shown(data)}")
