from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import Write

from rulings import open_book
from rulings.checks import run
from rulings.editing.draft import append_item, id_of_call, next_id, render
from rulings.format.model import Ruling
from rulings.ids import in_own_range
from rulings.lookup.rules_in_force import find_ruleset
from rulings.reading.load import load_book

HOSTILE = 'He said: "no" # 100% [[x]] {a: b}\n- c\t\\ & *x | > \x00\x1b[31m 「はい」 \u2028 \uffff'
VALUES = {"authority": "interpretation", "sources": [{"id": "handbook"}]}


def add(books: list[Path], folder: Path, values: dict[str, Any]) -> str:
    """Add a ruling to the last of some books; returns its id."""
    loading = load_book(books)
    ruleset = find_ruleset(loading.book, "CH")
    identifier = next_id(loading, ruleset, "ruling", at_home=len(books) == 1)
    values = VALUES | values | {"id": identifier}
    item = render("ruling", values, ruleset, loading.book, "2026-11-21")
    append_item(loading, folder / "rulings.yaml", "rulings", item)
    return identifier


def test_a_draft_stands_behind_the_last_entry_and_passes_the_checks(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    before = file.read_text()

    identifier = add([path], file.parent, {"clauses": ["CH 1.1"], "question": {"en": "Why?"}})

    assert identifier == "CH-Q2"
    assert file.read_text().startswith(before.rstrip()), "nothing else is changed"
    assert [problem.code for problem in run(load_book([path]))] == ["B410"], "a note of its TODO"


def test_ids_follow_the_highest_and_own_ones_are_drawn_by_lot(write_book: Write) -> None:
    path = write_book()
    rulings = path / "rules" / "rulings.yaml"
    rulings.write_text(rulings.read_text().replace("CH-Q1", "CH-Q7"))
    loading = load_book([path])
    ruleset = find_ruleset(loading.book, "CH")

    assert next_id(loading, ruleset, "ruling", at_home=True) == "CH-Q8"
    assert next_id(loading, ruleset, "variant", at_home=True) == "CH-V1"
    drawn = {id_of_call(loading, ruleset) for _ in range(100)}
    assert len(drawn) > 90, "two machines seldom draw the same"
    assert all(in_own_range(name) and len(name) == len("CH-Q") + 4 for name in drawn)


@pytest.mark.parametrize(
    ("highest", "first"), [(1, 1001), (500, 1001), (501, 10001), (1500, 10001), (60_000, 1_000_001)]
)
def test_own_numbers_on_an_import_begin_far_above_its_own(
    write_book: Write, tmp_path: Path, highest: int, first: int
) -> None:
    path, own = write_book(), tmp_path / "drafts"
    rulings = path / "rules" / "rulings.yaml"
    rulings.write_text(rulings.read_text().replace("CH-Q1", f"CH-Q{highest}"))
    own.mkdir()
    (own / "terms.yaml").write_text("terms: []\n")

    for number in (first, first + 1):
        assert add([path, own], own, {"question": {"en": "Why?"}}) == f"CH-Q{number}"


def test_a_former_id_of_another_book_is_given_to_nothing(write_book: Write) -> None:
    path, above = write_book(), write_book(name="above")
    rulings = path / "rules" / "rulings.yaml"
    renamed = rulings.read_text().replace(
        "- id: CH-Q1", "- id: CH-Q3\n    formerly: [CH-Q1, CH-Q2]"
    )
    rulings.write_text("rulings: []\n")
    for file in (above / "rules").iterdir():
        file.unlink()
    (above / "rules" / "rulings.yaml").write_text(renamed)
    loading = load_book([path, above])

    assert next_id(loading, find_ruleset(loading.book, "CH"), "ruling", at_home=True) == "CH-Q4"


def test_a_ruleset_of_more_than_a_thousand_rulings_goes_on_counting(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    item = file.read_text().partition("\n")[2]
    items = [item.replace("CH-Q1", f"CH-Q{number}") for number in range(1, 1003)]
    file.write_text("rulings:\n" + "".join(items))

    for number in (1003, 1004):
        assert add([path], file.parent, {"question": {"en": "Why?"}}) == f"CH-Q{number}"


def test_an_import_of_more_than_a_thousand_questions_passes_the_checks(write_book: Write) -> None:
    path = write_book()
    head, rulings = path / "rules" / "ruleset.yaml", path / "rules" / "rulings.yaml"
    head.write_text(head.read_text().replace("ruleset:\n", "ruleset:\n  as_published: true\n", 1))
    rulings.write_text(
        "rulings:\n  - {id: CH-Q1500, question: {en: Why?, ja: 何故}, answer: {en: So., ja: 可},"
        " clauses: [CH 1.1], authority: official, sources: [{id: handbook}]}\n"
    )

    assert [each.message for each in run(load_book([path])) if "is empty" in each.message] == []


def test_what_is_typed_is_kept_as_text(write_book: Write) -> None:
    path = write_book()
    texts = {key: {"en": HOSTILE, "ja": HOSTILE} for key in ("title", "question", "answer")}
    house = texts | {"verdict": {"en": "Yes.", "ja": "はい。"}, "authority": "house"}
    kept = [add([path], path / "rules", house) for _ in range(3)]

    entry = open_book([path]).entries[kept[-1]]

    assert isinstance(entry, Ruling)
    assert entry.authority == "house"
    assert entry.question["en"] == HOSTILE.replace("\uffff", "\ufffd")
