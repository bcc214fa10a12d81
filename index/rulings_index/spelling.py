"""Latin words that the book does not know, taken for the ones they are misspellings of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulings_index import romaji
from rulings_index.english import stem

SHORTEST = 4
CLOSE_ENOUGH = 0.8
"""How alike two stems must be: 2 x shared letters in order / all letters."""

_LATIN_WORD = re.compile(rf"[A-Za-z]{{{SHORTEST},}}")


def corrected(
    text: str, is_known: Callable[[str], bool], words_from: Callable[[str], Sequence[str]]
) -> str:
    """`text` with every misspelt word replaced by the stem it is nearest to.

    `words_from` gives the book's stems that begin with a letter; the first letter is taken to be
    right. Words that could be Japanese in Latin letters are left as they are.
    """

    def correct(match: re.Match[str]) -> str:
        word = match[0].lower()
        if is_known(word) or romaji.to_kana(word):
            return match[0]
        return _nearest(stem(word), words_from(word[0])) or match[0]

    return _LATIN_WORD.sub(correct, text)


def _nearest(word: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    near = [other for other in known if abs(len(other) - len(word)) <= 2 and other.isalpha()]
    found = get_close_matches(word, near, n=1, cutoff=CLOSE_ENOUGH)
    return found[0] if found else ""
