"""Running the command line in this process, with bugs let through."""

from __future__ import annotations

import os

import pytest
from running import Ran, Rulings, Ship

from rulings_cli import main


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
def ship(monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Lets another book ship: a small one is soon indexed, and may be rewritten."""
    return lambda path: monkeypatch.setattr("rulings_cli.places.locations.BUILT_IN_BOOK", path)
