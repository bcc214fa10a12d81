"""Faults stay where they are: the rest of the books is read, and a line says what is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import Write

from rulings.reading.load import load_book, open_readable

CALL = """
    rulings:
      - id: {id}
        title: {{en: Noted}}
        verdict: {{en: "No."}}
        question: {{en: Noted?}}
        answer: {{en: "No."}}
        {more}
        authority: {authority}
        checked_against: {{chess-rules: "2024"}}
        sources: [{{id: handbook}}]
    """


RULESET = 'ruleset: {{id: {id}, prefix: {prefix}, game: {game}, name: {{en: X}}, edition: "1"}}'


def call(identifier: str = "CH-Q1001", more: str = "clauses: []", authority: str = "house") -> str:
    return CALL.format(id=identifier, more=more, authority=authority)


WITHDRAWN = 'history: [{date: "2024-05-01", status: withdrawn, note: "head judge overruled"}]'

CASES: dict[str, dict[str, Any]] = {
    "a call withdrawn by hand, its note a text": {
        "files": {"calls.yaml": call(more=WITHDRAWN)},
        "gone": ["CH-Q1001"],
        "says": ["calls.yaml:8:65: B103 note: needs", "left out: CH-Q1001; `rulings check"],
    },
    "a lost colon": {
        "files": {"calls.yaml": call().replace("verdict:", "verdict")},
        "gone": ["CH-Q1001"],
        "says": ["B005", "left out: calls.yaml; `rulings check"],
    },
    "a key twice": {
        "files": {"calls.yaml": call(more="verdict: {en: Yes}")},
        "gone": ["CH-Q1001"],
        "says": ["B010", "left out: CH-Q1001"],
    },
    "a text that YAML cuts, of which the half would be believed": {
        "files": {"calls.yaml": call(more="why: {en: Yes #unless the pier is full\n        }")},
        "gone": ["CH-Q1001"],
        "says": ["B007 YAML drops the text", "left out: CH-Q1001"],
    },
    "an id of no ruleset, not a call": {
        "files": {"more.yaml": call("DM-Q1", authority="author")},
        "gone": ["DM-Q1"],
        "says": ["B206 no ruleset has the prefix DM"],
    },
    "a call whose ruleset is not open": {
        "files": {"calls.yaml": call("DM-Q1001")},
        "gone": ["DM-Q1001"],
        "says": [],
    },
    "a prefix that another ruleset has, and what it would put over it": {
        "files": {
            "ruleset.yaml": RULESET.format(id="checkers", prefix="CH", game="chess"),
            "rulings.yaml": call("CH-Q1"),
        },
        "gone": [],
        "says": ["B201 prefix CH belongs to chess-rules", "left out: CH-Q1"],
    },
    "a ruleset that cannot be read, and what it would put over another": {
        "files": {
            "ruleset.yaml": "ruleset: {id: checkers, prefix: CH}",
            "rulings.yaml": call("CH-Q1"),
        },
        "gone": [],
        "says": ["ruleset.yaml:1:10: B102", "left out: CH-Q1"],
    },
    "a ruleset under another prefix": {
        "files": {"ruleset.yaml": RULESET.format(id="chess-rules", prefix="CC", game="chess")},
        "gone": [],
        "says": ["B201 chess-rules has the prefix CH and the game chess", "write another `id`"],
    },
    "a ruleset of another game": {
        "files": {"ruleset.yaml": RULESET.format(id="chess-rules", prefix="CH", game="go")},
        "gone": [],
        "says": ["B201 chess-rules has the prefix CH and the game chess in a lower book"],
    },
    "bytes that are no text": {
        "files": {"calls.yaml": "\x00"},
        "gone": [],
        "says": ["calls.yaml:1:1: B005 character #x0000"],
    },
    "no folder": {"files": {}, "gone": [], "says": ["own: B011 no such folder"]},
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_what_is_faulty_is_left_out(
    write_book: Write, tmp_path: Path, case: dict[str, Any]
) -> None:
    below, own = write_book(), tmp_path / "own"
    for name, text in case["files"].items():
        own.mkdir(exist_ok=True)
        (own / name).write_text(text)

    alone, _ = open_readable([below])
    book, lines = open_readable([below, own])

    assert {name: str(entry) for name, entry in alone.entries.items()} == {
        name: str(entry) for name, entry in book.entries.items()
    }, "the book below stands as it did"
    assert not set(case["gone"]) & book.entries.keys()
    assert len(lines) == bool(case["says"]), lines
    for part in case["says"]:
        assert part in lines[0]


def test_what_stands_beside_a_fault_is_read(write_book: Write, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    second = call("CH-Q1002").split("rulings:\n")[1]
    (own / "calls.yaml").write_text(call(more=WITHDRAWN).rstrip() + "\n" + second)

    book, (line,) = open_readable([write_book(), own])

    assert "CH-Q1002" in book.entries
    assert "left out: CH-Q1001;" in line


def test_a_call_comes_back_with_its_book(write_book: Write, tmp_path: Path) -> None:
    calls = tmp_path / "calls.yaml"
    calls.write_text(call())

    _, lines = open_readable([calls])
    below = write_book()
    opened = [open_readable(paths) for paths in ([below, calls], [calls, below])]

    assert lines == [], "a call of a ruleset that is not open waits for it"
    for book, none in opened:
        assert (none, "CH-Q1001" in book.entries) == ([], True)


def test_a_call_lies_over_the_book_that_brings_its_ruleset(
    write_book: Write, tmp_path: Path
) -> None:
    calls = tmp_path / "calls.yaml"
    calls.write_text(call("CH-Q1"))

    loading = load_book([calls, write_book()])

    assert loading.book.entries["CH-Q1"].title["en"] == "Noted"
    assert "CH-Q1" in loading.book.replaced_by
    assert not loading.all_problems()


def test_a_sound_book_says_nothing(write_book: Write) -> None:
    assert open_readable([write_book()])[1] == []
