"""Which statement of one edition became which of another.

Statements whose words (without rule numbers) occur once in each edition are paired first, then
the most alike, by the words they share; rare words count more.
A statement's surroundings are the statement above it: where 310 has become 311, 310.4 has most
likely become 311.4.
"""

from collections import Counter, defaultdict

from rulings.editions.edition import Edition
from rulings.ids import section_of
from rulings.text.similarity import alike

_ELSEWHERE, _NEARBY, _SAME_PLACE = 0.72, 0.5, 0.33
"""How alike two statements must be to be a pair: anywhere, under one statement, at one place."""

_MOST_COPIES = 100
_NEAR_BONUS, _HERE_BONUS = 0.1, 0.05
"""What the same surroundings, and the same place in them, add to that."""
_Scores = dict[tuple[str, str], float]
"""How alike an old and a new statement are, by their ids."""


def match(old: Edition, new: Edition) -> dict[str, str]:
    """The id in `new` for each id of `old` whose statement is still there."""
    matching = _Matching(old, new)
    for former, now in new.formerly.items():
        matching.pair(former, now)
    bare_old, bare_new = (
        {key: statement.bare for key, statement in each.statements.items()} for each in (old, new)
    )
    copies: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for place, bare_texts in enumerate((bare_old, bare_new)):
        for key, bare in bare_texts.items():
            copies[bare][place].append(key)
    for olds, news in copies.values():
        if len(olds) == len(news) == 1:
            matching.pair(olds[0], news[0])
    left = _without_examples({key: bare_old[key] for key in matching.old_left})
    scores = alike(left, _without_examples(bare_new), matching.new_left, _SAME_PLACE)
    for olds, news in copies.values():
        scores |= {(key, new_key): 1.0 for key in olds for new_key in news[:_MOST_COPIES]}
    matching.pair_similar(scores)
    for key in [] if old.has_texts else list(matching.old_left):
        matching.pair(key, key)
    matching.pair_sections_by_their_clauses()
    return matching.pairs


class _Matching:
    """Fills `pairs`, from an id of the old edition to the one of the new, step by step; what is
    `left` of each edition has no pair yet.
    """

    def __init__(self, old: Edition, new: Edition) -> None:
        self._old, self._new = old.statements, new.statements
        self.pairs: dict[str, str] = {}
        self.old_left, self.new_left = dict.fromkeys(self._old), dict.fromkeys(self._new)

    def pair(self, old: str, new: str) -> None:
        """Note that a statement became another, where neither has a pair yet."""
        if old in self.old_left and new in self.new_left:
            self.pairs[old] = new
            del self.old_left[old], self.new_left[new]

    def pair_similar(self, scores: _Scores) -> None:
        """Pair the most alike first, and what stands above before what stands below."""
        levels: dict[int, _Scores] = defaultdict(dict)
        for pair, score in scores.items():
            depth = pair[0].count(".") + pair[0][-1].isalpha()  # the letter of 310.4a is a level
            levels[depth][pair] = score
        before = -1
        while len(self.pairs) != before:
            before = len(self.pairs)
            for _, level in sorted(levels.items()):
                for old, new in self._by_score(level):
                    self.pair(old, new)

    def pair_sections_by_their_clauses(self) -> None:
        """Pair sections with other titles if most of their clauses are pairs."""
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for old, new in self.pairs.items():
            votes[section_of(old)][section_of(new)] += 1
        for key in [key for key in self.old_left if self._old[key].section]:
            for new, count in votes[key].most_common(1):
                if 2 * count > votes[key].total():
                    self.pair(key, new)

    def _by_score(self, scores: _Scores) -> list[tuple[str, str]]:
        scored = dict[tuple[str, str], float]()
        for (old, new), score in scores.items():
            if old not in self.old_left or new not in self.new_left:
                continue
            above = self._old[old].above
            near = bool(above) and self.pairs.get(above) == self._new[new].above
            here = old == new or (near and old.rpartition(".")[2] == new.rpartition(".")[2])
            least = _SAME_PLACE if here else _NEARBY if near else _ELSEWHERE
            if score >= least and self._old[old].section == self._new[new].section:
                scored[old, new] = score + _NEAR_BONUS * near + _HERE_BONUS * here
        return sorted(scored, key=scored.__getitem__, reverse=True)


def _without_examples(bare: dict[str, str]) -> dict[str, str]:
    """The rules alone; in some, the examples are longer and change while the rule stays."""
    return {key: text.split(" Example: ")[0] for key, text in bare.items()}
