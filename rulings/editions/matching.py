"""Which statement of one edition became which of another.

First come those whose words (rule numbers left out) stand once in each edition; then the most
alike, by the words they share; rare words count more.
A statement's surroundings are the statement above it: where 310 has become 311, 310.4 has most
likely become 311.4.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable

from rulings.editions.edition import Edition
from rulings.ids import section_of
from rulings.text.similarity import Similarity

_ELSEWHERE, _NEARBY, _SAME_PLACE = 0.72, 0.5, 0.33
"""How alike two statements must be to be a pair: anywhere, under one statement, at one place."""
_MOST_COPIES = 100

_NUMBER = r"(?:\d{1,4}(?:\.\d{1,3}){1,4}[a-z]?|\d{3})(?![\w.]{0,20}\d)"
_BEFORE_NUMBER = (
    r"\b(?:[Rr]ules?|[Ss]ections?|CR|[Ss]ee|[Ss]iehe|[Vv]gl\.|[Cc]f\.|[Vv]oir|[Vv]éase"
    r"|Regeln?|Abschnitt|Punkt|Ziffer|Nr\.|[Rr]ègles?|[Rr]eglas?)"
)
_CITED = re.compile(
    r"(?=[\[第§AaCNPRSVZcrsv\d])(?:\[\[(?P<id>[^\[\]\n]+)\]\]"
    r"|第(?P<article>\d{1,4})条(?:(?P<gap>第?)(?P<paragraph>\d{1,3})項)?"
    r"|(?P<word>(?:§|\bArt(?:\.|ikel|icle)) ?)(?P<number>\d{1,4}[a-z]?)\b"
    r"(?:(?P<between>,? Abs(?:\.|atz) ?)(?P<below>\d{1,3}))?"
    rf"|{_BEFORE_NUMBER}\s+{_NUMBER}"
    rf"(?:(?:,? (?:and|or|to|through) |, |[-–—]){_NUMBER})*"
    rf"|(?<![\d.]){_NUMBER}(?=\s?(?:を?参照|のとおり|の通り))"
    r"|\b(?:\d{3}\.\d{1,3}|\d{1,4}(?:\.\d{1,3}){2,4})[a-z]?\b)"
)

_Scores = dict[tuple[str, str], float]
"""How alike an old and a new statement are, by their ids."""


def match(old: Edition, new: Edition) -> dict[str, str]:
    """The id in `new` for each id of `old` whose statement is still there."""
    matching = _Matching(old, new)
    for former, now in new.formerly.items():
        matching.pair(former, now)
    has_texts = old.has_texts and new.has_texts
    bare_old, bare_new = (_bare_texts(each) if has_texts else each.marks() for each in (old, new))
    copies: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for place, bare_texts in enumerate((bare_old, bare_new)):
        for key, bare in bare_texts.items():
            copies[bare][place].append(key)
    for olds, news in copies.values():
        if len(olds) == len(news) == 1:
            matching.pair(olds[0], news[0])
    similarity = Similarity(_without_examples(bare_old), _without_examples(bare_new))
    scores = similarity.pairs(list(matching.old_left), list(matching.new_left), _SAME_PLACE)
    for olds, news in copies.values():
        scores |= {(key, new_key): 1.0 for key in olds for new_key in news[:_MOST_COPIES]}
    matching.pair_similar(scores)
    for key in [] if has_texts else list(matching.old_left):
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
            levels[_depth(pair[0])][pair] = score
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
        scored = []
        for (old, new), score in scores.items():
            if old not in self.old_left or new not in self.new_left:
                continue
            above = self._old[old].above
            near = bool(above) and self.pairs.get(above) == self._new[new].above
            here = old == new or (near and old.rpartition(".")[2] == new.rpartition(".")[2])
            least = _SAME_PLACE if here else _NEARBY if near else _ELSEWHERE
            if score >= least and self._old[old].section == self._new[new].section:
                scored.append((score + 0.1 * near + 0.05 * here, old, new))
        scored.sort(key=lambda each: -each[0])
        return [(old, new) for _, old, new in scored]


def _depth(identifier: str) -> int:
    """How deep a statement stands: the letter of ``310.4a`` counts as a level."""
    return identifier.count(".") + identifier[-1].isalpha()


def _bare_texts(edition: Edition) -> dict[str, str]:
    """The statements with ``#`` in place of every id they cite, and single spaces."""
    return {
        key: " ".join(rewrite(statement.text, edition.prefix, lambda _: "#").split())
        for key, statement in edition.statements.items()
    }


def _without_examples(bare: dict[str, str]) -> dict[str, str]:
    """The rules alone; in some, the examples are longer and change while the rule stays."""
    return {key: text.split(" Example: ")[0] for key, text in bare.items()}


def rewrite(text: str, prefix: str, renumber: Callable[[str], str]) -> str:
    """`text` with every id it cites replaced by what `renumber` makes of it.

    It finds ``rule 702.19b``, ``rules 310.1, 310.4c, and 310.7``, a plain ``702.19b`` or
    ``1.2.3``, ``siehe 4.2``, ``§ 3 Abs. 2``, ``[[CR 702.19b]]``, ``第3条2項`` and ``4.2参照``.
    """

    def new_number(number: str) -> str:
        return renumber(f"{prefix} {number}").removeprefix(f"{prefix} ")

    def cited(match: re.Match[str]) -> str:
        if match["id"]:
            return f"[[{renumber(match['id'].strip())}]]"
        if match["word"]:
            old = ".".join(filter(None, match.group("number", "below")))  # § 3 Abs. 2 is 3.2
            article, _, below = new_number(old).partition(".")
            return f"{match['word']}{article}" + (below and f"{match['between'] or '.'}{below}")
        if not match["article"]:
            return re.sub(_NUMBER, lambda number: new_number(number[0]), match[0])
        old = ".".join(filter(None, match.group("article", "paragraph")))
        article, _, paragraph = new_number(old).partition(".")
        return f"第{article}条" + (f"{match['gap'] or ''}{paragraph}項" if paragraph else "")

    return _CITED.sub(cited, text)
