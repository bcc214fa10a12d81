"""Latin letters to kana, in the spellings that people type.

Hepburn and Kunrei (``shi``/``si``, ``tsu``/``tu``, ``ji``/``zi``), long vowels (``ou``, ``oo``,
``ō``), ``nn`` and ``n'``, doubled consonants. A word that does not parse to its end is no romaji.
"""

from __future__ import annotations

from functools import lru_cache

_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "t": "たちつてと",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "r": "らりるれろ",
    "l": "らりるれろ",
    "w": "わゐうゑを",
}
_GLIDES = {
    "ky": "き", "gy": "ぎ", "sy": "し", "zy": "じ", "ty": "ち", "dy": "ぢ", "ny": "に", "hy": "ひ",
    "by": "び", "py": "ぴ", "my": "み", "ry": "り", "ly": "り", "sh": "し", "ch": "ち", "j": "じ",
    "jy": "じ", "cy": "ち",
}  # fmt: skip
_SPECIAL = """
shi し chi ち tsu つ fu ふ ji じ ya や yu ゆ yo よ fa ふぁ fi ふぃ fe ふぇ fo ふぉ va ゔぁ vi ゔぃ
vu ゔ ve ゔぇ vo ゔぉ thi てぃ dhi でぃ she しぇ je じぇ che ちぇ tsa つぁ tsi つぃ tse つぇ
tso つぉ wi うぃ we うぇ wo を ca か cu く co こ du づ dzu づ kwa くぁ gwa ぐぁ yi い ye いぇ
"""


def _syllables() -> dict[str, str]:
    table = {
        consonant + vowel: kana
        for consonant, row in _ROWS.items()
        for vowel, kana in zip("aiueo", row, strict=True)
    }
    for glide, kana in _GLIDES.items():
        for vowel, small in zip("auo", "ゃゅょ", strict=True):
            table[glide + vowel] = kana + small
    special = _SPECIAL.split()
    return table | dict(zip(special[::2], special[1::2], strict=True))


SYLLABLES = _syllables()
LONGEST_SYLLABLE = max(map(len, SYLLABLES))
VOWELS = {"あ": "a", "い": "i", "う": "u", "え": "e", "お": "o"}
LONG_VOWELS = {"aa", "ii", "uu", "ee", "oo", "ou"}
VOWEL_OF = {kana: syllable[-1] for syllable, kana in SYLLABLES.items() if len(kana) == 1} | {
    "ゃ": "a",
    "ゅ": "u",
    "ょ": "o",
}


@lru_cache(maxsize=4096)
def to_kana(word: str) -> str | None:
    """Hiragana for a Latin word in small letters, or None where it is no romaji."""
    kana: list[str] = []
    at = 0
    while at < len(word):
        letter, after = word[at], word[at + 1 : at + 2]
        if letter == "n" and (after == "" or after not in "aiueoy"):
            kana.append("ん")
            at += 2 if after == "n" and word[at + 2 : at + 3] not in tuple("aiueoy") else 1
            continue
        if letter not in "aiueon" and (letter == after or word[at : at + 3] == "tch"):
            kana.append("っ")
            at += 1
            continue
        size = _match(word, at)
        if not size:
            return None
        kana.append(SYLLABLES[word[at : at + size]])
        at += size
    return "".join(kana)


def _match(word: str, at: int) -> int:
    for size in range(min(LONGEST_SYLLABLE, len(word) - at), 0, -1):
        if word[at : at + size] in SYLLABLES:
            return size
    return 0


def without_long_vowels(kana: str) -> str:
    """Kana without the second half of its long vowels: katakana's ー is dropped in folding."""
    out: list[str] = []
    for character in kana:
        before = VOWEL_OF.get(out[-1], "") if out else ""
        vowel = VOWELS.get(character, "")
        if vowel and before + vowel in LONG_VOWELS:
            continue
        out.append(character)
    return "".join(out)
