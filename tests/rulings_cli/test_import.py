"""`rulings import`, and the imported book beside our own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cases import DATA

Rulings = Callable[..., Any]

OLD, NEW = (str(path) for path in sorted((DATA / "editions").glob("*.txt")))


def test_an_imported_edition_is_searched_at_once(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    ran = rulings("import", "mtg-cr", OLD)
    assert ran.code == 0
    assert ran.out.endswith("2022-10-07: 30 rules, 4 glossary entries, 2 examples\n")
    (entry,) = rulings("show", "119.1d", "--json").json["entries"]
    assert entry["edition"] == "2022-10-07"
    assert entry["text"]["en"].startswith("In a short game")
    hits = rulings("search", "smugglers under the quay", "--json").json["hits"]
    assert hits[0]["id"] == "CR 314.2"


def test_our_words_stay_where_they_fit(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Our 310 are battles; in this edition 310 are islands, and nothing of ours may stick."""
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    rulings("import", "mtg-cr", OLD, "--into", str(tmp_path / "old"))
    book = ("--book", str(tmp_path / "old"))
    (island,) = rulings("show", "310.4.", "--json", *book).json["entries"]
    assert (island["edition"], island["text"]["ja"]) == ("2022-10-07", "")
    assert island["asked"] == {"en": [], "ja": []}
    (ours,) = rulings("show", "310.4b", "--json", *book).json["entries"]
    assert ours["edition"] == "20231117"  # not in the imported edition


def test_a_folder_that_holds_something_else(rulings: Rulings, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    ran = rulings("import", "mtg-cr", OLD, "--into", str(tmp_path))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "--into" in ran.err


def test_what_has_no_place_is_told_on_stderr(rulings: Rulings, tmp_path: Path) -> None:
    damaged = tmp_path / "rules.txt"
    text = Path(OLD).read_text(encoding="utf-8")
    damaged.write_text(text.replace("119.1c Crates", "119.1b Crates"), encoding="utf-8")
    ran = rulings("import", "mtg-cr", str(damaged), "--into", str(tmp_path / "book"))
    assert ran.code == 0
    assert "rules.txt:57: no place for: 119.1b Crates are never negative." in ran.err
    assert ran.out.count("\n") == 1
