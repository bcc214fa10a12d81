"""How a book writes its words: in a suggestion stands `Pokémon`, where the index has `pokemon`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache

import msgspec

from rulings.books import Book
from rulings_index.query.names import NameIndex, key_of
from rulings_index.results import strings_in
from rulings_index.text.analysis import fold_text
from rulings_index.text.stems import stem

_LATIN = re.compile(r"[A-Za-zÀ-ɏ]+")
_BEFORE_LATIN = re.compile(r"[^A-Za-zÀ-ɏ]+")


def written_forms(book: Book, forms: NameIndex) -> dict[str, str]:
    """For each Latin word, by its stem, and the wide part of each name, by its key, how it is
    written most often. What is written as its key is left out.
    """
    names = {key.split(" ", 1)[0] for key in forms}
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for text in strings_in(msgspec.to_builtins(list(book.entries.values()))):
        for word in _LATIN.findall(text):
            found[_stem_of(word)][word] += 1
    for text in strings_in(msgspec.to_builtins([*book.cards.values(), *book.terms.values()])):
        name = _BEFORE_LATIN.match(text)
        if name and (key := key_of(name[0])) in names:
            found[key][name[0].strip()] += 1
    usual = {key: counted.most_common(1)[0][0] for key, counted in found.items()}
    return {key: word for key, word in usual.items() if key not in ("", word)}


@lru_cache(maxsize=16384)
def _stem_of(word: str) -> str:
    return stem(fold_text(word))
