"""What was asked, as it is looked up: words, the names among them, and how they sound."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulings_index.lexicon import names, spelling
from rulings_index.lexicon.names import CONCEPT
from rulings_index.storage.document_weights import TUNED, Manner
from rulings_index.text import romaji
from rulings_index.text.analysis import (
    HIRAGANA,
    KANJI,
    KATAKANA,
    REPEATED,
    Folded,
    Token,
    fold,
    fold_text,
    pairs,
    tokens,
)
from rulings_index.text.readings import grams, words
from rulings_index.text.stems import GRAMMATICAL
from rulings_index.weights import (
    COMMON_CONCEPT,
    HEARD_WORD,
    MEANT_FACTOR,
    NAME_OF_GAME,
    NESTED_CONCEPT,
    SELECTIVE,
    SOUND_BESIDE_KANJI,
    SOUND_WEIGHT,
    SPELT_WEIGHT,
)

WORD, SOUND, SPELT, NAME, MEANT = "word", "sound", "romaji", "name", "spelling"

_LATIN_WORDS = re.compile("[a-z]+")
GAME = "game:"
CUES = ("ruleset:", GAME)
_JAPANESE = frozenset((HIRAGANA, KATAKANA, KANJI))


class Term:
    """A term to look up: what it weighs, where it comes from, and what the asker wrote for it."""

    __slots__ = ("source", "text", "weight", "written")

    def __init__(self, text: str, weight: float, source: str, written: str) -> None:
        self.text = text
        self.weight = weight
        self.source = source
        self.written = written

    @property
    def is_repeated(self) -> bool:
        """Whether it says again what other terms say, as two words side by side."""
        return self.text[0] in REPEATED

    @property
    def is_selective(self) -> bool:
        """Whether it is looked for in single phrasings too."""
        return self.weight >= SELECTIVE


class AnalysedQuery:
    """A query as it is looked up.

    `terms` is all that is looked up. `cues` are the rulesets and games that it names, `expected`
    the facets of what it is likely to be about, as nobody says. `topics`
    are the things it asks for that a rules book seldom holds. `readings` are the ways in which
    it can be understood, each a list of terms that an answer should hold: one, or for Japanese
    in Latin letters one for each spelling of its long vowels. `meant` says what
    misspelt words were probably to be. `keys` is all of it as names are compared, as typed, as
    meant and as spelt out.
    """

    def __init__(
        self,
        text: str,
        forms: names.NameIndex,
        is_known: Callable[[str], bool] = lambda _: False,
        words: Callable[[str], Iterable[str]] = lambda _: (),
        manner: Manner = TUNED,
    ) -> None:
        """`forms` are the names of the book; `is_known` says whether a word occurs in it, `words`
        gives those that begin with a letter; `manner` says what names, grammar and pairs of words
        are worth.
        """
        self.folded: Folded = fold(text)
        self.terms: dict[str, Term] = {}
        self.cues: set[str] = set()
        self.expected: tuple[str, ...] = ()
        self.topics: set[str] = set()
        self.mentions: list[names.Mention] = []
        self.interpretations: list[list[Term]] = []
        self.keys: list[str] = []
        self._forms = forms
        self._is_known = is_known
        self._words = words
        self._manner = manner
        self.meant: list[spelling.Correction] = []
        self._add_names(self.folded)
        self._add_words()
        if any(script in _JAPANESE for script in self.folded.scripts) or not self._add_spelt():
            self._add_meant()

    def _add(self, text: str, weight: float, source: str, written: str) -> Term:
        term = Term(text, weight, source, written)
        known = self.terms.get(text)
        if known is None or known.weight < weight:
            self.terms[text] = term
        return term

    def _add_names(self, folded: Folded) -> None:
        self.keys.append("".join(unit.key for unit in names.units_of(folded)))
        found = list(names.find(folded, self._forms))
        games = _cued(folded, found, GAME)
        self.mentions += found
        for mention in found:
            written = folded.text[mention.start : mention.end]
            within = any(start <= mention.start and mention.end <= end for start, end in games)
            for concept in mention.concepts:
                if concept.startswith(CUES):
                    self.cues.add(concept)
                elif concept.startswith(names.TOPIC):
                    self.topics.add(CONCEPT + concept)
                elif concept.startswith(names.COMMON) and not mention.is_common:
                    continue  # the book's own meaning goes first
                of_game = within and not concept.startswith(CUES)
                weight = NAME_OF_GAME if of_game else self._weight_of(mention)
                self._add(CONCEPT + concept, weight, NAME, written)

    def _weight_of(self, mention: names.Mention) -> float:
        if mention.is_common:
            return COMMON_CONCEPT
        return NESTED_CONCEPT if mention.nested else self._manner.name

    def _add_words(self) -> None:
        """Words as they are, and kana by its sound as well, for it may stand in kanji."""
        asked: dict[str, Term] = {}
        cued = _cued(self.folded, self.mentions, CUES)
        found = [
            token
            for token in tokens(self.folded)
            if not any(start <= token.start and token.end <= end for start, end in cued)
        ]
        for token in found:
            written = self.folded.text[token.start : token.end]
            weight = self._manner.grammar if token.text in GRAMMATICAL else token.weight
            asked[token.text] = self._add(token.text, weight, WORD, written)
        self._add_pairs(self.folded, found)
        has_kanji = KANJI in self.folded.scripts
        kana = _without(self.folded.text, cued)
        weight = SOUND_BESIDE_KANJI if has_kanji else SOUND_WEIGHT
        for sound in grams(kana):
            asked[sound] = self._add(sound, weight, SOUND, sound[1:])
        if not has_kanji:
            self._add_heard(kana)
        self.interpretations = [list(asked.values())]

    def _add_heard(self, kana: str) -> None:
        """Words of the book by their whole sound; none of them must be held for an answer."""
        for word in filter(self._is_known, words(kana)):
            self._add(word, HEARD_WORD, SOUND, word[1:])

    def _add_pairs(self, folded: Folded, found: Iterable[Token]) -> None:
        """Words side by side tell siblings apart; none of them must be held for an answer."""
        weight = self._manner.pair
        for pair in pairs(found) if weight else ():
            self._add(pair.text, weight, WORD, folded.text[pair.start : pair.end])

    def _add_meant(self) -> None:
        """What seems misspelt is looked up as it was probably meant, a little less surely."""
        known = self._is_known
        found = spelling.corrections(self.folded, self.mentions, self._forms, known, self._words)
        if not found:
            return
        self.meant = found
        folded = fold(spelling.apply(self.folded.text, found))
        wrong = {
            token.text
            for token in tokens(self.folded)
            if any(start <= token.start and token.end <= end for start, end, _ in found)
        }
        asked = {term.text: term for term in self.interpretations[0] if term.text not in wrong}
        corrected = list(tokens(folded))
        for token in corrected:
            if token.text not in asked:
                weight = token.weight * MEANT_FACTOR
                written = folded.text[token.start : token.end]
                asked[token.text] = self._add(token.text, weight, MEANT, written)
        self._add_pairs(folded, corrected)
        self.interpretations = [list(asked.values())]
        self._add_names(folded)

    def _add_spelt(self) -> bool:
        """Latin letters that spell Japanese are looked up by their sound and as names."""
        spelt = self._spelt_out()
        if not spelt:
            return False
        plain = [term for term in self.interpretations[0] if self._is_plain(term)]
        for term in self.interpretations[0]:
            if term not in plain:
                self.terms.pop(term.text, None)
        self.interpretations = []
        for version in dict.fromkeys((spelt, romaji.without_long_vowels(spelt))):
            kana = fold_text(version)
            sounds = [self._add(term, SPELT_WEIGHT, SPELT, term[1:]) for term in grams(kana)]
            self.interpretations.append(plain + sounds)
            self._add_names(fold(version.replace(" ", "")))
        return True

    def _is_plain(self, term: Term) -> bool:
        """Whether a term of a spelt question means what it says: a number, or a known word that
        is no romaji, as ``made`` (まで) and ``ban`` (番) are. What is counted is none: ``2banme``.
        """
        letters = "".join(_LATIN_WORDS.findall(term.written))
        if len(letters) < 2:
            return True
        return not romaji.to_kana(letters) and (
            letters != term.written or self._is_known(term.text)
        )

    def _spelt_out(self) -> str:
        """The kana of the words, or nothing where they are not Japanese in Latin letters.

        Words of the book, numbers and abbreviations may stand between, but one word at least
        must be romaji and no word of the book, and there must be more romaji than other words.
        """
        words = _LATIN_WORDS.findall(self.folded.text)
        kana = [romaji.to_kana(word) or "" for word in words]
        sure = sum(bool(k) and not self._is_known(w) for w, k in zip(words, kana, strict=True))
        other = sum(not k and len(w) > 2 for w, k in zip(words, kana, strict=True))
        return " ".join(kana) if sure and sum(map(bool, kana)) > 2 * other else ""


def _cued(
    folded: Folded, mentions: Iterable[names.Mention], cues: str | tuple[str, ...]
) -> list[tuple[int, int]]:
    """Where a text names rulesets and games, which is not what is asked.

    Where nothing else is asked, the name itself is.
    """
    spans = [
        (mention.start, mention.end)
        for mention in mentions
        if any(concept.startswith(cues) for concept in mention.concepts)
    ]
    return spans if _without(folded.text, spans).strip() else []


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
