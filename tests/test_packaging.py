"""The wheel: what is in it, and that it works in an empty environment from another folder."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from places import ROOT


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    return next(folder.glob("tcg_rulings-*.whl"))


def test_the_wheel_holds_the_three_packages_and_the_book(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}

    assert {name for name in top if not name.endswith(".dist-info")} == {
        *("rulings", "rulings_index", "rulings_cli")
    }
    assert "rulings/book/pokemon-tcg/battle-royal/rulings.yaml" in names
    assert "rulings/book.schema.json" in names
    assert any(name.endswith("licenses/LICENSE-BOOK.md") for name in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pkl")]


def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    outside = {"PYTHONPATH": "", "RULINGS_CACHE": str(tmp_path / "cache")}
    run(scripts / "python", "-m", "pip", "install", "-q", wheel, cwd=tmp_path, env=outside)

    found = run(
        scripts / "rulings",
        "search",
        "毒とやけどで同時に気絶 サイドは誰が取る",
        cwd=tmp_path,
        env=outside,
    )

    assert found.splitlines()[0].startswith("BR-Q2")
