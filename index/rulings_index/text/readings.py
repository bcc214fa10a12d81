"""Kana readings of Japanese text, for questions typed in kana or in Latin letters.

There is no dictionary of the language here, only a list of its common words and the readings that
the book gives for its own names; what neither knows is left out. Where a word has two readings,
both are indexed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

READING = "\x03"
"""First character of a term that stands for how a text sounds."""

_KANA_RUN = re.compile("[\u3041-\u309f]+")
_LONGEST_WORD = 8

Readings = Mapping[str, list[str]]


def spoken(text: str, readings: Readings) -> list[str]:
    """Folded text as it sounds: once by the first readings, once by the second where they differ.

    A character that no reading is known for becomes a gap.
    """
    first: list[str] = []
    second: list[str] = []
    at = 0
    while at < len(text):
        size, found = _longest(text, at, readings)
        first.append(found[0])
        second.append(found[-1])
        at += size
    return list(dict.fromkeys(("".join(first), "".join(second))))


def _longest(text: str, at: int, readings: Readings) -> tuple[int, list[str]]:
    character = text[at]
    if "ぁ" <= character <= "ゟ" or character in "、。 ":
        return 1, [character]
    for size in range(min(_LONGEST_WORD, len(text) - at), 0, -1):
        found = readings.get(text[at : at + size])
        if found:
            return size, found
    return 1, [" "]


def grams(kana: str) -> Iterator[str]:
    """The terms by which kana is found: two in a row (three, or both, find less)."""
    for run in _KANA_RUN.findall(kana):
        for at in range(len(run) - 1):
            yield READING + run[at : at + 2]


def spoken_grams(text: str, readings: Readings) -> Iterable[str]:
    """The terms of how folded text sounds; those of a second reading only where they are new."""
    versions = spoken(text, readings)
    terms = list(grams(versions[0]))
    for version in versions[1:]:
        terms += set(grams(version)).difference(terms)
    return terms
