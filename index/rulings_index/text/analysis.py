"""Folding and tokens: what makes two spellings of the same words the same.

Text is folded (width, case, kana, marks) with a map back to the original, then cut into tokens
whose weight depends on the script they were written in before folding. There is no dictionary:
kana and kanji become bigrams, Latin words lose their inflection, rule numbers stay whole.
"""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from rulings.ids import counted
from rulings_index import weights
from rulings_index.text.stems import NUMBERS, stem

KATAKANA, HIRAGANA, KANJI, LATIN, DIGIT, OTHER = "khjld "

LONG_MARKS = frozenset("ー〜～〰")
DASHES = frozenset("-－‐‑‒–—―−")
DROPPED = LONG_MARKS | frozenset("・&゙゚゛゜'’`´")

SMALL_KANA = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
_KATAKANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
LARGE_KANA = str.maketrans(SMALL_KANA)
KANJI_DIGITS = dict(zip("〇一二三四五六七八九", "0123456789", strict=True))
_KANJI_NUMERALS = frozenset("十百").union(KANJI_DIGITS)
with open(os.path.join(os.path.dirname(__file__), "numbers.txt"), encoding="utf-8") as _file:
    NUMBER_WORDS = {**NUMBERS, **dict(map(str.split, _file))}
TENS_AND_ONES = (
    "(?<![a-z])((?:twen|thir|for|fif|six|seven|eigh|nine)ty)[ -]"
    "(one|two|three|four|five|six|seven|eight|nine)(?![a-z])"
)
HUNDREDS = "(?<![a-z0-9])([1-9]|an?) hundred(?:(?: and)? ([1-9][0-9]?))?(?![a-z0-9])"
_JOINED = frozenset("'’\u3099\u309a\uff9e\uff9f").union(map(chr, range(0x300, 0x370)))
"""What may form one character with the one before or after it."""
_IN_CONTEXT = DASHES | {"々"}
"""Characters whose folding depends on their neighbours."""

# Patterns that few questions need, compiled when they are first used
# every character with the marks that follow it, and an English genitive's 's as one
_CLUSTER = "(?:['’]s(?![A-Za-z])|(?s:.))[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*"
_ONES = "[〇一二三四五六七八九]"
_KANJI_NUMBER = f"(?=[〇一二三四五六七八九十百])(?:{_ONES}?百)?(?:{_ONES}?十)?{_ONES}?"
COUNTED_KANJI = f"{_KANJI_NUMBER}(?=[人匹枚回体個点番目つ組巡周枠段度手ヶヵか])"
LONE_KANJI_NUMBER = f"(?<![一-鿿]){_KANJI_NUMBER}(?![一-鿿])"
RULE_NUMBER = r"(?<![a-z0-9])[0-9]{1,4}(?:\.[0-9]{1,4})+[a-z]?(?![a-z])"
PAIR = "\x04"
"""First character of a term that stands for two words side by side."""

UNSELECTIVE = HIRAGANA, HIRAGANA + KANJI, KANJI + HIRAGANA
"""The scripts of terms that never weigh enough to be looked for in single phrasings."""

WORD_SCRIPTS = frozenset(LATIN + DIGIT)
"""The scripts of Latin words and numbers, which are cut at spaces."""

UNIT = re.compile(f"[{LATIN}{DIGIT}]+|[^{LATIN}{DIGIT}{OTHER}]")
"""The scripts of a Latin word or of one wide character."""

_PIECES = re.compile(f"[{LATIN}{DIGIT}]+|[{HIRAGANA}{KATAKANA}{KANJI}]+")
_LETTERS_OR_DIGITS = re.compile(r"\d+|[a-z]+")


class Folded(NamedTuple):
    """Folded text: `text`, the script of each character before folding, and its old offset."""

    text: str
    scripts: str
    offsets: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the folded characters from `start` to `end` stood in the original text."""
        return self.offsets[start], self.offsets[end]


class Token(NamedTuple):
    """A searchable unit: its text, its weight by script, and where it stands in the folded text."""

    text: str
    weight: float
    start: int
    end: int


@lru_cache(maxsize=1024)
def fold(text: str) -> Folded:
    """Fold text, keeping the script and the offset of every character that remains."""
    if text.isascii() and DROPPED.isdisjoint(text) and "-" not in text:
        plain = text.lower()
        return Folded(plain, plain.translate(_ASCII_SCRIPTS), tuple(range(len(plain) + 1)))
    clusters = text if _JOINED.isdisjoint(text) else re.findall(_CLUSTER, text)
    starts = [*accumulate(map(len, clusters), initial=0)]
    pieces = [*map(_fold_cluster, clusters)]
    for at, cluster in () if _IN_CONTEXT.isdisjoint(text) else enumerate(clusters):
        if cluster == "々":
            earlier = (pieces[place] for place in range(at - 1, -1, -1))
            before = next((piece for piece in earlier if piece[0]), pieces[at])
            pieces[at] = before[0][-1], before[1][-1]
        elif cluster in DASHES and not text[starts[at] + 1 : starts[at] + 2].isdecimal():
            pieces[at] = " ", OTHER
    folded_text, folded_scripts = map("".join, zip(*pieces, strict=True))
    offsets = [start for start, piece in zip(starts, pieces, strict=False) for _ in piece[0]]
    folded = Folded(folded_text, folded_scripts, (*offsets, len(text)))
    return folded if _KANJI_NUMERALS.isdisjoint(folded_text) else _digits_before_counters(folded)


def fold_text(text: str) -> str:
    """Only the text of `fold`."""
    return fold(text).text


def letters_of(text: str) -> str:
    """A folded text without spaces and punctuation, to compare texts that may differ in these."""
    return "".join(filter(str.isalnum, fold_text(text)))


@lru_cache(maxsize=8192)
def _fold_cluster(cluster: str) -> tuple[str, str]:
    """The folded form of one character with its marks, and the script of each part of it."""
    if len(cluster) == 2 and cluster[1] == "s":  # an English genitive: boss's is boss
        return "", ""
    whole = unicodedata.normalize("NFKC", cluster).lower().replace("ß", "ss")
    plain = "".join(character for character in whole if character not in DROPPED)
    if not plain:
        return "", ""
    if not plain.isascii() and _script(plain[0]) == OTHER:
        decomposed = unicodedata.normalize("NFD", plain)
        plain = "".join(char for char in decomposed if unicodedata.category(char)[0] != "M")
    hiragana = plain.translate(_KATAKANA).translate(LARGE_KANA)
    return hiragana, "".join(map(_script, plain))


def _script(character: str) -> str:
    if "ぁ" <= character <= "ゟ":
        return HIRAGANA
    if "ァ" <= character <= "ヿ" and character not in LONG_MARKS:
        return KATAKANA
    if "㐀" <= character <= "鿿" or "豈" <= character <= "﫿" or "𠀀" <= character <= "\U0003ffff":
        return KANJI
    if "a" <= character <= "z":
        return LATIN
    if "0" <= character <= "9":
        return DIGIT
    return OTHER


_ASCII_SCRIPTS = {code: _script(chr(code)) for code in range(128)}


def _digits_before_counters(folded: Folded) -> Folded:
    """Digits for kanji numbers: people type 二匹 and 2匹 alike."""
    text, scripts, offsets = folded
    for number in reversed([*re.finditer(COUNTED_KANJI, text)]):
        start, end = number.span()
        digits = str(counted(number[0]))
        text = text[:start] + digits + text[end:]
        scripts = scripts[:start] + DIGIT * len(digits) + scripts[end:]
        offsets = (*offsets[:start], *[offsets[start]] * len(digits), *offsets[end:])
    return Folded(text, scripts, offsets)


def _hundreds(match: re.Match[str]) -> str:
    return (match[1].strip("an") or "1") + (match[2] or "").rjust(2, "0")


def in_digits(text: str) -> str:
    """A folded text with digits for the words of numbers."""
    if not _KANJI_NUMERALS.isdisjoint(text):
        text = re.sub(LONE_KANJI_NUMBER, lambda match: str(counted(match[0])), text)
    number = NUMBER_WORDS.get
    text = re.sub(TENS_AND_ONES, lambda match: number(match[1], "")[0] + number(match[2], ""), text)
    text = re.sub("[a-z]+", lambda match: number(match[0], match[0]), text)
    return re.sub(HUNDREDS, _hundreds, text)


@lru_cache(maxsize=1024)  # each game of a question asks for them
def tokens(folded: Folded) -> Sequence[Token]:
    """The tokens of folded text, in order."""
    return tuple(_tokens(folded))


def _tokens(folded: Folded) -> Iterator[Token]:
    numbers = list(re.finditer(RULE_NUMBER, folded.text)) if "." in folded.text else []
    for number in numbers:
        yield Token(number[0], weights.WORD, *number.span())
    for run in _PIECES.finditer(folded.scripts):
        start, end = run.span()
        if numbers and any(number.start() <= start < number.end() for number in numbers):
            continue
        if folded.scripts[start] in WORD_SCRIPTS:
            yield from _latin_tokens(folded, start, end)
        else:
            yield from _wide_tokens(folded, start, end)


def terms_of(folded: Folded, inflected: Mapping[str, str]) -> list[Token]:
    """The tokens of folded text, `inflected` forms as their term, without words of grammar."""
    if not inflected:
        return list(tokens(folded))
    words = (
        token._replace(text=inflected[token.text]) if token.text in inflected else token
        for token in tokens(folded)
    )
    return [word for word in words if word.text]


@lru_cache(maxsize=65536)  # a book says the same words many times
def is_telling(term: str) -> bool:
    """Whether a term is a word that tells phrasings apart: no grammar, name, sound or pair."""
    return term[0] >= " " and is_selective(term)


def is_selective(term: str) -> bool:
    """Whether a term can weigh enough in a question to be looked for in single phrasings."""
    return "".join(map(_script, term)) not in UNSELECTIVE


def pairs(words: Iterable[Token]) -> Iterator[Token]:
    """Each two Latin words side by side: their order tells "the first player's last turn" from "the
    last player's first turn".
    """
    for first, second in pairwise(token for token in words if token.text.isascii()):
        if second.start == first.end + 1:
            yield Token(f"{PAIR}{first.text} {second.text}", 1.0, first.start, second.end)


def _latin_tokens(folded: Folded, start: int, end: int) -> Iterator[Token]:
    word = folded.text[start:end]
    if word.isdigit():
        yield Token(word.lstrip("0") or "0", weights.NUMBER, start, end)
        if folded.scripts[end : end + 1] in (KANJI, HIRAGANA, KATAKANA):  # 4人, 2匹
            yield Token(folded.text[start : end + 1], weights.COUNTED, start, end + 1)
        return
    yield Token(stem(word), weights.WORD, start, end)
    if not word.isalpha():  # hp20 is also hp and 20
        for part in _LETTERS_OR_DIGITS.finditer(word):
            weight = weights.NUMBER if part[0].isdigit() else weights.WORD
            yield Token(stem(part[0]), weight, start + part.start(), start + part.end())


def _wide_tokens(folded: Folded, start: int, end: int) -> Iterator[Token]:
    text, scripts = folded.text, folded.scripts
    if end - start == 1:
        weight = weights.WORD if scripts[start] == KANJI else weights.SINGLE_KANA
        yield Token(text[start], weight, start, end)
        return
    for at in range(start, end - 1):
        weight = weights.BIGRAM_WEIGHTS.get(scripts[at : at + 2], weights.MIXED_BIGRAM)
        yield Token(text[at : at + 2], weight, at, at + 2)
    for at in range(start, end):
        if scripts[at] == KANJI:
            is_stem = scripts[at + 1 : at + 2] == HIRAGANA and scripts[at - 1 : at] != KANJI
            weight = weights.INFLECTED_KANJI if is_stem else weights.SINGLE_KANJI
            yield Token(text[at], weight, at, at + 1)
