"""Every promise of the documentation names a test that is there."""

from __future__ import annotations

import re

from places import ROOT

PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and "held by" not in line]


def test_the_tests_that_hold_the_promises_are_there() -> None:
    for file, name in NAMED:
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{name}"


def test_every_promise_names_a_test() -> None:
    assert len(NAMED) == len(ROWS) > 20


def test_every_promise_has_a_figure() -> None:
    for row in ROWS:
        assert len(row.split(" | ")[-1].strip(" |-")) > 2, row
