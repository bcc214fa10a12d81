"""Names of cards, terms, rulesets and games, found in running text in any of their spellings.

A name stands for a concept (``card:escape-rope``). Entries carry the concepts that they list or
mention, queries those that they name, and so ``あなぬけのヒモ``, ``escape ropes`` and ``アナヌケ``
meet without a word in common. The words come from the book; here is only the matching.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from rulings_index.text.analysis import HIRAGANA, KATAKANA, LATIN, Folded, fold, is_word
from rulings_index.text.stems import stem
from rulings_index.weights import LONGEST_NAME

CONCEPT = "\x02"
"""First character of a term that stands for a concept, so that no word is mistaken for one."""

TOPIC = "topic:"

COMMON = "common:"
"""How concepts begin that every book has: what players of any card game call its things."""

NAMES = "names.json"
"""The file of an index that holds the names of its book."""

_FIRST_WORD = re.compile(" [a-z0-9]+")


class NameIndex(dict[str, list[str]]):
    """From the key of a name (see `key_of`) to the concepts that it stands for."""

    @cached_property
    def longest(self) -> dict[str, int]:
        """The characters of the longest key by its beginning, the first word or two characters:
        elsewhere no name can begin.
        """
        found: dict[str, int] = {}
        for key in self:
            beginning = _FIRST_WORD.match(key)
            start = beginning[0] if beginning else key[:2]
            found[start] = max(found.get(start, 0), len(key))
        return found


class Unit:
    """A Latin word (its stem) or one wide character, and where it stands in the folded text."""

    __slots__ = ("end", "key", "start")

    def __init__(self, key: str, start: int, end: int) -> None:
        self.key = key
        self.start = start
        self.end = end


class Mention:
    """A name found in a text: the concepts it stands for, its place, and how sure that is."""

    __slots__ = ("concepts", "end", "key", "nested", "start")

    def __init__(
        self, key: str, concepts: list[str], start: int, end: int, *, nested: bool
    ) -> None:
        self.key = key
        self.concepts = concepts
        self.start = start
        self.end = end
        self.nested = nested

    @property
    def is_common(self) -> bool:
        """Whether it is only what players of any card game say, and no name of the book."""
        return all(concept.startswith(COMMON) for concept in self.concepts)


def units_of(folded: Folded) -> list[Unit]:
    """Cut folded text into what names are compared by; punctuation falls out."""
    units: list[Unit] = []
    text, size, at = folded.text, len(folded.text), 0
    while at < size:
        if is_word(folded.scripts[at]):
            end = at + 1
            while end < size and is_word(folded.scripts[end]):
                end += 1
            units.append(Unit(" " + stem(text[at:end]), at, end))
            at = end
            continue
        if folded.scripts[at] != " ":
            units.append(Unit(text[at], at, at + 1))
        at += 1
    return units


def key_of(name: str) -> str:
    """The key under which a name is looked up; empty where nothing of it can be searched."""
    return "".join(unit.key for unit in units_of(fold(name)))


def _is_too_short(name: str, key: str) -> bool:
    """Whether a name is a single kana or letter, which is not looked for."""
    if len(key.strip()) > 1:
        return False
    folded = fold(name)
    return folded.scripts[units_of(folded)[0].start] in (HIRAGANA, LATIN)


def find(folded: Folded, forms: NameIndex) -> Iterator[Mention]:
    """Every name in a text: longest first from the left, then those nested inside them."""
    units = units_of(folded)
    covered_to = 0
    for first, unit in enumerate(units):
        beginning = unit.key
        if beginning[0] != " " and first + 1 < len(units):
            beginning = (beginning + units[first + 1].key)[:2]
        longest = forms.longest.get(beginning) or (1 if unit.key in forms else 0)
        found = _at(units, first, longest, forms) if longest else ()
        whole = (one for one in found if not _cuts_katakana(folded.scripts, one.start, one.end))
        for place, mention in enumerate(whole):
            mention.nested = mention.end <= covered_to
            if not (place or mention.nested or mention.is_common):
                covered_to = mention.end
            yield mention


def _cuts_katakana(scripts: str, start: int, end: int) -> bool:
    """Whether a span reaches from hiragana into the middle of a katakana word, or out of it, as
    るプ does in するプレイヤー: no name stands there.
    """
    if HIRAGANA not in scripts[start:end] or KATAKANA not in scripts[start:end]:
        return False
    before, after = scripts[max(0, start - 1) : start + 1], scripts[end - 1 : end + 1]
    return 2 * KATAKANA in (before, after)


def _at(units: list[Unit], first: int, longest: int, forms: NameIndex) -> Iterator[Mention]:
    """The names of at most `longest` characters that begin at one unit, the longest first."""
    keys: list[str] = []
    key = ""
    for unit in units[first : first + LONGEST_NAME]:
        key += unit.key
        if len(key) > longest:
            break
        keys.append(key)
    for size in range(len(keys), 0, -1):
        concepts = forms.get(keys[size - 1])
        if concepts:
            start, end = units[first].start, units[first + size - 1].end
            yield Mention(keys[size - 1], concepts, start, end, nested=False)


def collect(named: Iterable[tuple[str, Iterable[str]]]) -> NameIndex:
    """The forms of (concept, names) pairs."""
    forms = NameIndex()
    for concept, names in named:
        for name in names:
            key = key_of(name)
            if not key or _is_too_short(name, key):
                continue
            if concept not in forms.setdefault(key, []):
                forms[key].append(concept)
    return forms
