"""Ranking: which entries answer a question, best first.

The score of an entry is what BM25 makes of its merged words, plus half of what it makes of the
best single phrasing. Both are sums over the terms of the query of `weight x rarity x impact`,
where the impact was computed when the index was built (see `rulings_index.schema`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import log

from rulings_index import names, romaji
from rulings_index.analysis import HIRAGANA, KANJI, KATAKANA, Folded, fold, fold_text, tokens
from rulings_index.readings import grams
from rulings_index.segment import Segment

CONCEPT = "\x02"
_WORDS = re.compile("[a-z]+")

BEST_PHRASING = 0.3
CONCEPT_WEIGHT = 0.6
NESTED_CONCEPT = 0.3
SOUND, SOUND_BESIDE_KANJI, ROMAJI = 0.8, 0.12, 0.9
CUED_RULESET = 1.3


class Term:
    """A term of the query, with what it weighs and what the asker wrote for it."""

    __slots__ = ("rarity", "source", "text", "weight")

    def __init__(self, text: str, weight: float, source: str) -> None:
        self.text = text
        self.weight = weight
        self.source = source
        self.rarity = 0.0


class Question:
    """A query as it is looked up: its terms, and the rulesets and games that it names."""

    def __init__(
        self, text: str, forms: names.Forms, is_known: Callable[[str], bool] = lambda _: False
    ) -> None:
        """`forms` are the names of the book; `is_known` says whether a word occurs in it."""
        self.folded: Folded = fold(text)
        self.terms: dict[str, Term] = {}
        self.cues: set[str] = set()
        self._forms = forms
        self._is_known = is_known
        self._add_words(self.folded, 1.0, "word")
        self._add_names(self.folded)
        self._add_sounds()
        self._add_romaji()

    def _add(self, text: str, weight: float, source: str) -> None:
        known = self.terms.get(text)
        if known is None or known.weight < weight:
            self.terms[text] = Term(text, weight, source)

    def _add_words(self, folded: Folded, factor: float, source: str) -> None:
        for token in tokens(folded):
            self._add(token.text, token.weight * factor, source)

    def _add_names(self, folded: Folded) -> None:
        for mention in names.find(folded, self._forms):
            for concept in mention.concepts:
                if concept.startswith(("ruleset:", "game:")):
                    self.cues.add(concept)
                weight = NESTED_CONCEPT if mention.nested else CONCEPT_WEIGHT
                self._add(CONCEPT + concept, weight, folded.text[mention.start : mention.end])

    def _add_sounds(self) -> None:
        """What is written in kana is also looked up by its sound, for it may stand in kanji."""
        scripts = self.folded.scripts
        has_kanji = KANJI in scripts
        for term in grams(self.folded.text):
            self._add(term, SOUND_BESIDE_KANJI if has_kanji else SOUND, "sound")

    def _add_romaji(self) -> None:
        """Latin letters that spell Japanese are looked up by their sound and as names."""
        if any(script in (HIRAGANA, KATAKANA, KANJI) for script in self.folded.scripts):
            return
        spelt = self._spelt_out()
        for version in dict.fromkeys((spelt, romaji.without_long_vowels(spelt))):
            for term in grams(fold_text(version)):
                self._add(term, ROMAJI, "romaji")
            self._add_names(fold(version.replace(" ", "")))

    def _spelt_out(self) -> str:
        """The kana of the words, or nothing where they are not Japanese in Latin letters.

        Words of the book, numbers and abbreviations may stand between, but one word at least
        must be romaji and no word of the book, and there must be more romaji than other words.
        """
        words = _WORDS.findall(self.folded.text)
        kana = [romaji.to_kana(word) or "" for word in words]
        sure = sum(bool(k) and not self._is_known(w) for w, k in zip(words, kana, strict=True))
        other = sum(not k and len(w) > 2 for w, k in zip(words, kana, strict=True))
        return " ".join(kana) if sure and sum(map(bool, kana)) > 2 * other else ""


class Ranked:
    """The entries found, best first, with their scores."""

    def __init__(self, scores: dict[int, float]) -> None:
        self.scores = scores

    def best(self, count: int) -> list[tuple[int, float]]:
        """The `count` best entries; ties fall in reading order."""
        return sorted(self.scores.items(), key=lambda item: (-item[1], item[0]))[:count]


def rank(segment: Segment, question: Question, allowed: set[int] | None = None) -> Ranked:
    """Score the entries of an index; `allowed` are those that the filters let through."""
    words = _sum_up(segment, question.terms.values(), "words", segment.entries)
    asked = _sum_up(segment, question.terms.values(), "asked", segment.phrasings)
    best = _best_phrasings(segment, asked)
    for entry, score in best.items():
        words[entry] = words.get(entry, 0.0) + BEST_PHRASING * score
    for cue in question.cues:
        cued = segment.postings("facet", cue)
        for entry in cued[0] if cued else ():
            if entry in words:
                words[entry] *= CUED_RULESET
    if allowed is not None:
        words = {entry: score for entry, score in words.items() if entry in allowed}
    return Ranked(words)


def rarity(matching: int, total: int) -> float:
    """BM25's inverse document frequency, in Lucene's form, which is never negative."""
    return log(1 + (total - matching + 0.5) / (matching + 0.5))


def _sum_up(segment: Segment, terms: Iterable[Term], field: str, total: int) -> dict[int, float]:
    scores: dict[int, float] = {}
    get = scores.get
    for term in terms:
        found = segment.postings(field, term.text)
        if found is None:
            continue
        factor = term.weight * rarity(len(found[0]), total)
        for document, impact in zip(*found, strict=True):
            scores[document] = get(document, 0.0) + factor * impact
    return scores


def _best_phrasings(segment: Segment, scores: dict[int, float]) -> dict[int, float]:
    owners = segment.owners
    best: dict[int, float] = {}
    for document, score in scores.items():
        entry = owners[document]
        if score > best.get(entry, 0.0):
            best[entry] = score
    return best
