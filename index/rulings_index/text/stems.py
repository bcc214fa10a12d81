"""English words without their endings: plurals, -ing, -ed, common irregular verbs, chat shorthand.

Joining two different words does more harm in a rules book than missing an ending (`boss` is no
plural), so this strips less than a full stemmer. The result need not be a word.
"""

import os
from functools import lru_cache

with open(os.path.join(os.path.dirname(__file__), "irregular.txt"), encoding="utf-8") as _file:
    IRREGULAR = {form: base for base, *forms in map(str.split, _file) for form in forms}
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten"
NUMBERS = {word: str(number) for number, word in enumerate(_NUMBER_WORDS.split())}


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The form under which a folded Latin word is indexed and looked up."""
    if len(word) < 3 or not word.isalpha():
        return word
    known = IRREGULAR.get(word) or NUMBERS.get(word)
    stemmed = _without_suffix(_without_plural(word))
    return known or (stemmed[:-1] if stemmed.endswith("e") and len(stemmed) > 3 else stemmed)


def _without_plural(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")) or len(word) < 4:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def _without_suffix(word: str) -> str:
    for suffix in ("ing", "ed"):
        rest = word.removesuffix(suffix)
        if rest != word and len(rest) > 2 and any(letter in "aeiouy" for letter in rest):
            return _undoubled(rest)
    return word


def _undoubled(rest: str) -> str:
    if rest.endswith("i"):  # carried -> carri
        return rest[:-1] + "y"
    if rest[-1] == rest[-2] and rest[-1] not in "lsz":
        return rest[:-1]
    return rest
