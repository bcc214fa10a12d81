from __future__ import annotations

import json
from pathlib import Path

from rulings.book_files import book_files
from rulings.books import BUILT_IN_BOOK
from rulings.schema import book_schema

SCHEMA = BUILT_IN_BOOK.parent / "book.schema.json"


def test_the_schema_beside_the_book_is_the_models() -> None:
    renew = "run: rulings schema > rulings/book.schema.json"

    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == book_schema(), renew


def test_every_value_of_an_enum_is_described() -> None:
    definitions = book_schema()["$defs"]

    for name in ("Authority", "Status"):
        assert all(choice["description"] for choice in definitions[name]["oneOf"])


def test_every_file_of_the_book_names_the_schema_in_its_first_line() -> None:
    for path in map(Path, book_files(BUILT_IN_BOOK)):
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        prefix = "# yaml-language-server: $schema="
        assert first.startswith(prefix), path
        assert (path.parent / Path(first.removeprefix(prefix))).resolve() == SCHEMA, path
