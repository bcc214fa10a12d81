"""Which statement of one edition became which of another.

First come those whose words (rule numbers left out) stand once in each edition; then the most
alike, by the words they share; rare words count more.
A statement's surroundings are the statement above it: where 310 has become 311, 310.4 has most
likely become 311.4.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from rulings.editions.citations import without_references
from rulings.editions.edition import Edition
from rulings.ids import section_of
from rulings.text.similarity import Similarity

_ELSEWHERE, _NEARBY, _SAME_PLACE = 0.72, 0.5, 0.33
"""How alike two statements must be to be a pair: anywhere, under one statement, at one place."""
_MOST_COPIES = 100


def match(old: Edition, new: Edition) -> dict[str, str]:
    """The id in `new` for each id of `old` whose statement is still there."""
    return _Matching(old, new).pairs


class _Matching:
    """Fills `pairs`, from an id of the old edition to the one of the new, step by step."""

    def __init__(self, old: Edition, new: Edition) -> None:
        self._old, self._new = old.statements, new.statements
        self._bare_old, self._bare_new = _bare_texts(old), _bare_texts(new)
        self.pairs: dict[str, str] = {}
        self._taken: set[str] = set()
        groups = self._equal_groups()
        for olds, news in groups:
            if len(olds) == len(news) == 1:
                self._pair(olds[0], news[0])
        self._pair_similar(groups)
        self._pair_sections_by_their_clauses()

    def _pair(self, old: str, new: str) -> None:
        self.pairs[old] = new
        self._taken.add(new)

    def _left(self) -> tuple[list[str], list[str]]:
        olds = [key for key in self._old if key not in self.pairs]
        return olds, [key for key in self._new if key not in self._taken]

    def _equal_groups(self) -> list[tuple[list[str], list[str]]]:
        """The statements of both editions that have the same words."""
        groups: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for place, bare_texts in enumerate((self._bare_old, self._bare_new)):
            for key, bare in bare_texts.items():
                groups[bare][place].append(key)
        return list(groups.values())

    def _pair_similar(self, groups: list[tuple[list[str], list[str]]]) -> None:
        """Pair the most alike first, and what stands above before what stands below."""
        bare = map(_without_examples, (self._bare_old, self._bare_new))
        alike = Similarity(*bare).pairs(*self._left(), _SAME_PLACE)
        for olds, news in groups:
            alike |= {(old, new): 1.0 for old in olds for new in news[:_MOST_COPIES]}
        levels: dict[int, dict[tuple[str, str], float]] = defaultdict(dict)
        for pair, score in alike.items():
            levels[_depth(pair[0])][pair] = score
        before = -1
        while len(self.pairs) != before:
            before = len(self.pairs)
            for _, level in sorted(levels.items()):
                for key, new in self._by_score(level):
                    if key not in self.pairs and new not in self._taken:
                        self._pair(key, new)

    def _pair_sections_by_their_clauses(self) -> None:
        """Pair sections with other titles if most of their clauses are pairs."""
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for old, new in self.pairs.items():
            votes[section_of(old)][section_of(new)] += 1
        for key in self._left()[0]:
            for new, count in votes[key].most_common(1) if self._old[key].section else ():
                if new in self._new and new not in self._taken and 2 * count > votes[key].total():
                    self._pair(key, new)

    def _by_score(self, alike: dict[tuple[str, str], float]) -> list[tuple[str, str]]:
        scored = []
        for (old, new), score in alike.items():
            if old in self.pairs or new in self._taken:
                continue
            above = self._old[old].above
            near = bool(above) and self.pairs.get(above) == self._new[new].above
            here = old == new or (near and _last_part(old) == _last_part(new))
            least = _SAME_PLACE if here else _NEARBY if near else _ELSEWHERE
            if score >= least and self._old[old].section == self._new[new].section:
                scored.append((score + 0.1 * near + 0.05 * here, old, new))
        scored.sort(key=lambda each: -each[0])
        return [(old, new) for _, old, new in scored]


def _depth(identifier: str) -> int:
    """How deep a statement stands: the letter of ``310.4a`` counts as a level."""
    return identifier.count(".") + identifier[-1].isalpha()


def _last_part(identifier: str) -> str:
    return identifier.rpartition(".")[2]


def _bare_texts(edition: Edition) -> dict[str, str]:
    statements = edition.statements.items()
    return {key: without_references(each.text, edition.prefix) for key, each in statements}


def _without_examples(bare: dict[str, str]) -> dict[str, str]:
    """The rules alone; in some, the examples are longer and change while the rule stays."""
    return {key: text.split(" Example: ")[0] for key, text in bare.items()}
