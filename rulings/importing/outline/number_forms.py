"""The numbers of rules: the styles in which documents print them, and which follows which.

A table says what each style looks like; a new style is a new row. Full-width and narrow characters
count alike (``１－２`` is ``1-2``), while the words after the number stay as they are printed.
"""

import re
import unicodedata
from collections.abc import Container, Iterator
from enum import Enum
from typing import NamedTuple

from rulings.ids import COUNT, counted

POINTED, ARTICLE, PLAIN, CHAPTER = "pointed", "article", "plain", "chapter"
PARAGRAPH, ITEM, LETTER, LISTED = "paragraph", "item", "letter", "listed"
WHOLE = (POINTED, ARTICLE, PLAIN)
OF_RULES = (POINTED, ARTICLE, CHAPTER, PARAGRAPH)
"""The styles of whole numbers, and those that never count the items of a list."""
ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "イロハニホヘトチリヌルヲ", "アイウエオカキクケコ")
_KANA = "".join(ALPHABETS[1:])
_COUNTED = (
    "i ii iii iv v vi vii viii ix x xi xii",
    "one two three four five six seven eight nine ten",
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "erst zweit dritt viert fünft sechst siebt acht neunt zehnt",
)
_NUMBER_OF = {word: at for words in _COUNTED for at, word in enumerate(words.split(), 1)}
_ANY_ROMAN = _COUNTED[0].replace(" ", "|")
_ANY_WORD = f"(?P<a>{'|'.join(_NUMBER_OF)})(?:e[rs]?)?"  # Zweiter, Zweites

_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NARROW |= dict.fromkeys(map(ord, "‐‑‒–—―−ー"), ord("-"))
_WIDE = re.compile(f"[{''.join(map(chr, _NARROW))}]")

_POINTS = r"(?P<a>\d{1,4}(?:[.-]\d{1,4}){1,5})"
_RULE = r"(?:(?:[Rr]ule|[Ss]ection|§) ?)?"
_CLOSE = r"(?:[.:)]|(?=\s|$))"
_END = r"(?=[\s\u3000]|$|[^\x00-\x7f])"


class Mark(NamedTuple):
    """A number at the head of a line: its style, and the `text` behind it.

    `parts` is the whole number for `POINTED` and `ARTICLE`, the last part of it for the others.
    A `weak` mark may also be the first word of a sentence: ``3 cards are drawn``.
    """

    style: str
    parts: tuple[int, ...]
    letter: str
    text: str
    printed: str
    weak: bool = False

    @property
    def place(self) -> "Place":
        """Its own number, without the numbers above it."""
        return self.parts, self.letter

    @property
    def cites(self) -> bool:
        """Whether a part of the rule is named right behind its number: ``§ 3 Satz 1``."""
        return bool(_PART_CITED.match(self.text))


NO_MARK = Mark("", (), "", "", "")
"""What a line without a number begins with."""
Place = tuple[tuple[int, ...], str]
"""The parts of a number, and its letter."""

_SEPARATOR = re.compile(r"[.-]")
_ARTICLE_NUMBER = rf"第(?P<a>{COUNT})条(?:の(?P<inserted>{COUNT}))?"
_ARTICLE_WORD = r"(?:(?i:article|artikel|artículo|articolo|artigo|art\.) ?|§ ?)"
_CHAPTER_WORD = "(?i:chapter|part|book|kapitel|teil|abschnitt|buch|chapitre|partie|capítulo|parte)"
_SUBRULE = re.compile(rf"{_RULE}{_POINTS}(?P<letter>[A-Za-z])(?![A-Za-z0-9])[.:)、]{{0,2}}")
_LETTER_APART = re.compile(rf"{_POINTS} (?P<letter>[a-z])[.:)]?(?=\s|$)")
_WESTERN = re.compile(rf"{_ARTICLE_WORD}(?P<a>\d{{1,4}})(?![.-]\d) ?(?P<letter>[a-z])?{_CLOSE}")
_FIRST_WORD = re.compile(r"(?P<a>\d{1,4})(?=\s)")
_PART_CITED = re.compile(
    r"(?:Abs\.|Absatz|S\.|Satz|Nr\.|Nummer|lit\.|Buchst\.|Buchstabe) ?(?:\d{1,3}[a-z]?|[a-z])\b"
)
_ABBREVIATION = re.compile(r"[^\W\d_]\. ?[^\W\d_]\.")  # z. B.

_STYLES = (
    (ARTICLE, re.compile(rf"{_ARTICLE_NUMBER}(?:第?(?P<b>{COUNT})項)?[.:]?")),  # 第3条の2第1項
    (CHAPTER, re.compile(rf"第(?P<a>{COUNT})[部編章節][.:]?")),  # 第一章
    (ARTICLE, _WESTERN),  # § 4a
    (CHAPTER, re.compile(rf"{_CHAPTER_WORD} (?P<a>\d{{1,3}})\b[.:)-]?")),
    (CHAPTER, re.compile(rf"{_CHAPTER_WORD} (?i:{_ANY_WORD})\b[.:)-]?")),  # Part Two
    (CHAPTER, re.compile(rf"(?i:{_ANY_WORD}) {_CHAPTER_WORD}\b[.:)-]?")),  # Zweiter Teil
    (PARAGRAPH, re.compile(rf"第?(?P<a>{COUNT})項[.:]?{_END}")),
    (ITEM, re.compile(rf"第?(?P<a>{COUNT})号[.:]?{_END}")),
    (POINTED, _SUBRULE),  # 1.2a
    (POINTED, re.compile(rf"{_POINTS}[.-](?P<letter>[a-z])(?:[.:)]|(?=\s|$))")),  # 1.2.a
    (POINTED, _LETTER_APART),  # 1.2 a
    (POINTED, re.compile(rf"{_RULE}{_POINTS}(?![A-Za-z0-9]|[.-]\d)[.:)、]{{0,2}}")),  # 1.2
    (PLAIN, re.compile(rf"(?:[Rr]ule|[Ss]ection) ?(?P<a>\d{{1,4}}){_CLOSE}")),
    (PLAIN, re.compile(r"(?P<a>\d{1,4})(?:[.:)、](?!\d)|(?=$|\u3000|\t|\s\s))")),  # 3.
    (PLAIN, _FIRST_WORD),  # 3 cards
    (ITEM, re.compile(r"\((?P<a>\d{1,4})(?P<letter>[a-zA-Z])?\)")),  # (2a)
    (ITEM, re.compile(r"(?P<a>[①-⑳])")),
    (ITEM, re.compile(r"(?P<a>[一二三四五六七八九十]{1,3})(?=[、\s])、?")),
    (LETTER, re.compile(r"\((?P<letter>[a-zA-Z])\)")),
    (LETTER, re.compile(r"(?P<letter>[a-z])[.)](?=\s|$)")),
    (LISTED, re.compile(rf"\(?(?P<letter>[{_KANA}])(?:[)、.]|(?=\s))")),
    (LISTED, re.compile(rf"(?i:\(?(?P<a>{_ANY_ROMAN})[.)])(?=\s|$)")),  # II. (iv)
    (LISTED, re.compile(r"(?P<a>[㈠-㈩Ⅰ-Ⅻⅰ-ⅻ])")),
    (LISTED, re.compile(r"(?P<letter>[A-Z])(?:[.)]|[.-](?P<a>\d{1,3}(?:[.-]\d{1,3}){0,3}))(?=\s)")),
)
"""Each style and what it looks like, the likeliest first."""
_WEAK = (_LETTER_APART, _FIRST_WORD)


def read(line: str) -> Iterator[Mark]:
    """All ways to read the head of a line as a number, the likeliest first."""
    plain = narrow(line)
    for style, pattern in () if _ABBREVIATION.match(plain) else _STYLES:
        if match := pattern.match(plain):
            groups = match.groupdict()
            number = ".".join(filter(None, map(groups.get, ("a", "b"))))
            parts = tuple(map(_number, _SEPARATOR.split(number))) if number else ()
            letter = (groups.get("letter") or "").lower()
            if inserted := groups.get("inserted"):
                at = _number(inserted)
                letter = ALPHABETS[0][at - 1 : at]  # 第3条の2 is 3b; there is none beyond z
            text = line[match.end() :].strip()
            printed = line[: match.end()].strip()
            yield Mark(style, parts, letter, text, printed, pattern in _WEAK)


def narrow(text: str) -> str:
    """A text with full-width letters, digits and dashes as narrow ones; as many characters."""
    return text.translate(_NARROW) if _WIDE.search(text) else text


def _number(written: str) -> int:
    """The value of ``12``, ``十二``, ``⑫``, ``XII`` or ``Two``."""
    if number := _NUMBER_OF.get(written.lower()):
        return number
    return int(unicodedata.numeric(written)) if len(written) == 1 else counted(written)


def written(parts: tuple[int, ...], letter: str = "") -> str:
    """A number as a book writes it: ``1.2.3a``."""
    return ".".join(map(str, parts)) + letter


class Fit(Enum):
    """How a number relates to those before it; the value is the message for an odd one."""

    NEXT = ""
    GAP = "{name} comes without {before} before it"
    ORDER = "{name} is out of order: it comes after {last}"
    NOWHERE = "{printed} belongs nowhere; kept in the text before it"
    TWICE = "{name} is used twice, first in line {first}; kept in the text before it"


def fit(place: Place, last: Place, current: Place, known: Container[str]) -> Fit:
    """How `place` stands to the `last` number in order, the `current` one, and those `known`."""
    if follows(last, place) or follows(current, place):
        return Fit.NEXT
    above = place[0] if place[1] else place[0][:-1]
    has_parent = written(above) in known
    if place > last:
        top, before = place[0][0], last[0][0]  # a number far away is a quantity
        near = top in (before, before + 1) or _new_hundred(top, before)
        return Fit.GAP if near or has_parent else Fit.NOWHERE
    return Fit.ORDER if has_parent or above in ((), last[0][:-1]) else Fit.NOWHERE


def follows(last: Place, place: Place) -> bool:
    """Whether `place` comes right after `last`: as its next sibling, or as the first below it."""
    (before, letter_before), (parts, letter) = last, place
    if letter and len(parts) == 1 and before[:1] == parts and before != parts:
        return letter in "ab"  # an article that was put in after this one: § 5a, 第5条の2
    if letter:
        step = ord(letter) - (ord(letter_before) if letter_before else ord("a") - 1)
        skips = chr(ord(letter) - 1) in "lo"  # which look like 1 and 0
        return parts == before and (step == 1 or (step == 2 and skips))
    if parts[: len(before)] == before:
        inserted = letter_before and len(before) == 1  # 第5条第1項 is not below 第5条の2
        return not inserted and len(parts) == len(before) + 1 and parts[-1] <= 1
    if before[: len(parts)] == parts:
        return False  # the same, or what it stands under
    level = next(level for level, part in enumerate(parts) if part != before[level])
    first = parts[level] == before[level] + 1 or (level == 0 and _new_hundred(parts[0], before[0]))
    # a section may begin with its first rule; deeper rules come after the one they stand under
    rest = parts[level + 1 :]
    return first and (not rest or (level == 0 and len(rest) == 1 and rest[0] <= 1))


def before(place: Place) -> str:
    """The number right before another: 5.3 before 5.4, 5.3a before 5.3b."""
    parts, letter = place
    if letter:
        return written(parts, "" if letter == "a" else chr(ord(letter) - 1))
    return written(parts[:-1] if parts[-1] <= 1 else (*parts[:-1], parts[-1] - 1))


def _new_hundred(top: int, last: int) -> bool:
    return top > last and top >= 100 and top % 100 <= 1
