"""Looking up a card by its name, in any spelling: as written, in romaji, or misspelt."""

from __future__ import annotations

from collections.abc import Iterable

from rulings_index.lexicon import names
from rulings_index.ranking.scoring import OF_CARDS, card_of
from rulings_index.text import romaji
from rulings_index.text.analysis import fold

CLOSE_ENOUGH = 0.72
"""How alike two names must be (2 x shared characters / all characters) to be the same, misspelt."""


def cards(text: str, forms: names.NameIndex) -> list[str]:
    """The ids of the cards that a text names, or whose attack it names; the longest name first.

    A text that names none is read as romaji, and then as a misspelling of one whole name.
    """
    kana = _as_kana(text)
    return _named(text, forms) or _named(kana, forms) or _alike(text, forms) or _alike(kana, forms)


def _named(text: str, forms: names.NameIndex) -> list[str]:
    mentions = sorted(names.find(fold(text), forms), key=lambda one: one.start - one.end)
    return _cards_of(concept for mention in mentions for concept in mention.concepts)


def _cards_of(concepts: Iterable[str]) -> list[str]:
    """The ids of cards: those that are named themselves before those whose attack is."""
    found = (concept for concept in concepts if concept.startswith(OF_CARDS))
    ordered = sorted(found, key=lambda concept: not concept.startswith("card:"))
    return list(dict.fromkeys(f"card:{card_of(concept)}" for concept in ordered))


def _as_kana(text: str) -> str:
    words = [romaji.to_kana(word) for word in text.lower().split()]
    return "".join(word for word in words if word) if words and all(words) else ""


def _alike(text: str, forms: names.NameIndex) -> list[str]:
    from difflib import get_close_matches

    of_cards = {key: ids for key, concepts in forms.items() if (ids := _cards_of(concepts))}
    near = get_close_matches(names.key_of(text), of_cards, n=3, cutoff=CLOSE_ENOUGH)
    return list(dict.fromkeys(identifier for key in near for identifier in of_cards[key]))
