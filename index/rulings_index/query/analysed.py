"""What was asked, as it is looked up: words, the names among them, and how they sound."""

import re
from collections.abc import Callable, Iterable
from itertools import chain, compress
from typing import NamedTuple

from rulings_index import weights
from rulings_index.lexicon import names, spelling
from rulings_index.text import analysis
from rulings_index.text.sounds import LONG_VOWEL, grams, to_kana

RULESET, GAME = "ruleset:", "game:"
CUES = (RULESET, GAME)
HOW_MANY_PLAY = "[0-9]|(?<![a-z])(?:two|three|four|five|six)(?![a-z])"
"""The number in a name that only says how many play: "four of us"."""
SENTENCE_END = r"(?<=[.!?])\s+|(?<=[。!?！？…])|\n"
_LATIN_WORDS = re.compile("[a-z]+")
_JAPANESE = frozenset((analysis.HIRAGANA, analysis.KATAKANA, analysis.KANJI))


class Term(NamedTuple):
    """A term to look up: what it weighs, and what the asker wrote for it."""

    text: str
    weight: float
    written: str

    @property
    def is_pair(self) -> bool:
        """Whether it stands for two words side by side, which other terms stand for as well."""
        return self.text[0] == analysis.PAIR


class AnalysedQuery:
    """A query as it is looked up.

    `terms` are all terms to look up, by text, and `essential` those that an answer should hold.
    `cues` are the rulesets and games that the query names; `expected` are the facets of what it is
    probably about if it names none. `topics` are the things in it that a rules book seldom holds.
    `meant` are the corrections of its misspelt words. `keys` are its spellings (as typed, as meant,
    as read from romaji) in the form in which names are compared.
    """

    def __init__(
        self,
        text: str,
        forms: names.NameIndex,
        is_known: Callable[[str], bool] = lambda _: False,
        words: Callable[[str], Iterable[str]] = lambda _: (),
        expected: tuple[str, ...] = (),
    ) -> None:
        """`forms` are the names of the book; `is_known` says whether a word occurs in it, `words`
        gives those that begin with a letter.
        """
        self.folded, mentions = _without_talk(analysis.fold(text), forms)
        self.terms: dict[str, Term] = {}
        self.essential: list[Term] = []
        self.cues: set[str] = set()
        self.expected = expected
        self.topics: set[str] = set()
        self.mentions: list[names.Mention] = []
        self.keys: list[str] = []
        self.meant: list[spelling.Correction] = []
        self._forms = forms
        self._is_known = is_known
        self._words = words
        self._add_names(self.folded, mentions)
        self._cued = _cued(self.folded, self.mentions, CUES)
        self._rest = _without(self.folded.text, self._cued)
        self._add_words()
        written = compress(self.folded.scripts, map(str.strip, self._rest))
        if not _JAPANESE.isdisjoint(written) or not self._add_spelt():
            self._add_meant()

    @property
    def cards(self) -> set[str]:
        """The terms of the cards that it names, and of what these do."""
        named = chain.from_iterable(mention.concepts for mention in self.mentions)
        return {names.CONCEPT + concept for concept in named if concept.startswith(names.OF_CARDS)}

    def topics_of(self, *kinds: str) -> set[str]:
        """Its topics of some kinds, such as `names.OTHER_GAME`."""
        beginnings = tuple(names.CONCEPT + kind for kind in kinds)
        return {topic for topic in self.topics if topic.startswith(beginnings)}

    def _add(self, text: str, weight: float, written: str) -> Term:
        term = Term(text, weight, written)
        known = self.terms.get(text)
        if known is None or known.weight < weight:
            self.terms[text] = term
        return term

    def _add_names(self, folded: analysis.Folded, mentions: list[names.Mention]) -> None:
        """Add the names that a text mentions; a name within a longer one counts less. The name of a
        game is no card or term of the same name here, since all entries are of the game. A number
        of players ("four of us") names a ruleset only if nothing else says what is played.
        """
        keys, _ = names.units_of(folded)
        self.keys.append("".join(keys))
        self.mentions += mentions
        games = _cued(folded, mentions, GAME)
        whole = [(name.start, name.end) for name in mentions if not name.is_common]
        counts = [
            name
            for name in mentions
            if re.search(HOW_MANY_PLAY, folded.text[name.start : name.end])
        ]
        rulesets = (name for name in mentions if name not in counts and _is_cue(name, RULESET))
        is_known = self.expected or any(not _is_denied(folded, name) for name in rulesets)
        for mention in mentions:
            is_game = _is_within(mention, games)
            longer = [span for span in whole if span != (mention.start, mention.end)]
            is_nested = not mention.is_common and _is_within(mention, longer)
            written = folded.text[mention.start : mention.end]
            for concept in mention.concepts:
                if concept.startswith(names.COMMON) and not mention.is_common:
                    continue  # the meaning in the book goes first
                weight = weights.NESTED_NAME if is_nested else weights.NAME_WEIGHT
                if concept.startswith(CUES):
                    if _is_denied(folded, mention) or (is_known and mention in counts):
                        continue  # "this is no raid" does not ask about raids
                    self.cues.add(concept)
                    weight = weights.CUE_WEIGHT
                elif concept.startswith(names.TOPIC):
                    self.topics.add(names.CONCEPT + concept)
                elif is_game:
                    continue
                self._add(names.CONCEPT + concept, weight, written)

    def _add_words(self) -> None:
        """Add the words, and kana by its sound too, because the book may write it in kanji."""
        words = analysis.terms_of(self.folded, self._forms.inflected)
        if self._cued:
            words = [each for each in words if not _is_within(each, self._cued)]
        added = self._add_tokens(self.folded, words)
        if analysis.KANJI not in self.folded.scripts:
            for sound in grams(self._rest):
                added[sound] = self._add(sound, weights.SOUND_WEIGHT, sound[1:])
        self.essential = list(added.values())

    def _add_tokens(self, folded: analysis.Folded, words: list[analysis.Token]) -> dict[str, Term]:
        """Add words, and pairs of them, which tell similar entries apart; returns the words."""
        added = {}
        for token in words:
            written = folded.text[token.start : token.end]
            added[token.text] = self._add(token.text, token.weight, written)
        for pair in analysis.pairs(words):
            self._add(pair.text, weights.PAIR_OF_WORDS, folded.text[pair.start : pair.end])
        return added

    def _add_meant(self) -> None:
        """Look up misspelt words as they were probably meant."""
        self.meant = spelling.corrections(self.folded, self.mentions, self._is_known, self._words)
        if not self.meant:
            return
        folded = analysis.fold(spelling.apply(self.folded.text, self.meant))
        spans = [(start, end) for start, end, _ in self.meant]
        typed = analysis.terms_of(self.folded, self._forms.inflected)
        wrong = {token.text for token in typed if _is_within(token, spans)}
        mentions = list(names.find(folded, self._forms))
        cued = _cued(folded, mentions, CUES)
        corrected = analysis.terms_of(folded, self._forms.inflected)
        wrong.update(token.text for token in corrected if _is_within(token, cued))
        right = {term.text: term for term in self.essential if term.text not in wrong}
        corrected = [token for token in corrected if not _is_within(token, cued)]
        self.essential = list((self._add_tokens(folded, corrected) | right).values())
        self._add_names(folded, mentions)

    def _add_spelt(self) -> bool:
        """Look up Latin letters that spell Japanese by their sound and as names."""
        spellings = self._spelt_out()
        if not spellings:
            return False
        plain = [term for term in self.essential if self._is_plain(term)]
        for term in self.essential:
            if term not in plain:
                self.terms.pop(term.text, None)
        for kana in spellings:
            sounds = grams(analysis.fold_text(kana))
            spelt = [self._add(sound, weights.SPELT_WEIGHT, sound[1:]) for sound in sounds]
            name = analysis.fold(kana.replace(" ", ""))
            self._add_names(name, list(names.find(name, self._forms)))
        self.essential = plain + spelt
        return True

    def _is_plain(self, term: Term) -> bool:
        """Whether a term of a question in romaji is looked up as it is: a number, or a word of the
        book that is no romaji, as ``made`` (まで) is. ``2banme`` is not: it counts something.
        """
        letters = "".join(_LATIN_WORDS.findall(term.written))
        if len(letters) < 2:
            return True
        return not to_kana(letters) and (letters != term.written or self._is_known(term.text))

    def _spelt_out(self) -> list[str]:
        """The kana of a text in romaji, without long vowels (since ー is dropped in folding) and
        with them; nothing if the text is no romaji.

        At least one of its words must be romaji and no word of the book, and it must have more than
        twice as many words in romaji as others. Names of rulesets, numbers and abbreviations do not
        count.
        """
        words = _LATIN_WORDS.findall(self._rest)
        kana = [to_kana(word) or "" for word in words]
        read = list(zip(words, kana, strict=True))
        is_romaji = any(sound and not self._is_known(word) for word, sound in read)
        others = sum(not sound and len(word) > 2 for word, sound in read)
        if not is_romaji or sum(map(bool, kana)) <= 2 * others:
            return []
        short = (to_kana(LONG_VOWEL.sub("", word)) or "" for word in words)
        return list(dict.fromkeys((" ".join(short), " ".join(kana))))


def clause_that_asks(text: str) -> str:
    """The last sentence with a question mark, or the last; empty where there is only one."""
    sentences = [part for part in re.split(SENTENCE_END, text) if part.strip()]
    asking = [sentence for sentence in sentences if sentence.rstrip().endswith(("?", "？"))]
    return (asking or sentences)[-1] if len(sentences) > 1 else ""


def _without_talk(
    folded: analysis.Folded, forms: names.NameIndex
) -> tuple[analysis.Folded, list[names.Mention]]:
    """A text with blanks for what is only said around a question, such as "excuse me, judge", but
    not within a name of the book, and the names in it.
    """
    mentions = list(names.find(folded, forms))
    own = [(name.start, name.end) for name in mentions if not name.is_of_every_book]
    outside = (name for name in mentions if not _is_within(name, own))
    if not (talk := _cued(folded, outside, names.TALK)):
        return folded, mentions
    text, scripts = _without(folded.text, talk), _without(folded.scripts, talk)
    rest = analysis.Folded(text, scripts, folded.offsets)
    return rest, list(names.find(rest, forms))


def _cued(
    folded: analysis.Folded, mentions: Iterable[names.Mention], cues: str | tuple[str, ...]
) -> list[tuple[int, int]]:
    """Where a text says what begins with one of `cues`; empty if it says nothing else."""
    spans = [(mention.start, mention.end) for mention in mentions if _is_cue(mention, cues)]
    return spans if _without(folded.text, spans).strip() else []


def _is_cue(mention: names.Mention, cues: str | tuple[str, ...]) -> bool:
    return any(concept.startswith(cues) for concept in mention.concepts)


def _is_denied(folded: analysis.Folded, mention: names.Mention) -> bool:
    return names.is_denied(folded.text, mention.start, mention.end)


def _is_within(part: analysis.Token | names.Mention, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= part.start and part.end <= end for start, end in spans)


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
