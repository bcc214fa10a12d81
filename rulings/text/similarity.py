"""How alike two texts are; fast enough to compare thousands with thousands in two seconds.

Each text is compared with a bounded number of others: those that share its rarest words.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[{}+−-]+")
_WITHOUT_SPACES = "\u3000"
_COMMONEST = 400
"""A word in more texts than this finds no candidates, but counts when texts are compared."""
_ENOUGH = 100
"""Once there are so many candidates, no further words are looked up."""


class Candidates:
    """Which of many texts share the rarest words of another text."""

    def __init__(self, texts: Mapping[str, Iterable[str]]) -> None:
        """`texts` are the words of each text."""
        self._holders: dict[str, list[str]] = defaultdict(list)
        for key, words in texts.items():
            for word in dict.fromkeys(words):
                self._holders[word].append(key)

    def of(self, words: Iterable[str]) -> Counter[str]:
        """The texts to compare with a text of these words, and how many rare ones they share."""
        holders = [self._holders[word] for word in dict.fromkeys(words) if word in self._holders]
        shared: Counter[str] = Counter()
        for keys in sorted(holders, key=len):
            if len(shared) >= _ENOUGH or len(keys) > _COMMONEST:
                break
            shared.update(keys)
        return shared


class Similarity:
    """The weight of the words that two texts share (Dice); rare words weigh more."""

    def __init__(self, old: Mapping[str, str], new: Mapping[str, str]) -> None:
        self._old = {key: Counter(_words(text)) for key, text in old.items()}
        self._new = {key: Counter(_words(text)) for key, text in new.items()}
        texts_with = Counter(word for bag in self._new.values() for word in bag)
        total = len(self._new) + 1
        words = {word for bag in self._old.values() for word in bag} | texts_with.keys()
        self._weight = {word: 1 + math.log(total / (1 + texts_with[word])) for word in words}
        self._mass_old = {key: self._mass(bag) for key, bag in self._old.items()}
        self._mass_new = {key: self._mass(bag) for key, bag in self._new.items()}

    def pairs(
        self, olds: Iterable[str], news: Iterable[str], least: float
    ) -> dict[tuple[str, str], float]:
        """The similarity of each pair of these whose similarity is at least `least`."""
        left = {key: self._new[key] for key in news}
        candidates = Candidates(left)
        scores: dict[tuple[str, str], float] = {}
        for key in olds:
            same_id = [key] if key in left else []
            for other in dict.fromkeys([*candidates.of(self._old[key]), *same_id]):
                score = self.of(key, other)
                if score >= least:
                    scores[key, other] = score
        return scores

    def of(self, old: str, new: str) -> float:
        """0 (nothing shared) to 1 (the same words)."""
        left, right = self._old[old], self._new[new]
        both = left.keys() & right.keys()
        shared = math.fsum(min(left[word], right[word]) * self._weight[word] for word in both)
        whole = self._mass_old[old] + self._mass_new[new]
        return 2 * shared / whole if whole else 0.0

    def _mass(self, bag: Counter[str]) -> float:
        return sum(count * self._weight[word] for word, count in bag.items())


def _words(text: str) -> list[str]:
    """Words, and single characters of scripts that are written without spaces."""
    words = _WORD.findall(text.lower())
    return [part for each in words for part in (each if each > _WITHOUT_SPACES else [each])]
