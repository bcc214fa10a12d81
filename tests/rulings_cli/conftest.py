"""Another book in place of the one that ships."""

from __future__ import annotations

import pytest
from running import Ship


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Lets another book ship: a small one is soon indexed, and may be rewritten."""
    return lambda path: monkeypatch.setattr("rulings_cli.places.locations.BUILT_IN_BOOK", path)
