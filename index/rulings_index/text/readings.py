"""Kana readings of Japanese text, for questions typed in kana or in Latin letters.

There is no dictionary of the language here, only a list of its common words and the readings that
the book gives for its own names; what neither knows is left out. Where a word has two readings,
both are indexed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulings_index.text.analysis import HEARD

READING = "\x03"
"""First character of a term that stands for how a text sounds."""

_KANA_RUN = re.compile("[\u3041-\u309f]+")
_LONGEST_WORD = 8

SHORTEST_SOUND, LONGEST_SOUND = 3, 10
"""The kana of a word that is found by its whole sound; one of two is a pair already."""

Readings = Mapping[str, list[str]]


def _parts(text: str, readings: Readings) -> Iterator[list[str]]:
    """The readings of each word of folded text, and what stands between as it is.

    A character that no reading is known for becomes a gap.
    """
    at = 0
    while at < len(text):
        size, found = _longest(text, at, readings)
        yield found
        at += size


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


def words(kana: str) -> Iterator[str]:
    """The terms of the words that may be in kana: everything of the length of a word."""
    for run in _KANA_RUN.findall(kana):
        for start in range(len(run)):
            for end in range(start + SHORTEST_SOUND, min(start + LONGEST_SOUND, len(run)) + 1):
                yield HEARD + run[start:end]


def sounds(text: str, readings: Readings) -> Iterable[str]:
    """The terms of how folded text sounds, by first readings, with those of second readings that
    are new, and of its words with kanji as a whole.
    """
    parts = list(_parts(text, readings))
    terms = list(grams("".join(found[0] for found in parts)))
    terms += set(grams("".join(found[-1] for found in parts))).difference(terms)
    terms += [HEARD + one for found in parts for one in found if len(one) >= SHORTEST_SOUND]
    return terms
