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


@pytest.fixture
def rulings(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Rulings:
    """Runs ``rulings …``."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["rulings", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main.run()
        captured = capsys.readouterr()
        return Ran(int(stopped.value.code or 0), captured.out, captured.err)

    os.environ.pop("RULINGS_BOOK", None)
    return run


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Lets another book ship: a small one is soon indexed, and may be rewritten."""
    return lambda path: monkeypatch.setattr("rulings_cli.locations.BUILT_IN_BOOK", path)
