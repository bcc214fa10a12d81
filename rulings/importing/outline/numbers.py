"""The numbers of rules, in the styles in which documents print them.

A table says what each style looks like; a new style is a new row. Full-width and narrow characters
count alike (``１－２`` is ``1-2``), while the words after the number stay as they are printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulings.ids import COUNT, counted

POINTED, ARTICLE, PLAIN, CHAPTER = "pointed", "article", "plain", "chapter"
PARAGRAPH, ITEM, LETTER = "paragraph", "item", "letter"

_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NARROW |= dict.fromkeys(map(ord, "‐‑‒–—―−ー"), ord("-"))

_CIRCLED = {chr(0x2460 + number): number + 1 for number in range(20)}
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

_POINTS = r"(?P<a>\d{1,4}(?:[.-]\d{1,4}){1,5})"
_RULE = r"(?:(?:[Rr]ule|[Ss]ection|§) ?)?"
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


_SEPARATOR = re.compile(r"[.-]")
_ARTICLE_NUMBER = rf"第(?P<a>{COUNT})条(?:の(?P<inserted>{COUNT}))?"
_SUBRULE = re.compile(rf"{_RULE}{_POINTS}(?P<letter>[A-Za-z])(?![A-Za-z0-9])[.:)、]{{0,2}}")
_LETTER_APART = re.compile(rf"{_POINTS} (?P<letter>[a-z])[.:)]?(?=\s|$)")
_FIRST_WORD = re.compile(r"(?P<a>\d{1,4})(?=\s)")

_STYLES = (
    (ARTICLE, re.compile(rf"{_ARTICLE_NUMBER}(?:第?(?P<b>{COUNT})項)?[.:]?")),  # 第3条の2第1項
    (CHAPTER, re.compile(rf"第(?P<a>{COUNT})[部編章節][.:]?")),  # 第一章
    (CHAPTER, re.compile(r"(?i:chapter|part|book) (?P<a>\d{1,3}|[ivxlcIVXLC]{1,6})\b[.:)-]?")),
    (PARAGRAPH, re.compile(rf"第?(?P<a>{COUNT})項[.:]?{_END}")),
    (ITEM, re.compile(rf"第?(?P<a>{COUNT})号[.:]?{_END}")),
    (POINTED, _SUBRULE),  # 1.2a
    (POINTED, re.compile(rf"{_POINTS}[.](?P<letter>[a-z])(?=[\s.:)]|$)")),  # 1.2.a
    (POINTED, _LETTER_APART),  # 1.2 a
    (POINTED, re.compile(rf"{_RULE}{_POINTS}(?![A-Za-z0-9]|[.-]\d)[.:)、]{{0,2}}")),  # 1.2
    (PLAIN, re.compile(r"(?:[Rr]ule|[Ss]ection|[Aa]rticle|§) ?(?P<a>\d{1,4})(?:[.:)]|(?=\s|$))")),
    (PLAIN, re.compile(r"(?P<a>\d{1,4})(?:[.:)、](?!\d)|(?=$|\u3000|\t|\s\s))")),  # 3.
    (PLAIN, _FIRST_WORD),  # 3 cards
    (ITEM, re.compile(r"\((?P<a>\d{1,4})\)")),
    (ITEM, re.compile(r"(?P<a>[①-⑳])")),
    (ITEM, re.compile(r"(?P<a>[一二三四五六七八九十]{1,3})(?=[、\u3000])、?")),
    (LETTER, re.compile(r"\((?P<letter>[a-zA-Z])\)")),
    (LETTER, re.compile(r"(?P<letter>[a-z])[.)](?=\s|$)")),
    (ITEM, re.compile(r"\((?P<a>[ivx]{1,5})\)")),
)
"""Each style and what it looks like, the likeliest first."""
_WEAK = (_LETTER_APART, _FIRST_WORD)


def read(line: str) -> Iterator[Mark]:
    """All ways to read the head of a line as a number, the likeliest first."""
    narrow = line.translate(_NARROW)
    for style, pattern in _STYLES:
        if match := pattern.match(narrow):
            found = match.groupdict()
            parts = tuple(
                number
                for key in ("a", "b")
                if found.get(key)
                for number in map(_number, _SEPARATOR.split(found[key]))
            )
            letter = (found.get("letter") or "").lower()
            if inserted := found.get("inserted"):
                letter = chr(ord("a") + _number(inserted) - 1)  # 第3条の2 is 3b
            text = line[match.end() :].strip()
            printed = line[: match.end()].strip()
            yield Mark(style, parts, letter, text, printed, pattern in _WEAK)


def _number(written: str) -> int:
    """The value of ``12``, ``十二``, ``⑫`` or ``xii``."""
    if written in _CIRCLED:
        return _CIRCLED[written]
    if written[0].lower() in _ROMAN:
        return _roman(written.lower())
    return counted(written)


def _roman(written: str) -> int:
    values = [_ROMAN[mark] for mark in written]
    return sum(
        -value if value < after else value
        for value, after in zip(values, [*values[1:], 0], strict=True)
    )


def letter_after(letter: str) -> tuple[str, ...]:
    """The letters that may follow one; many documents skip l and o, which look like 1 and 0."""
    following = chr(ord(letter) + 1) if letter else "a"
    return (following, chr(ord(following) + 1)) if following in "lo" else (following,)


def written(parts: tuple[int, ...], letter: str = "") -> str:
    """A number as a book writes it: ``1.2.3a``."""
    return ".".join(map(str, parts)) + letter
