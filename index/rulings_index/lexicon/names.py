"""Names of cards, terms, rulesets and games, found in running text in any of their spellings.

A name stands for a concept (``card:escape-rope``). Entries carry the concepts that they list or
mention, queries those that they name, and so ``あなぬけのヒモ``, ``escape ropes`` and
``アナヌケ`` meet without a word in common. The words come from the book, not from here.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import accumulate, zip_longest
from types import MappingProxyType
from typing import NamedTuple

from rulings_index.text.analysis import HIRAGANA, KATAKANA, LATIN, UNIT, WORD_SCRIPTS, Folded, fold
from rulings_index.text.sounds import to_kana
from rulings_index.text.stems import stem
from rulings_index.weights import LONGEST_NAME

CONCEPT = "\x02"
"""First character of a term that stands for a concept, so that no word is mistaken for one."""

TOPIC = "topic:"
OTHER_GAME, UNDONE, TALK = TOPIC + "game/", TOPIC + "undone/", TOPIC + "talk"

COMMON = "common:"
"""How concepts begin that every book has: what players of any card game call its things."""

OTHER_WORDS = COMMON + "other-words"
"""The concept of words that are no name, though names seem to stand in them: できる is not 切る."""

OF_CARDS = ("card:", "move:")
"""How the names of cards begin, and those of what a card does."""

_LIKE_A_NAME = 0.72
_FIRST_WORD = re.compile(" [a-z0-9]+")


class NameIndex(dict[str, list[str]]):
    """From the key of a name (see `key_of`) to the concepts that it stands for. `inflected` has the
    terms of the same game that are forms of another term, each with that term.
    """

    inflected: Mapping[str, str] = MappingProxyType({})

    @cached_property
    def by_beginning(self) -> dict[str, dict[str, list[str]]]:
        """The names by the first word, or the first two characters, of their keys."""
        groups: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for key, concepts in self.items():
            first_word = _FIRST_WORD.match(key)
            groups[first_word[0] if first_word else key[:2]][key] = concepts
        return groups

    def beginning(self, start: str) -> dict[str, list[str]]:
        """The names whose first word or two characters are these."""
        return self.by_beginning.get(start, {})

    @cached_property
    def of_cards(self) -> dict[str, list[str]]:
        """The names of cards and of what they do, with the ids of the cards."""
        return {key: ids for key, concepts in self.every() if (ids := cards_of(concepts))}

    def every(self) -> Iterable[tuple[str, list[str]]]:
        """Every name, with what it stands for."""
        return self.items()


class Mention(NamedTuple):
    """A name found in a text: the concepts that it stands for, and its place."""

    concepts: list[str]
    start: int
    end: int

    @property
    def is_common(self) -> bool:
        """Whether it is only a word of card players in general, not a name in the book."""
        return all(concept.startswith(COMMON) for concept in self.concepts)

    @property
    def is_of_every_book(self) -> bool:
        """Whether it is no name in the book, but a common word or a topic."""
        return all(concept.startswith((COMMON, TOPIC)) for concept in self.concepts)


@lru_cache(maxsize=64)  # every game cuts the same question
def units_of(folded: Folded) -> tuple[list[str], list[tuple[int, int]]]:
    """What folded text is compared by: the keys of its Latin words (their stems) and of its wide
    characters, one each, and their places. Punctuation falls out.
    """
    text, scripts = folded.text, folded.scripts
    spans = [piece.span() for piece in UNIT.finditer(scripts)]
    keys = [
        " " + stem(text[start:end]) if scripts[start] in WORD_SCRIPTS else text[start]
        for start, end in spans
    ]
    return keys, spans


NEGATED_BEFORE = (
    "(?:^| )(?:not|never|no|without|(?:is|are|was|do|does|did|have|has)n.?t)"
    "(?: +(?:play|playing|use|using|used|with|by|in|a|an|the|any|my|our|your|his|her|their))* *$"
)
NEGATED_AFTER = (
    "^(?:で)?(?:は|じや)?な(?:い|く|か)|^(?:で)?(?:は|も)(?:あり|ござい)ませ|^以外|^なし|^抜き|"
    "^[はをも]?(?:使|採用|適用)[^、。?]{0,6}(?:ない|なし|ません|なく)"
)
"""What a question says right before or after words that it denies. The patterns are compiled only
where a question has a letter that all that match have, so that a search starts sooner.
"""
_IN_NEGATED_BEFORE, _IN_NEGATED_AFTER = frozenset("no"), frozenset("なせ外抜")


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether a folded text denies what it says there: not a raid, レイドではなく."""
    before, after = text[:start], text[end:]
    if not _IN_NEGATED_BEFORE.isdisjoint(before) and re.search(NEGATED_BEFORE, before):
        return True
    return not _IN_NEGATED_AFTER.isdisjoint(after) and bool(re.search(NEGATED_AFTER, after))


@lru_cache(maxsize=16384)  # games share names, and forks phrases
def key_of(name: str) -> str:
    """The key under which a name is looked up; empty where nothing of it can be searched."""
    keys, _ = units_of(fold(name))
    return "".join(keys)


def find(folded: Folded, forms: NameIndex) -> Iterator[Mention]:
    """Every name in a text, from the left, the longest first."""
    keys, spans = units_of(folded)
    free = 0  # no name begins before this place: words that only look like one cover it
    for first, (key, after) in enumerate(zip_longest(keys, keys[1:], fillvalue="")):
        is_wide = key[0] != " " and after
        for beginning in ((key + after)[:2], key) if is_wide else (key,):
            if not (named := forms.beginning(beginning)):
                continue
            begun = [*accumulate(keys[first : first + LONGEST_NAME])]
            for name in sorted(named.keys() & begun, key=len, reverse=True):
                start, end = spans[first][0], spans[first + begun.index(name)][1]
                if named[name] == [OTHER_WORDS]:
                    free = start if KATAKANA in folded.scripts[start:end] else end
                elif start >= free and not _cuts_katakana(folded.scripts, start, end):
                    yield Mention(named[name], start, end)


def _cuts_katakana(scripts: str, start: int, end: int) -> bool:
    """Whether a span reaches from hiragana into the middle of a katakana word, or out of it, as
    るプ does in するプレイヤー: no name stands there.
    """
    if HIRAGANA not in scripts[start:end] or KATAKANA not in scripts[start:end]:
        return False
    before, after = scripts[max(0, start - 1) : start + 1], scripts[end - 1 : end + 1]
    return 2 * KATAKANA in (before, after)


def collect(named: Iterable[tuple[str, Iterable[str]]]) -> NameIndex:
    """The forms of (concept, names) pairs."""
    forms = NameIndex()
    for concept, names in named:
        for name in names:
            key = key_of(name)
            is_single = len(key.strip()) == 1
            if not key or (is_single and fold(name).scripts.strip()[:1] in (HIRAGANA, LATIN)):
                continue  # a single kana or letter is not looked for
            if concept not in forms.setdefault(key, []):
                forms[key].append(concept)
    return forms


def cards_named(text: str, forms: NameIndex) -> list[str]:
    """The ids of the cards that a text names, or whose attack it names; the longest name first."""
    words = [to_kana(word) or "" for word in text.lower().split()]
    kana = "".join(words) if all(words) else ""
    return _named(text, forms) or _named(kana, forms) or _alike(text, forms) or _alike(kana, forms)


def _named(text: str, forms: NameIndex) -> list[str]:
    mentions = sorted(find(fold(text), forms), key=lambda mention: mention.start - mention.end)
    return cards_of(concept for mention in mentions for concept in mention.concepts)


def cards_of(concepts: Iterable[str]) -> list[str]:
    """The ids of the cards that are named, and then of those whose attack is named."""
    named = (concept for concept in concepts if concept.startswith(OF_CARDS))
    ordered = sorted(named, key=lambda concept: not concept.startswith("card:"))
    slugs = (concept.partition(":")[2].partition("/")[0] for concept in ordered)
    return list(dict.fromkeys(f"card:{slug}" for slug in slugs))


def _alike(text: str, forms: NameIndex) -> list[str]:
    from difflib import get_close_matches

    near = get_close_matches(key_of(text), forms.of_cards, n=3, cutoff=_LIKE_A_NAME)
    return list(dict.fromkeys(card for key in near for card in forms.of_cards[key]))
