"""Another book in place of the one that ships."""

from __future__ import annotations

import pytest
from running import Ship

from rulings.reading.book import BUILT_IN_BOOK


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Lets another book ship: a small one is soon indexed, and may be rewritten."""
    return lambda path: monkeypatch.setattr("rulings.reading.book_files.BUILT_IN_BOOK", str(path))


@pytest.fixture
def one_game(ship: Ship) -> None:
    """Lets the book of one game ship, which is sooner indexed than all, for those who keep calls
    above it.
    """
    ship(BUILT_IN_BOOK / "pokemon-tcg")
