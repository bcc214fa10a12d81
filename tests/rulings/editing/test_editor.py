"""A new item of a list stands behind the last one, and every other byte of the file stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import load_cases

from rulings.editing.editor import Editor
from rulings.errors import RulingsError
from rulings.reading.yaml_reader import parse_document

PATH = Path("go/rulings.yaml")
ITEM = "  - id: GO-Q2\n    title: {en: Two}\n"


def with_item(text: str, key: str, items: str) -> str:
    editor = Editor(PATH, text.encode())
    editor.append(key, items)
    return editor.content().decode()


@pytest.mark.parametrize("case", load_cases("appending.yaml"))
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_an_item_comes_last_in_its_list(case: dict[str, str], end: str, mark: str) -> None:
    text = mark + case["before"].replace("\n", end)
    after = mark + case["after"].replace("\n", end if end in text else "\n")

    assert with_item(text, "rulings", ITEM) == after


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rulings: [{id: GO-Q1}]\nnotes:\n", "stands on a line with others"),
        ("rulings: {a: b}\n", "edit it by hand"),
        ("rulings: word\n", "edit it by hand"),
        ("rulings:\n  - id: GO-Q1\n...\n", "edit it by hand"),
        ("rulings:\n  - id: 'GO-Q1\n", "correct it first"),
    ],
)
def test_what_cannot_be_extended_is_refused(text: str, says: str) -> None:
    with pytest.raises(RulingsError, match=says):
        with_item(text, "notes" if "..." in text else "rulings", ITEM)


def test_an_item_may_stand_anywhere_and_hold_any_text() -> None:
    item = '  # why: {a}\n  - id: x\n    text: |\n      one\n\n        two\n    why: "- a: #b"\n'
    before = "rulings:\n  - id: a\nnotes:\n  - id: b\n"

    after = with_item(before, "rulings", item)

    data = parse_document(after.encode(), "x").data
    assert data["rulings"][1] == {"id": "x", "text": "one\n\n  two\n", "why": "- a: #b"}
    assert data["notes"] == [{"id": "b"}]


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "{one: '1', two: '2'}"), ("{old: '0'}", "{one: '1', two: '2', old: '0'}")],
)
def test_several_editions_may_be_noted_at_once(before: str, after: str) -> None:
    text = "rulings:\n  - id: GO-Q1\n{}    title: {{en: One}}\n"
    key = "    checked_against: {}\n"
    editor = Editor(PATH, text.format(key.format(before) if before else "").encode())
    editor.set_edition(("rulings", 0), "one", "1")
    editor.set_edition(("rulings", 0), "two", "2")
    assert editor.content().decode().replace('"', "'") == text.format(key.format(after))
