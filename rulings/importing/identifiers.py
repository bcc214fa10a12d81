"""Ids for what has none: slugs of names, and ids of rulings that stay the same."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from rulings.text.similarity import Candidates

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_QUOTES = re.compile(r"['’‘`\"“”]")
_LONGEST_SLUG = 60
_EDITED, _MOST_COMPARED = 0.6, 10


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


class KeptIds:
    """The ids of rulings: the same as in the old book, new ones after the last.

    Each ruling has an owner, such as a card. Among the rulings of its owner it is recognised by
    its text, or, if it was edited, by a similar text. Ids of the old book that are not assigned
    are `left`: no other ruling gets them.
    """

    def __init__(self, prefix: str, old: Iterable[tuple[str, str, str]]) -> None:
        """`old` are the id, owner and text of each ruling of the old book."""
        self._prefix = prefix
        self._of_owner: dict[str, dict[str, str]] = {}
        self._last = 0
        self.edited: dict[str, tuple[str, str]] = {}
        """The old and the new text of each id that went to a similar text."""
        for identifier, owner, text in old:
            self._of_owner.setdefault(owner, {})[identifier] = text
            self._last = max(self._last, int(identifier.rsplit("Q", 1)[1]))

    def assign(self, owner: str, texts: Sequence[str]) -> list[str]:
        """An id for each text of an owner; `texts` are all that it has."""
        old = self._of_owner.pop(owner, {})
        same: dict[str, list[str]] = defaultdict(list)
        for identifier, text in reversed(old.items()):
            same[text].append(identifier)
        assigned = {at: same[text].pop() for at, text in enumerate(texts) if same[text]}
        taken = set(assigned.values())
        old = {key: text for key, text in old.items() if key not in taken}
        candidates = Candidates({key: text.split() for key, text in old.items()})
        for at, text in enumerate(texts):
            if at not in assigned:
                likeliest = candidates.of(text.split()).most_common(_MOST_COMPARED)
                similar = (key for key, _ in likeliest if key in old and _similar(old[key], text))
                if identifier := next(similar, ""):
                    assigned[at] = identifier
                    self.edited[identifier] = old.pop(identifier), text
        if old:
            self._of_owner[owner] = old
        return [assigned.get(at) or self._next() for at in range(len(texts))]

    @property
    def left(self) -> set[str]:
        """The ids of the old book that no ruling has taken so far."""
        return {identifier for old in self._of_owner.values() for identifier in old}

    def _next(self) -> str:
        self._last += 1
        return f"{self._prefix}-Q{self._last}"


def _similar(old: str, new: str) -> bool:
    """Whether two texts share most of their words in order: an edit, not another ruling."""
    matcher = SequenceMatcher(None, old.split(), new.split(), autojunk=False)
    return matcher.quick_ratio() >= _EDITED and matcher.ratio() >= _EDITED
