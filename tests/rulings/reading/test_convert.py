"""What a book's file must not hold is explained from the type of the very place where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from rulings.format.book_file import File
from rulings.format.model import DATE
from rulings.languages import PATTERN
from rulings.reading.convert import convert
from rulings.reading.yaml_reader import Document

Way = tuple[str | int, ...]
OF_EACH_STRUCT = {"struct": "needs keys and values", "list": "needs a list"}


def plain(kind: inspect.Type) -> inspect.Type:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        return plain(
            next(member for member in kind.types if not isinstance(member, inspect.NoneType))
        )
    return kind


def leaves(kind: inspect.Type, way: Way = (), within: tuple[type, ...] = ()) -> Iterator[Any]:
    """Every place of a type with its path; a struct within itself is followed only once."""
    kind = plain(kind)
    yield way, kind
    if isinstance(kind, inspect.StructType) and kind.cls not in within:
        for field in kind.fields:
            yield from leaves(field.type, (*way, field.encode_name), (*within, kind.cls))
    elif isinstance(kind, inspect.ListType):
        yield from leaves(kind.item_type, (*way, 0), within)
    elif isinstance(kind, inspect.DictType):
        yield from leaves(kind.value_type, (*way, "en"), within)


def wrong(kind: inspect.Type) -> Iterator[tuple[Any, str]]:
    """Values that a type rejects, each with what must be said of it."""
    if isinstance(kind, inspect.EnumType):
        yield "a5", f"'a5' is not known; one of {', '.join(str(value.value) for value in kind.cls)}"
    elif isinstance(kind, inspect.LiteralType):
        yield "a5", f"'a5' is not known; one of {', '.join(map(str, kind.values))}"
    elif isinstance(kind, inspect.StructType):
        yield "word", "needs keys and values"
        yield {"no such key": "x"}, "unknown key 'no such key'"
    elif isinstance(kind, inspect.DictType):
        yield "word", "needs keys and values: write `"
        if pattern := getattr(plain(kind.key_type), "pattern", None):
            what = "a language" if pattern == PATTERN else "letters, digits and _"
            yield {"my input": None}, f"key 'my input' is not a name of {what}"
    elif isinstance(kind, inspect.ListType):
        of_texts = isinstance(plain(kind.item_type), inspect.StrType)
        yield "word", "needs a list: write `" if of_texts else "lines beginning with -), not 'word'"
    elif isinstance(kind, inspect.IntType | inspect.FloatType):
        yield "many", "not 'many'"
        yield ["1"], "not a list"
    elif isinstance(kind, inspect.BoolType):
        yield "maybe", "needs true or false, not 'maybe'"
    elif isinstance(kind, inspect.StrType):
        yield ["x"], "needs text, not a list"
        if kind.max_length:
            yield "x" * (kind.max_length + 1), f"longer than {kind.max_length} characters"
        if kind.min_length:
            yield "", "is empty"
        if kind.pattern:
            yield "?!", f"'?!' {'is not a date' if kind.pattern == DATE else 'has the wrong form'}"


def at(way: Way, value: Any) -> Any:
    """Plain data with `value` at a place and nothing else."""
    for step in reversed(way):
        value = [value] if step == 0 else {step: value}
    return value


PLACES = list(leaves(inspect.type_info(File)))[1:]
CASES = [(way, *case) for way, kind in PLACES for case in wrong(kind)]


@pytest.mark.parametrize("part", dict.fromkeys(way[0] for way, *_ in CASES))
def test_each_wrong_value_of_each_field(part: str) -> None:
    for way, value, says in CASES:
        if way[0] == part:
            document = Document("book.yaml")
            document.positions = {way[:length]: (1, length + 1) for length in range(len(way) + 1)}

            assert convert(document, (), at(way, value), File) is None, (way, value)

            messages = [
                problem.message for problem in document.problems if problem.column == len(way) + 1
            ]
            assert any(says in message for message in messages), (
                way,
                value,
                messages,
                document.problems,
            )
