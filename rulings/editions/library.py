"""Finds an edition by its name in books and official texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulings.editions.edition import Edition, editions_in, read_edition
from rulings.errors import RulingsError
from rulings.reading.layers import same_edition


class Library:
    """Editions by ruleset and name, read only when one is looked for."""

    def __init__(self, places: Iterable[Path]) -> None:
        """`places` are books, official texts, or folders of them; the first found is taken."""
        self._places = list(dict.fromkeys(places))
        self._read: dict[Path, Edition | None] = {}

    def find(self, ruleset: str, name: str) -> Edition | None:
        """The edition of that name, or None."""
        for path in self._paths():
            edition = self._edition(path, ruleset)
            if edition and edition.ruleset == ruleset and same_edition(edition.name, name):
                return edition
        return None

    def _paths(self) -> Iterator[Path]:
        for place in self._places:
            if place.is_dir() and not any(place.glob("*.yaml")):
                yield from editions_in(place)
            elif place.exists():
                yield place

    def _edition(self, path: Path, ruleset: str) -> Edition | None:
        if path not in self._read:
            try:
                self._read[path] = read_edition(path, ruleset=ruleset)
            except RulingsError:
                self._read[path] = None  # something else that lies beside the editions
        return self._read[path]
