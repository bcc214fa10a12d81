"""Running the command line in this process, with bugs let through."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rulings_cli import main


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Rulings = Callable[..., Ran]


@pytest.fixture(scope="session")
def cache_of_session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def rulings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], cache_of_session: Path
) -> Rulings:
    """Runs ``rulings …``; the index of the book is built once for all tests."""
    monkeypatch.setenv("RULINGS_CACHE", str(cache_of_session))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["rulings", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main.run()
        captured = capsys.readouterr()
        return Ran(int(stopped.value.code or 0), captured.out, captured.err)

    os.environ.pop("RULINGS_BOOK", None)
    return run
