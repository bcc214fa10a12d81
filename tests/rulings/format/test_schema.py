from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from cases import DATA
from hostile import everything
from soundness import errors_in

from rulings.format.authority_and_status import Authority, Status
from rulings.format.book_file import File, book_schema
from rulings.reading.book import BUILT_IN_BOOK
from rulings.reading.book_files import book_files
from rulings.reading.load import load_book

Fields = set[tuple[type, str]]
SCHEMA = BUILT_IN_BOOK.parent / "book.schema.json"


def test_the_schema_beside_the_book_is_the_models() -> None:
    renew = "run: rulings schema > rulings/book.schema.json"

    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == book_schema(), renew


def test_every_value_of_an_enum_is_described() -> None:
    definitions = book_schema()["$defs"]

    for enum in (Authority, Status):
        described = {
            choice["const"]: choice["description"] for choice in definitions[enum.__name__]["oneOf"]
        }
        assert {*described} == {*enum} and all(described.values())


def test_every_file_of_the_book_names_the_schema_in_its_first_line() -> None:
    for path in map(Path, book_files(BUILT_IN_BOOK)):
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        prefix = "# yaml-language-server: $schema="
        assert first.startswith(prefix), path
        assert (path.parent / Path(first.removeprefix(prefix))).resolve() == SCHEMA, path


def structs_in(kind: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for part in get_args(kind):
        yield from structs_in(part)


def fields_of(struct: type[msgspec.Struct]) -> Iterator[tuple[tuple[type, str], str, Any]]:
    """Each with the class that says it first, so that kinds of entries share what all have."""
    for field in msgspec.structs.fields(struct):
        bases = [
            base for base in struct.__mro__ if field.name in vars(base).get("__annotations__", ())
        ]
        yield (bases[-1] if bases else struct, field.name), field.encode_name, field.type


def filled(kind: Any, data: Any, known: Fields) -> Fields:
    """The fields that plain data fills; `known` gets all that it could."""
    fields: Fields = set()
    if isinstance(data, list):
        return fields.union(*(filled(kind, item, known) for item in data))
    for struct in structs_in(kind) if isinstance(data, dict) else ():
        for field, key, inner in fields_of(struct):
            known.add(field)
            if data.get(key) not in (None, "", [], {}):
                fields |= {field} | filled(inner, data[key], known)
        if not data.keys() & {key for _, key, _ in fields_of(struct)}:  # a mapping of structs
            fields = fields.union(*(filled(kind, item, known) for item in data.values()))
    return fields


def test_the_book_that_is_filled_with_hostile_texts_has_every_field() -> None:
    known: Fields = set()

    fields = filled(File, everything(), known)

    assert len(known) > 150
    assert not {f"{one.__name__}.{name}" for one, name in known - fields}
    loading = load_book([DATA / "every-field.yaml"])
    assert not [error for error in errors_in(loading) if " B902 " not in error]


def patterns(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from filter(None, [schema.get("pattern")])
    for part in schema.values() if isinstance(schema, dict) else schema:
        yield from patterns(part) if isinstance(part, dict | list) else ()


def test_no_pattern_lets_a_line_end_follow() -> None:
    samples = ["a", "A", "ab", "2026-05-01", "#0b5c55", "https://a", "both", "pt-BR"]
    stated = set(patterns(book_schema()))

    assert len(stated) > 5
    for pattern in stated:
        right = [sample for sample in samples if re.search(pattern, sample)]
        assert right, pattern
        assert not [sample for sample in right if re.search(pattern, f"{sample}\n")], pattern
        assert not re.search(pattern, "２０２６")
