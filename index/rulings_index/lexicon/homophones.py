"""Wrong kanji: replaced by one of the same sound that a game uses with the same neighbours.

A keyboard offers kanji by their sound, and players take the first one. Where a pair of kanji, or
the kanji of a verb, does not occur in the game, one that sounds alike may be meant.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

from rulings_index.lexicon import spelling
from rulings_index.lexicon.wordlists import sound_alikes
from rulings_index.text.analysis import HIRAGANA, KANJI, KANJI_DIGITS, fold
from rulings_index.weights import LIKELY_KANJI, LIKELY_PAIR

Frequency = Callable[[str], int]
"""In how many entries a term occurs."""

PARTICLES = frozenset("はがをにでとものへや")
"""Kana that follow any word, so that they tell nothing of the kanji before."""


def respelt(text: str, frequency: Frequency) -> str:
    """A text with its wrong kanji put right; as it was where there are none."""
    folded = fold(text)
    right = list(folded.text)
    meant = cache(partial(_meant, frequency))  # pasted texts repeat
    for at in range(len(right) - 1):
        scripts = folded.scripts[at : at + 2]
        if not {*right[at : at + 2]}.isdisjoint(KANJI_DIGITS):
            continue
        if scripts == KANJI * 2:
            pair = right[at] + right[at + 1]
            right[at : at + 2] = meant(pair, *_stay(right, folded.scripts, at, frequency))
        elif scripts == KANJI + HIRAGANA and folded.scripts[max(0, at - 1) : at] != KANJI:
            right[at] = _before_kana(right[at], right[at + 1], frequency)
    wrong = [at for at, kanji in enumerate(folded.text) if right[at] != kanji]
    return spelling.apply(text, ((*folded.span(at, at + 1), right[at]) for at in wrong))


def _stay(right: Sequence[str], scripts: str, at: int, frequency: Frequency) -> tuple[bool, bool]:
    """Whether each of two kanji is in another known pair, so that it is not replaced."""
    before = right[at - 1] + right[at] if at and scripts[at - 1] == KANJI else ""
    follows = "".join(right[at + 2 : at + 3])
    goes_on = scripts[at + 2 : at + 3] in (KANJI, HIRAGANA) and follows not in PARTICLES
    after = right[at + 1] + follows if goes_on else ""
    return bool(before and frequency(before)), bool(after and frequency(after))


def _meant(frequency: Frequency, pair: str, first_stays: bool, second_stays: bool) -> str:
    """Two kanji, or those that are meant: one of them replaced, or both if that pair is common."""
    if frequency(pair):
        return pair
    compounds, _ = sound_alikes()
    firsts = [] if first_stays else _alike(pair[0], compounds)
    seconds = [] if second_stays else _alike(pair[1], compounds)
    single = [alike + pair[1] for alike in firsts] + [pair[0] + alike for alike in seconds]
    both = [left + right for left in firsts for right in seconds]
    single_pair = _likeliest(single, LIKELY_KANJI, frequency)
    return single_pair or _likeliest(both, LIKELY_PAIR, frequency) or pair


def _before_kana(kanji: str, follows: str, frequency: Frequency) -> str:
    """The kanji of a verb or of a word before a particle, or the kanji that is meant."""
    if frequency(kanji + follows):
        return kanji
    least = LIKELY_PAIR if frequency(kanji) or follows in PARTICLES else LIKELY_KANJI
    compounds, stems = sound_alikes()
    groups = [*stems, *(compounds if follows in PARTICLES else ())]
    meant = (alike + follows for alike in _alike(kanji, groups))
    return (_likeliest(meant, least, frequency) or kanji)[0]


def _likeliest(pairs: Iterable[str], least: int, frequency: Frequency) -> str:
    """The most frequent pair (the first of equals) of those that occur `least` times, if any."""
    often = [pair for pair in pairs if frequency(pair) >= least]
    return max(often, key=frequency, default="")


def _alike(kanji: str, groups: Iterable[str]) -> list[str]:
    """The kanji that sound like one, in the order of the list."""
    alike = dict.fromkeys(other for group in groups if kanji in group for other in group)
    return [other for other in alike if other != kanji]
