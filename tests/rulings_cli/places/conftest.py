"""A project for the tests of places."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lanterns import OLD, take
from running import Rulings


@pytest.fixture(scope="session")
def first_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the folder of the first project is kept, to be copied for the others."""
    return tmp_path_factory.mktemp("project") / "first"


@pytest.fixture
def project(
    tmp_path: Path, first_project: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A book that cites an imported document; commands run in its folder."""
    place = tmp_path / "harbour"
    if first_project.exists():
        shutil.copytree(first_project, tmp_path, dirs_exist_ok=True)
        monkeypatch.chdir(place)
        return place
    take(rulings, tmp_path, OLD, "2025")
    assert rulings("new", "book", str(place), "--prefix", "HB", "--lang", "en").code == 0
    monkeypatch.chdir(place)
    assert rulings("cite", "lantern-rules").code == 0
    begin = ("new", "ruling", "May I light three lanterns?", "--verdict", "No, two.")
    ran = rulings(*begin, "--answer", "No, by [[LN 1.2]].", "--clause", "LN 1.2", "--ruleset", "HB")
    assert ran.out.startswith("HB-Q1"), ran.err
    shutil.copytree(tmp_path, first_project)
    return place
