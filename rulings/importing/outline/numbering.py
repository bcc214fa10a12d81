"""From the mark at the head of a line to the number of a rule, by the lines before and after it.

The same mark means different things in different documents: ``2.`` is a section above 2.1, a rule
where no number has points, paragraph 2 of an article, or an item of a list.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Sequence

from rulings.importing.documents.lines import Line
from rulings.importing.outline.numbers import (
    ARTICLE,
    CHAPTER,
    ITEM,
    LETTER,
    PARAGRAPH,
    PLAIN,
    POINTED,
    Mark,
    written,
)
from rulings.importing.outline.order import Fit, Place, fit, follows
from rulings.importing.outline.paragraphs import looks_like_heading

_DATE = re.compile(r"(?:19|20)\d\d[.-]\d{1,2}[.-]\d{1,2}(?!\d)")
_FIRST: Place = ((0,), "")
_DEEPEST, _MOST_MISSING = 5, 5


class Numbering:
    """Knows the numbers of a document, and where the reading of it stands."""

    def __init__(self, lines: Sequence[Line], marks: Sequence[Sequence[Mark]]) -> None:
        """`marks` are the readings of each line."""
        self._lines = lines
        self.base = _base_style(marks)
        self._hundreds = _counts_in_hundreds(marks)
        self._numbers = self._all_numbers(marks)
        self._numbered = [at for at, mark in enumerate(self._numbers) if mark]
        self._articles = [
            at for at, mark in enumerate(self._numbers) if mark and mark.style == ARTICLE
        ]
        self._twos = [
            at
            for at, each in enumerate(marks)
            if any(m.style in (PARAGRAPH, PLAIN) and m.parts == (2,) and not m.weak for m in each)
        ]
        pointed = {mark.parts for each in marks for mark in each if mark.parts}
        self._siblings = Counter(parts[:-1] for parts in pointed)
        self.last, self._current = _FIRST, _FIRST
        self._items: list[str] = []
        self._listed, self._list_look, self._lost = 0, "", False
        self._starts = any(
            mark.parts and follows(_FIRST, (mark.parts, mark.letter))
            for each in marks
            for mark in each
            if mark.style == self.base and not mark.weak
        )

    def _all_numbers(self, marks: Sequence[Sequence[Mark]]) -> list[Mark | None]:
        """The number of each line; a weak one if what heads a section or chapter is right below."""
        numbers: list[Mark | None] = [None] * len(marks)
        below: Mark | None = None
        for at in range(len(marks) - 1, -1, -1):
            likeliest = sorted(marks[at], key=lambda mark: mark.weak)
            if likeliest and (not likeliest[0].weak or self._is_above(likeliest[0], below)):
                numbers[at] = likeliest[0]
            below = numbers[at] if self._lines[at].text else below
        return numbers

    def _is_above(self, mark: Mark, below: Mark | None) -> bool:
        """Whether a number that could be the first word of a sentence heads the next one."""
        if mark.style != PLAIN or not looks_like_heading(mark.text) or not below:
            return False
        chapter = self._hundreds and below.parts[:1] == (100 * mark.parts[0],)
        return chapter or (below.style == POINTED and below.parts[:1] == mark.parts)

    def place_of(self, mark: Mark, at: int, line: Line, before: str) -> Place | None:
        """The number that a mark in line `at` makes; None where it is a part of the text.

        `before` is the end of the text that stands before it.
        """
        heading = line.heading or self._numbers[at] == mark
        if line.verbatim or (mark.weak and not (mark.letter or heading)):
            return None
        if mark.style in (POINTED, ARTICLE):
            return None if _DATE.match(line.text) else (mark.parts, mark.letter)
        if mark.style == PLAIN and self.base != ARTICLE:
            return self._plain(mark, at, before)
        if self._lost or self._current == _FIRST:
            return None
        return self._below(mark, at, before)

    def judge(
        self, place: Place, mark: Mark, at: int, begins: bool, known: Container[str]
    ) -> Fit | None:
        """How a number fits those before it; None where the line goes on with a sentence."""
        if written(*place) in known:
            return Fit.TWICE if begins else None
        fits = fit(place, self.last, self._current, known)
        if place[0][1:] in ((2,), (1, 1)) and self._current == (place[0][:1], ""):
            fits = Fit.NEXT  # the unnumbered text of an article is its first paragraph
        if fits is Fit.NEXT:
            sentence = mark.text[:1].islower() or (mark.weak and not mark.letter)
            return fits if begins or not sentence else None
        if not begins or (mark.weak and mark.letter):
            return None  # `1.2 a player` is rule 1.2
        if self.last == _FIRST:
            return None if self._starts or self._siblings[place[0][:-1]] < 2 else Fit.GAP
        if fits is Fit.NOWHERE and place > self.last and self._surely_new(place, mark, at):
            return Fit.NEXT if self._hundreds else Fit.GAP
        return fits

    def lose(self, mark: Mark) -> None:
        """Note that a whole number has no place: the numbers below it have none either."""
        self._lost = mark.style in (POINTED, ARTICLE, self.base)

    def take(self, place: Place, mark: Mark) -> None:
        """Go on from this number."""
        self._current, self.last = place, max(self.last, place)
        self._listed, self._lost = 0, False
        if mark.style == ITEM:
            self._items = [*self._items[: self._depth(mark)], _look(mark)]
        elif mark.style != LETTER:
            self._items = []

    def chapter_above(self, mark: Mark, at: int) -> bool:
        """Whether a plain number heads a chapter of sections that are counted in hundreds.

        The next number must be that of its first section: other numbers stand in a rule's text.
        """
        if mark.style != PLAIN or not self._hundreds or not looks_like_heading(mark.text):
            return False
        if mark.weak and not (self._lines[at].heading or self._numbers[at] == mark):
            return False
        after, number = self._number_after(at), mark.parts[0]
        return after is not None and after.parts[0] // 100 == number > self.last[0][0] // 100

    def _plain(self, mark: Mark, at: int, before: str) -> Place | None:
        """A section or a rule; an item of a list in a rule's text is neither."""
        number, last = mark.parts[0], self.last[0][0]
        pointed = self.base == POINTED
        heads = number > last and self._heads((mark.parts, ""), at)
        is_next = number == last + 1
        starts_list = number == 1 and (before.endswith((":", "：")) or (pointed and last > 0))
        continues_list = self._listed > 0 and number == self._listed + 1
        if (starts_list or continues_list) and not (heads if pointed else is_next):
            self._listed = number
            return None
        if pointed and not heads:
            if self._hundreds:
                section = number >= 100 and looks_like_heading(mark.text)
            else:
                section = bool(mark.text) and (is_next or self._lines[at].heading > 0)
            return (mark.parts, "") if section else None
        return mark.parts, ""

    def _below(self, mark: Mark, at: int, before: str) -> Place | None:
        """A mark that counts below the current number."""
        if mark.style == LETTER:
            return self._letter(mark)
        if self._current[1] or self.base == POINTED or mark.style == CHAPTER:
            return None
        return self._item(mark, at) if mark.style == ITEM else self._paragraph(mark, at, before)

    def _letter(self, mark: Mark) -> Place | None:
        parts, letter = self._current
        place = (parts, mark.letter)
        if (letter or mark.letter in "ivx") and not follows(self._current, place):
            return None  # what stands below a letter stays in its text
        return place

    def _item(self, mark: Mark, at: int) -> Place | None:
        depth = self._depth(mark)
        parts = self._current[0]
        base = parts[: len(parts) - len(self._items) + depth]
        if len(base) == 1 and self.base == ARTICLE and self._second_paragraphs(at):
            base = (*base, 1)
        return ((*base, mark.parts[0]), "") if len(base) < _DEEPEST else None

    def _depth(self, mark: Mark) -> int:
        """How many lists stand above an item; one that looks like an open list belongs to it."""
        look = _look(mark)
        return self._items.index(look) if look in self._items else len(self._items)

    def _second_paragraphs(self, at: int) -> list[str]:
        """How the lines look that are numbered 2 in this article; the first few of them."""
        next_article = bisect_right(self._articles, at)
        end = self._articles[next_article] if next_article < len(self._articles) else sys.maxsize
        first = bisect_right(self._twos, at)
        twos = [each for each in self._twos[first : first + 3] if each < end]
        return [_look(mark) for each in twos if (mark := self._numbers[each])]

    def _paragraph(self, mark: Mark, at: int, before: str) -> Place | None:
        """``2項``, or a plain number where the next paragraph can be expected.

        Plain numbers may also count a list in a paragraph. What could be both is an item of it.
        """
        parts, number, look = self._current[0], mark.parts[0], _look(mark)
        paragraph = parts[1] if len(parts) > 1 else 0
        if mark.style == PLAIN:
            twos = self._second_paragraphs(at) if number == 1 and before and not paragraph else []
            comes_later = twos.count(look) != len(twos) or len(twos) > 1
            starts_list = number == 1 and (paragraph > 0 or self._listed > 0 or comes_later)
            continues_list = number == self._listed + 1 > 1 and look == self._list_look
            if starts_list or continues_list:
                self._listed, self._list_look = number, look
                return None
            if number > paragraph + 2:
                return None
        return (parts[0], number), ""

    def _heads(self, place: Place, at: int) -> bool:
        """Whether a section is meant: the next number has points and stands below it."""
        after = self._number_after(at)
        pointed = after is not None and after.style == POINTED
        return pointed and after is not None and after.parts[:1] == place[0]

    def _surely_new(self, place: Place, mark: Mark, at: int) -> bool:
        """Whether a number further on is a rule after missing ones, and not a quantity."""
        if self.base == PLAIN and mark.style == PLAIN:
            return place[0][0] <= self.last[0][0] + _MOST_MISSING
        return mark.style == ARTICLE or self._heads(place, at)

    def _number_after(self, at: int) -> Mark | None:
        """The next number that is not the first word of a sentence; None before a letter."""
        after = bisect_right(self._numbered, at)
        mark = self._numbers[self._numbered[after]] if after < len(self._numbered) else None
        return mark if mark and mark.parts else None


def _look(mark: Mark) -> str:
    """What the marks of one list have in common: ``(#)``, ``o``, ``#、``, ``#.``."""
    return "o" if "①" <= mark.printed <= "⑳" else re.sub(r"[^()（）、.．:]+", "#", mark.printed)


def _base_style(marks: Sequence[Sequence[Mark]]) -> str:
    """How the rules are numbered: as articles, by numbers with points, or by plain numbers."""
    first = [each[0] for each in marks if each]
    for style in (ARTICLE, POINTED):
        if len({mark.parts for mark in first if mark.style == style}) > 2:
            return style
    return PLAIN


def _counts_in_hundreds(marks: Sequence[Sequence[Mark]]) -> bool:
    tops = [mark.parts[0] for each in marks for mark in each[:1] if mark.style == POINTED]
    return 2 * sum(top >= 100 for top in tops) > len(tops)
