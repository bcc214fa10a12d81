"""What the tests of all processes share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulings.disk.changes import locked


def made_once(place: Path, make: Callable[[Path], object]) -> Path:
    """A file or a folder that whichever test of all processes comes first to it makes."""
    with locked(f"{place}.lock", longest_wait=600):
        if not place.exists():
            make(place)
    return place
