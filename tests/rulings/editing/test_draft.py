from __future__ import annotations

from pathlib import Path

import pytest
from running import Write

from rulings import open_book
from rulings.checks import run
from rulings.editing.draft import Draft, add, next_id
from rulings.errors import RulingsError
from rulings.format.authorities import Authority
from rulings.format.model import Ruling
from rulings.ids import is_own
from rulings.lookup.rules_in_force import find_ruleset
from rulings.reading.load import load_book

HOSTILE = 'He said: "no" # 100% [[x]] {a: b}\n- c\t\\ & *x | > \x00\x1b[31m 「はい」 \u2028 \uffff'


def test_a_draft_stands_behind_the_last_entry_and_passes_the_checks(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    before = file.read_text()
    book = open_book([path])
    draft = Draft("ruling", {"clauses": ["CH 1.1"], "question": {"en": "Why?"}}, source="handbook")

    identifier, written = add(book, path, find_ruleset(book, "CH"), draft)

    assert (identifier, written) == ("CH-Q2", file)
    assert file.read_text().startswith(before.rstrip()), "nothing else is changed"
    assert run(load_book([path])) == []


def test_ids_follow_the_highest_and_own_ones_are_drawn_by_lot(write_book: Write) -> None:
    path = write_book()
    rulings = path / "rules" / "rulings.yaml"
    rulings.write_text(rulings.read_text().replace("CH-Q1", "CH-Q7"))
    book = open_book([path])
    ruleset = find_ruleset(book, "CH")

    assert next_id(book, ruleset, "ruling") == "CH-Q8"
    assert next_id(book, ruleset, "variant") == "CH-V1"
    drawn = {next_id(book, ruleset, "ruling", own=True) for _ in range(100)}
    assert len(drawn) == 100
    assert all(is_own(name) and len(name) == len("CH-Q") + 12 for name in drawn)


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
        book = open_book([path, own])
        ruleset = find_ruleset(book, "CH")
        draft = Draft("ruling", {"question": {"en": "Why?"}}, source="handbook")
        assert add(book, own, ruleset, draft)[0] == f"CH-Q{number}"


def test_a_ruleset_of_more_than_a_thousand_rulings_goes_on_counting(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    item = file.read_text().partition("\n")[2]
    items = [item.replace("CH-Q1", f"CH-Q{number}") for number in range(1, 1003)]
    file.write_text("rulings:\n" + "".join(items))

    for number in (1003, 1004):
        book = open_book([path])
        draft = Draft("ruling", {"question": {"en": "Why?"}}, source="handbook")
        assert add(book, path, find_ruleset(book, "CH"), draft)[0] == f"CH-Q{number}"


def test_an_import_of_more_than_a_thousand_questions_passes_the_checks(write_book: Write) -> None:
    path = write_book()
    head, rulings = path / "rules" / "ruleset.yaml", path / "rules" / "rulings.yaml"
    head.write_text(head.read_text().replace("ruleset:\n", "ruleset:\n  as_published: true\n", 1))
    rulings.write_text(
        "rulings:\n  - {id: CH-Q1500, question: {en: Why?, ja: 何故}, answer: {en: So., ja: 可},"
        " clauses: [CH 1.1], authority: official, sources: [{id: handbook}]}\n"
    )

    assert [each.message for each in run(load_book([path])) if "is empty" in each.message] == []


def test_what_is_typed_of_a_complete_entry_is_kept_as_text(write_book: Write) -> None:
    path = write_book()
    call = Draft(
        "ruling",
        {
            "title": {"en": HOSTILE},
            "verdict": {"en": "Yes."},
            "question": {"en": HOSTILE},
            "answer": {"en": HOSTILE},
        },
        authority=Authority.HOUSE,
        source="handbook",
        date="2026-11-21",
        complete=True,
    )
    book = open_book([path])
    kept = [add(book, path, find_ruleset(book, "CH"), call)[0] for _ in range(3)]

    entry = open_book([path]).entries[kept[-1]]

    assert isinstance(entry, Ruling)
    assert entry.authority == "house"
    assert entry.question["en"].startswith('He said: "no" # 100% [[x]] {a: b} - c \\ & *x | >')
    assert "\x1b" not in entry.question["en"]


def test_a_file_that_cannot_be_extended_is_left_as_it_was(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    file.write_text(
        "rulings: [{id: CH-Q1, title: {en: a, ja: b}, authority: author,\n verdict: {},"
        " question: {}, answer: {}}]\n"
    )
    before = file.read_text()
    book = open_book([path])

    with pytest.raises(RulingsError, match="edit it by hand"):
        add(book, path, find_ruleset(book, "CH"), Draft("ruling", source="handbook"))

    assert file.read_text() == before
