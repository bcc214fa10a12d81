"""From the mark at the head of a line to the number of a rule, by the lines before and after it.

The same mark means different things in different documents: ``2.`` is a section above 2.1, a rule
where no number has points, paragraph 2 of an article, or an item of a list.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Sequence

from rulings.importers.lines import Line
from rulings.importers.numbers import (
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
from rulings.importers.order import Fit, Place, fit, follows
from rulings.importers.paragraphs import looks_like_heading

_DATE = re.compile(r"(?:19|20)\d\d[.-]\d{1,2}[.-]\d{1,2}(?!\d)")
_FIRST: Place = ((0,), "")
_DEEPEST, _MOST_MISSING = 5, 5


class Numbering:
    """Knows the numbers of a document, and where the reading of it stands."""

    def __init__(self, marks: Sequence[Sequence[Mark]]) -> None:
        """`marks` are the readings of each line."""
        self._marks = marks
        lines = enumerate(marks)
        self._pointed = [at for at, each in lines if any(m.style == POINTED for m in each)]
        self.base = _base_style(marks)
        self._hundreds = _counts_in_hundreds(marks)
        self.last, self._current = _FIRST, _FIRST
        self._items: list[str] = []
        self._listed, self._lost = 0, False
        self._starts = any(
            mark.parts and follows(_FIRST, (mark.parts, mark.letter))
            for each in marks
            for mark in each
            if mark.style == self.base and not mark.weak
        )

    def place_of(self, mark: Mark, at: int, line: Line, lists: bool) -> Place | None:
        """The number that a mark in line `at` makes; None where it is a part of the text.

        `lists` says that the text before it announces a list.
        """
        if line.verbatim or (mark.weak and not (mark.letter or line.heading)):
            return None
        if mark.style in (POINTED, ARTICLE):
            return None if _DATE.match(line.text) else (mark.parts, mark.letter)
        if mark.style == PLAIN and self.base != ARTICLE:
            return self._plain(mark, at, line, lists)
        return None if self._lost or self._current == _FIRST else self._below(mark, at)

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
            return fits if begins or not mark.text[:1].islower() else None
        if not begins or (mark.weak and mark.letter):
            return None  # `1.2 a player` is rule 1.2
        if self.last == _FIRST:
            return None if self._starts or not self._has_siblings(place) else Fit.GAP
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
        """Whether a plain number heads a chapter of sections that are counted in hundreds."""
        after = self._next_pointed(at)
        if mark.style != PLAIN or not self._hundreds or after is None:
            return False
        number = mark.parts[0]
        return 0 < number == after[0] // 100 and looks_like_heading(mark.text)

    def _plain(self, mark: Mark, at: int, line: Line, lists: bool) -> Place | None:
        """A section or a rule; an item of a list in a rule's text is neither."""
        number = mark.parts[0]
        heads = number > self.last[0][0] and self._heads((mark.parts, ""), at)
        next_top = number == self.last[0][0] + 1
        listed = number == 1 if lists else self._listed and number == self._listed + 1
        if listed and not (heads if self.base == POINTED else next_top):
            self._listed = number
            return None
        if self.base == POINTED and not heads:
            expected = line.heading or next_top or self._hundreds
            titled = looks_like_heading(mark.text) if self._hundreds else mark.text
            return (mark.parts, "") if expected and titled else None
        return mark.parts, ""

    def _below(self, mark: Mark, at: int) -> Place | None:
        """A mark that counts below the current number."""
        if mark.style == LETTER:
            return self._letter(mark)
        if self._current[1] or self.base == POINTED or mark.style == CHAPTER:
            return None
        return self._item(mark, at) if mark.style == ITEM else self._paragraph(mark)

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
        if len(base) == 1 and self.base == ARTICLE and self._has_second_paragraph(at):
            base = (*base, 1)
        return ((*base, mark.parts[0]), "") if len(base) < _DEEPEST else None

    def _depth(self, mark: Mark) -> int:
        """How many lists stand above an item; one that looks like an open list belongs to it."""
        look = _look(mark)
        return self._items.index(look) if look in self._items else len(self._items)

    def _has_second_paragraph(self, at: int) -> bool:
        """Whether paragraph 2 comes before the next article does."""
        for marks in self._marks[at + 1 :]:
            styles = {mark.style: mark.parts for mark in marks if not mark.weak}
            if ARTICLE in styles:
                return False
            if (2,) in (styles.get(PARAGRAPH), styles.get(PLAIN)):
                return True
        return False

    def _paragraph(self, mark: Mark) -> Place | None:
        """``2項``, or a plain number where the next paragraph can be expected."""
        parts, number = self._current[0], mark.parts[0]
        before = parts[1] if len(parts) > 1 else 0
        if mark.style == PLAIN:
            if number == 1 if before else self._listed and number == self._listed + 1:
                self._listed = number
                return None
            if number > before + 2:
                return None
        return (parts[0], number), ""

    def _heads(self, place: Place, at: int) -> bool:
        """Whether a section is meant: the next number with points stands below it."""
        after = self._next_pointed(at)
        return len(place[0]) == 1 and after is not None and after[0] == place[0][0]

    def _surely_new(self, place: Place, mark: Mark, at: int) -> bool:
        """Whether a number further on is a rule after missing ones, and not a quantity."""
        if self.base == PLAIN and mark.style == PLAIN:
            return place[0][0] <= self.last[0][0] + _MOST_MISSING
        return mark.style == ARTICLE or self._heads(place, at)

    def _has_siblings(self, place: Place) -> bool:
        above = place[0][:-1]
        same = {mark.parts for marks in self._marks for mark in marks if mark.parts[:-1] == above}
        return len(same) > 1

    def _next_pointed(self, at: int) -> tuple[int, ...] | None:
        """The next number with points, which a section or chapter stands above."""
        place = bisect_right(self._pointed, at)
        if place == len(self._pointed):
            return None
        return next(m.parts for m in self._marks[self._pointed[place]] if m.style == POINTED)


def _look(mark: Mark) -> str:
    """What the marks of one list have in common: ``(#)``, ``o``, ``#、``."""
    return "o" if "①" <= mark.printed <= "⑳" else re.sub(r"[^()（）、]", "#", mark.printed)


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
