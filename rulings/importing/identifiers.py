"""Ids for what has a name but no id: slugs."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_QUOTES = re.compile(r"['’‘`\"“”]")
_LONGEST_SLUG = 60


def slug(text: str) -> str:
    """The id of a card or term: small letters, digits and hyphens.

    A name in another script is encoded as in an internet address, the same each time.
    """
    plain = unicodedata.normalize("NFKD", text).lower().translate(_LETTERS)
    plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    latin = re.sub(r"[^a-z0-9]+", "-", _QUOTES.sub("", plain)).strip("-")
    if any(mark.isalpha() and not mark.isascii() for mark in plain):
        code = "".join(mark for mark in plain if mark.isalnum()).encode("punycode").decode()
        latin = f"x-{code.lower()}"
    return latin[:_LONGEST_SLUG].strip("-") or "x"


class Slugs:
    """Gives each name a unique slug: the second `fire-ice` becomes `fire-ice-2`."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The slug of `name`, the same each time."""
        first = unique = slug(name)
        number = 1
        while self._names.setdefault(unique, name) != name:
            number += 1
            unique = f"{first}-{number}"
        return unique
