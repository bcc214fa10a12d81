"""A project for the tests of places."""

from __future__ import annotations

from pathlib import Path

import pytest
from lanterns import OLD, take
from running import Rulings


@pytest.fixture
def project(tmp_path: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book that cites an imported document; commands run in its folder."""
    take(rulings, tmp_path, OLD, "2025")
    place = tmp_path / "harbour"
    assert rulings("new", "book", str(place), "--prefix", "HB", "--lang", "en").code == 0
    monkeypatch.chdir(place)
    assert rulings("cite", "lantern-rules").code == 0
    begin = ("new", "ruling", "May I light three lanterns?", "--verdict", "No, two.")
    ran = rulings(*begin, "--answer", "No, by [[LN 1.2]].", "--clause", "LN 1.2", "--ruleset", "HB")
    assert ran.out.startswith("HB-Q1"), ran.err
    return place
