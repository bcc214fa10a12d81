"""From plain data to the structs of the model, with every fault at its place.

msgspec converts, but says little of a fault, and only of the first. So what it rejects is compared
with the types themselves (`msgspec.inspect`), which know each key, enum value and bound.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from rulings import languages
from rulings.reading.problems import Fix
from rulings.reading.values import (
    LONGEST_VALUE,
    colon_in,
    example_of,
    fix_of,
    fix_of_value,
    mistyped,
    reason_against,
    shown,
)
from rulings.reading.yaml_reader import Document, Pointer

_Type = TypeVar("_Type")

_MOST_UNKNOWN = 5
_NO_KEY = "value"
_SEPARATOR = re.compile("[,、，;；/／|\n]")

MISTAKEN = {
    **{"jp": "ja", "japanese": "ja", "eng": "en", "english": "en", "us": "en", "gb": "en"},
    **{"korean": "ko", "cn": "zh", "chinese": "zh", "french": "fr", "german": "de"},
    **{"spanish": "es", "italian": "it", "portuguese": "pt", "cz": "cs", "dk": "da"},
}
"""Countries and names that people write in place of a language, and the code that they mean;
without a country whose code is that of another language (kr: Kanuri).
"""


class Fault(NamedTuple):
    """What is wrong, and where."""

    pointer: Pointer
    code: str
    message: str
    fix: Fix | None = None


def convert(document: Document, pointer: Pointer, data: Any, expected: type[_Type]) -> _Type | None:
    """The `data` at `pointer` of `document` as an object of the `expected` type; None where it has
    faults, each of which is noted in the document's problems.
    """
    try:
        return msgspec.convert(data, expected, strict=False)
    except msgspec.ValidationError as error:
        faults = faults_of(expected, data, pointer, document.language)
        for fault in faults or [Fault(pointer, "B103", str(error))]:
            document.fault(*fault)
    return None


def faults_of(expected: Any, data: Any, pointer: Pointer, language: str = "") -> list[Fault]:
    """Why `data` is not of the `expected` type of the model: every fault with its place.

    `language` is that of the book, if it has only one.
    """
    return list(_faults(_type_of(expected), data, pointer, language))


@cache
def _type_of(expected: Any) -> inspect.Type:
    return inspect.type_info(expected)


def _faults(expected: inspect.Type, data: Any, pointer: Pointer, language: str) -> Iterator[Fault]:
    kind, hint = _plain(expected)
    if isinstance(kind, inspect.UnionType):
        yield from _union_faults(kind, data, pointer, language)
    elif isinstance(kind, inspect.StructType):
        yield from _struct_faults(kind, data, pointer, language)
    elif isinstance(kind, inspect.DictType):
        yield from _dict_faults(kind, data, pointer, language)
    elif isinstance(kind, inspect.ListType):
        yield from _list_faults(kind, data, pointer, language)
    elif reason := reason_against(kind, data, hint):
        yield _wrong(pointer, reason, fix_of_value(kind, data))


def _plain(kind: inspect.Type) -> tuple[inspect.Type, str]:
    """A type without the metadata around it, and the description of its form."""
    hint = ""
    while isinstance(kind, inspect.Metadata):
        hint = hint or str((kind.extra_json_schema or {}).get("description", ""))
        kind = kind.type
    return kind, hint


def _wrong(pointer: Pointer, reason: str, fix: Fix | None = None) -> Fault:
    key = next((step for step in reversed(pointer) if isinstance(step, str)), _NO_KEY)
    return Fault(pointer, "B103", f"{key}: {reason}", fix)


def _union_faults(
    kind: inspect.UnionType, data: Any, pointer: Pointer, language: str
) -> Iterator[Fault]:
    members = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    if data is None and len(members) < len(kind.types):
        return
    faults = [list(_faults(each, data, pointer, language)) for each in members]
    if all(faults):
        yield from faults[-1]


def _struct_faults(
    kind: inspect.StructType, data: Any, pointer: Pointer, language: str
) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in kind.fields}
    if not isinstance(data, dict):
        yield _wrong(pointer, f"needs keys and values ({', '.join(fields)}), not {shown(data)}")
        return
    yield from unknown_keys(data, fields, pointer)
    for key, field in fields.items():
        if key in data:
            yield from _faults(field.type, data[key], (*pointer, key), language)
        elif field.required:
            yield Fault(pointer, "B102", f"key {key!r} is missing; add it")


def unknown_keys(
    data: Collection[str], known: Mapping[str, object], pointer: Pointer
) -> Iterator[Fault]:
    """The first unknown keys of a mapping at `pointer`, and how many more there are."""
    unknown = [key for key in data if key not in known]
    for key in unknown[:_MOST_UNKNOWN]:
        message = f"unknown key {shown(key)}{_meant(key, known)}"
        fix = fix_of(key, known, is_key=True)
        yield Fault((*pointer, key), "B101", message, fix if fix and fix.new not in data else None)
    if len(unknown) > _MOST_UNKNOWN:
        more = len(unknown) - _MOST_UNKNOWN
        place = (*pointer, unknown[_MOST_UNKNOWN])
        yield Fault(place, "B101", f"{more:,} more unknown keys from here; remove them")


def _meant(key: str, known: Iterable[str]) -> str:
    if remedy := colon_in(key) or mistyped(key):
        return f"; {remedy}"
    near = difflib.get_close_matches(key[:LONGEST_VALUE], known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(known)}"


def _dict_faults(
    kind: inspect.DictType, data: Any, pointer: Pointer, language: str
) -> Iterator[Fault]:
    key_type, _ = _plain(kind.key_type)
    by_language = isinstance(key_type, inspect.StrType) and key_type.pattern == languages.PATTERN
    if not isinstance(data, dict):
        yield _no_mapping(kind, data, pointer, language if by_language else None)
        return
    for key, value in data.items():
        faults = list(_faults(kind.key_type, key, (*pointer, key), language))
        for fault in faults:
            meant = _language_meant(key) if by_language else None
            what = "a language (en, ja, fr, pt-BR)" if by_language else "a name"
            remedy = f"write `{meant}`" if meant else colon_in(key) or mistyped(key) or "correct it"
            fix = Fix(key, meant, is_key=True) if meant and meant not in data else None
            message = f"key {shown(key)} is no name of {what}; {remedy}"
            yield fault._replace(message=message, fix=fix)
        if not (faults and value is None):  # such as `{ja：text}`, which is a key alone
            yield from _faults(kind.value_type, value, (*pointer, key), language)


def _language_meant(key: str) -> str | None:
    """The language that a country, a name or capital letters mean, if it is known."""
    plain = unicodedata.normalize("NFKC", key).lower()
    return MISTAKEN.get(plain) or (plain if plain in languages.OWN_NAMES else None)


def _no_mapping(kind: inspect.DictType, data: Any, pointer: Pointer, language: str | None) -> Fault:
    """The fault of a value that is not a mapping. Where texts by language belong, `language` is
    that of the book or empty, else None; a text in a known language gets a fix.
    """
    key = pointer[-1] if pointer else _NO_KEY
    example, fix = "{name: …}", None
    if language is not None:
        japanese = isinstance(data, str) and re.search(languages.JAPANESE, data) is not None
        code = language or languages.SPOKEN[0]
        if isinstance(data, str) and language in ("", *languages.SPOKEN):
            code = "ja" if japanese else "en"
        listed = isinstance(_plain(kind.value_type)[0], inspect.ListType)
        example = f"{{{code}: {'[…]' if listed else example_of(data)}}}"
        written, colon, text = data.partition(": ") if isinstance(data, str) else ("", "", "")
        if colon and languages.is_language(written):
            example = f"{{{written}: {example_of(text)}}}"
        elif isinstance(data, str) and colon_in(data):
            return _wrong(pointer, f"needs keys and values: {colon_in(data)}")
        elif isinstance(data, str) and data.partition(" ")[0] == code:
            example = f"{{{code}: …}}"
        elif (
            isinstance(data, str) and code == language and not listed and japanese == (code == "ja")
        ):
            fix = Fix(data, {code: data})
    return _wrong(pointer, f"needs keys and values: write `{key}: {example}`", fix)


def _list_faults(
    kind: inspect.ListType, data: Any, pointer: Pointer, language: str
) -> Iterator[Fault]:
    if not isinstance(data, list):
        if isinstance(data, str) and isinstance(_plain(kind.item_type)[0], inspect.StrType):
            key = pointer[-1] if pointer else _NO_KEY
            sure = not (_SEPARATOR.search(data) or colon_in(data) or data.startswith("-"))
            fix = Fix(data, [data]) if sure else None
            example = example_of(data) if sure else "…"
            yield _wrong(pointer, f"needs a list: write `{key}: [{example}]`", fix)
        else:
            yield _wrong(pointer, f"needs a list (lines beginning with -), not {shown(data)}")
        return
    if kind.min_length and len(data) < kind.min_length:
        yield _wrong(pointer, f"needs {kind.min_length} items or more")
    for number, item in enumerate(data):
        yield from _faults(kind.item_type, item, (*pointer, number), language)
