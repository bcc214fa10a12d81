"""How text sounds: the kana of Japanese text, and of Latin letters that spell Japanese.

Words are read as a short list of common ones says, or the book of its own names; others are left
out. Latin letters are read in Hepburn and Kunrei (``shi``/``si``), with ``nn``, ``n'`` and doubled
consonants. A word that cannot be read to its end is not romaji.
"""

import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

READING = "\x03"
"""First character of a term that stands for how a text sounds."""

_KANA_RUN = re.compile("[\u3041-\u309f]+")

SHORTEST_READING = 4
"""The kana of the shortest name or phrase that is known by its sound alone."""

Readings = Mapping[str, str]
"""From folded words with kanji to their kana."""


def grams(kana: str) -> Iterator[str]:
    """The terms by which kana is found: two in a row (three, or both, find less)."""
    for run in _KANA_RUN.findall(kana):
        yield from [READING + first + second for first, second in pairwise(run)]


def sounds(text: str, readings: Readings) -> Iterator[str]:
    """The terms of how folded text sounds."""
    return grams("".join(_kana(text, readings)))


def reading_of(text: str, readings: Readings) -> str:
    """The kana of folded text; empty where a part of it cannot be read."""
    kana = ""
    for part in _kana(text.replace(" ", ""), readings):
        if part == " ":  # most words of a book are Latin: stop at the first letter
            return ""
        kana += part
    return kana


def _kana(text: str, readings: Readings) -> Iterator[str]:
    """The kana of folded text; a character without a known reading becomes a gap."""
    at = 0
    while at < len(text):
        character, size = text[at], 1
        if "ぁ" <= character <= "ゟ" or character in "、。 ":
            yield character
        else:
            size = next((size for size in range(8, 0, -1) if text[at : at + size] in readings), 1)
            yield readings.get(text[at : at + size], " ")
        at += size


LONG_VOWEL = re.compile("(?<=a)a|(?<=i)i|(?<=u)u|(?<=e)e|(?<=o)[ou]")
"""The second letter of a long vowel in Latin letters, which kana may write as ー."""

with open(os.path.join(os.path.dirname(__file__), "romaji.txt"), encoding="utf-8") as _file:
    SYLLABLES: dict[str, str] = dict(map(str.split, _file))
    """The kana of each syllable in Latin letters."""

LONGEST_SYLLABLE = max(map(len, SYLLABLES))


@lru_cache(maxsize=4096)
def to_kana(word: str) -> str | None:
    """Hiragana for a Latin word in small letters, or None if it is not romaji."""
    kana: list[str] = []
    at = 0
    while at < len(word):
        letter, after = word[at], word[at + 1 : at + 2]
        if letter == "n" and (after == "" or after not in "aiueoy"):
            kana.append("ん")
            at += 2 if after == "n" and word[at + 2 : at + 3] not in tuple("aiueoy") else 1
            continue
        if letter not in "aiueon" and (letter == after or word[at : at + 3] == "tch"):
            kana.append("っ")
            at += 1
            continue
        sizes = range(min(LONGEST_SYLLABLE, len(word) - at), 0, -1)
        size = next((size for size in sizes if word[at : at + size] in SYLLABLES), 0)
        if not size:
            return None
        kana.append(SYLLABLES[word[at : at + size]])
        at += size
    return "".join(kana)
