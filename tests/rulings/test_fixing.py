"""What people write wrongly: what is told of it, and what `check --fix` makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import load_cases

from rulings.checks import run
from rulings.fixing import fixed
from rulings.loading import load_book

BOOK = """\
game: {id: go, name: {ja: 碁}}
ruleset:
  {id: go-rules, prefix: GO, game: go, name: {ja: 碁のルール}, edition: "2026", languages: [ja]}
sources: [{id: hand, title: {ja: 手引き}}]
clauses:
  - {id: GO 1.1, formerly: [GO 1.0], title: {ja: 石}, text: {ja: x}, authority: author,
     sources: [{id: hand}]}
"""
RULING = """\
rulings:
  - id: GO-Q1
    title: {ja: 取り}
    verdict: {ja: 取れます。}
    question: {ja: 取れますか。}
    answer: {ja: はい。}
    clauses: [GO 1.1]
LINES
    authority: author
    sources: [{id: hand}]
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "rules.yaml").write_text(BOOK, encoding="utf-8")
    return tmp_path / "book"


@pytest.mark.parametrize("case", load_cases("fixing.yaml"))
def test_it_is_told_on_one_line_and_fixed(book: Path, case: dict[str, Any]) -> None:
    file = book / "rulings.yaml"
    file.write_text(RULING.replace("LINES", case["lines"]), encoding="utf-8")

    found = [one for one in run(load_book([book])) if one.code != "B406"]
    changes = fixed(found)

    assert len(found) == 1, "nothing that follows from it"
    assert case["told"] in found[0].message
    wanted = RULING.replace("LINES", case["fixed"]) if "fixed" in case else None
    after = changes[file].after.decode() if changes else None
    assert after == wanted
    if after:
        file.write_text(after, encoding="utf-8")
        assert [one for one in run(load_book([book])) if one.code not in ("B406", "B304")] == []


def test_a_file_is_not_made_worse(book: Path) -> None:
    """One fix of two would give a key twice; the other cases of the file wait for a person."""
    file = book / "rulings.yaml"
    twice = "    remrak: {ja: x}\n    remakr: {ja: y}"
    file.write_text(RULING.replace("LINES", twice), encoding="utf-8")

    assert fixed(run(load_book([book]))) == {}


def test_errors_come_before_warnings_and_those_before_notes(book: Path) -> None:
    text = RULING.replace("LINES", "    authority: autor").replace("GO-Q1", "GO-Q2")
    (book / "a.yaml").write_text(RULING.replace("LINES", ""), encoding="utf-8")
    (book / "b.yaml").write_text(text, encoding="utf-8")

    found = [one.severity for one in run(load_book([book]))]

    assert found == sorted(found) and set(found) == {"error", "warning"}
