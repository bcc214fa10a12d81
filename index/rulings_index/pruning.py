"""Ranking in big books: the same best entries without adding up every word of every entry.

A question's common words stand in half of the entries and decide little. So the words that can
give most are added up first, until all the others together could not lift an unseen entry among
the best (MaxScore: Turtle and Flood, 1995). Only the entries that are still in the running are
then finished, word by word, and fall out as soon as they cannot make it. The ten best entries
are those of `rulings_index.ranking`, which adds up everything, in 99 of 100 questions and more
(`python -m benchmarks scale` counts); scores of entries that stay to the end are the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection
from heapq import nlargest

from rulings_index.questions import Question, Term
from rulings_index.ranking import BEST_PHRASING, CUED_RULESET, Ranked, rarity
from rulings_index.segment import Postings, Segment

LIKELY = 0.5
"""No entry holds all common words at their highest: this share of the sum is what to expect."""

_FEW = 200
"""Entries in the running that it no longer pays to make fewer."""

_SHORT = 0.2
"""A word in so small a share of the entries is added up without asking whether it must be."""


May = Callable[[int], bool]
"""Whether an entry may be found, as the filters have it."""


class _Word:
    """A term of a question: its postings, what they are multiplied by, and the most they give."""

    __slots__ = ("asked", "asked_factor", "factor", "most", "words")

    def __init__(self, segment: Segment, term: Term) -> None:
        self.words = segment.postings("words", term.text)
        self.asked = segment.postings("asked", term.text) if term.is_telling else None
        self.factor = term.weight * _rarity_of(self.words, segment.entries)
        self.asked_factor = term.weight * _rarity_of(self.asked, segment.phrasings)
        self.most = self.factor * segment.highest("words", term.text)
        self.most += BEST_PHRASING * self.asked_factor * segment.highest("asked", term.text)

    def length(self) -> int:
        return len(self.words[0]) if self.words else 0


def _rarity_of(postings: Postings | None, total: int) -> float:
    return rarity(len(postings[0]), total) if postings else 0.0


class _Run:
    """One ranking: the entries in the running, with what has been added up so far."""

    def __init__(self, segment: Segment, question: Question, may: May | None, wanted: int) -> None:
        self._segment = segment
        self._may = may
        self._wanted = wanted
        self._boosts = [set(segment.documents_of(cue)) for cue in question.cues]
        self.words: dict[int, float] = defaultdict(float)
        self.asked: dict[int, float] = defaultdict(float)
        words = (_Word(segment, term) for term in question.terms.values())
        self.left = sorted((word for word in words if word.most), key=lambda word: word.most)

    def rest(self) -> float:
        """The most that an entry can still get."""
        boost = CUED_RULESET ** len(self._boosts)
        return float(LIKELY * boost * sum(word.most for word in self.left))

    def add(self, word: _Word) -> None:
        """Add up a word for every entry and phrasing that holds it."""
        _add(self.words, word.words, word.factor)
        _add(self.asked, word.asked, word.asked_factor)

    def scores(self) -> dict[int, float]:
        """The score of each entry so far."""
        owners = self._segment.owners
        best: dict[int, float] = {}
        for phrasing, score in self.asked.items():
            entry = owners[phrasing]
            if score > best.get(entry, 0.0):
                best[entry] = score
        found = dict(self.words)
        for entry, score in best.items():
            found[entry] = found.get(entry, 0.0) + BEST_PHRASING * score
        for boosted in self._boosts:
            for entry in boosted.intersection(found):
                found[entry] *= CUED_RULESET
        return self._allowed(found)

    def _allowed(self, scores: dict[int, float]) -> dict[int, float]:
        if self._may is None:
            return scores
        return {entry: score for entry, score in scores.items() if self._may(entry)}

    def is_decided(self) -> bool:
        """Whether no entry still unseen can come among the best; judged by words alone."""
        return self._bar(self._allowed(self.words).values()) > self.rest()

    def _bar(self, scores: Collection[float]) -> float:
        """The score of the last of the wanted entries, which the others have to reach."""
        if len(scores) < self._wanted:
            return 0.0
        return nlargest(self._wanted, scores)[-1]

    def keep_the_able(self) -> None:
        """Let go of the entries that cannot come among the best any more."""
        scores = self.scores()
        needed = self._bar(scores.values()) - self.rest()
        if needed > 0:
            kept = {entry for entry, score in scores.items() if score >= needed}
            owners = self._segment.owners
            self.words = {entry: self.words.get(entry, 0.0) for entry in kept}
            self.asked = {one: got for one, got in self.asked.items() if owners[one] in kept}

    def admit_phrasings(self) -> None:
        """Take every phrasing of the entries in the running into account."""
        for entry in self.words:
            for phrasing in self._segment.phrasings_of(entry):
                self.asked.setdefault(phrasing, 0.0)

    def finish(self, word: _Word) -> None:
        """Add up a word for the entries in the running alone."""
        _add_to_known(self.words, word.words, word.factor)
        _add_to_known(self.asked, word.asked, word.asked_factor)


def rank_big(segment: Segment, question: Question, may: May | None, wanted: int) -> Ranked:
    """The `wanted` best of the entries that `may` be found (all without), and some others."""
    run = _Run(segment, question, may, wanted)
    while run.left:
        if run.left[-1].length() > _SHORT * segment.entries and run.is_decided():
            break
        run.add(run.left.pop())
    run.keep_the_able()
    run.admit_phrasings()
    while run.left:
        run.finish(run.left.pop())
        if len(run.words) > _FEW:
            run.keep_the_able()
    return Ranked(run.scores())


def _add(scores: dict[int, float], postings: Postings | None, factor: float) -> None:
    for document, impact in zip(*postings, strict=True) if postings else ():
        scores[document] += factor * impact


def _add_to_known(scores: dict[int, float], postings: Postings | None, factor: float) -> None:
    if not postings:
        return
    documents, impacts = postings
    size = len(documents)
    for document in scores:
        at = bisect_left(documents, document)
        if at < size and documents[at] == document:
            scores[document] += factor * impacts[at]
