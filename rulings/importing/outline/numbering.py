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
from rulings.importing.outline import numbers
from rulings.importing.outline.numbers import Fit, Mark, Place, fit, follows, written
from rulings.importing.outline.paragraphs import ends_sentence, looks_like_heading

_DATE = re.compile(r"(?:19|20)\d\d[.-]\d{1,2}[.-]\d{1,2}(?!\d)")
_FIRST: Place = ((0,), "")
_DEEPEST, _MOST_MISSING, _SET_IN = 5, 5, 4


class Numbering:
    """Knows the numbers of a document, and where the reading of it stands."""

    def __init__(self, lines: Sequence[Line], marks: Sequence[Sequence[Mark]]) -> None:
        """`marks` are the readings of each line."""
        self._lines, self._marks = lines, marks
        self.base = _base_style(marks)
        self._hundreds = _counts_in_hundreds(marks)
        self._numbers = self._all_numbers(marks)
        numbered = [(at, mark) for at, mark in enumerate(self._numbers) if mark]
        self._numbered = [at for at, _ in numbered]
        self._articles = [at for at, mark in numbered if mark.style == numbers.ARTICLE]
        self._margin = min(
            (line.indent for line, each in zip(lines, marks, strict=True) if _is_clear(each)),
            default=0,
        )
        self._twos = [at for at in range(len(marks)) if self._counts_two(at)]
        pointed = {mark.parts for each in marks for mark in each if mark.parts}
        self._siblings = Counter(parts[:-1] for parts in pointed)
        self._starts = any(
            mark.parts and follows(_FIRST, (mark.parts, mark.letter))
            for each in marks
            for mark in each
            if mark.style == self.base and not mark.weak
        )
        self.last, self._current = _FIRST, _FIRST
        self._items: list[str] = []  # the looks of the open lists of an article
        self._listed, self._list_look, self._lost = 0, "", False
        self._ended = False

    def end_articles(self) -> None:
        """Note that a supplement begins: its articles, paragraphs and items are not rules."""
        self._ended = True

    def _counts_two(self, at: int) -> bool:
        """Whether a line begins with 2 as the second paragraph of an article may."""
        twos = [mark for mark in self._marks[at] if mark.parts == (2,)]
        twos = [mark for mark in twos if mark.style in (numbers.PARAGRAPH, numbers.PLAIN)]
        if any(not mark.weak for mark in twos):
            return True
        above = next((n for n in range(at - 1, -1, -1) if self._lines[n].text), None)
        if not twos or above is None:
            return False
        return ends_sentence(self._lines[above].text) or _is_clear(self._marks[above])

    def _all_numbers(self, marks: Sequence[Sequence[Mark]]) -> list[Mark | None]:
        """The number of each line; a weak one only if a number below shows that it is a heading."""
        likely: list[Mark | None] = [None] * len(marks)
        below: Mark | None = None
        for at in range(len(marks) - 1, -1, -1):
            likeliest = sorted(marks[at], key=lambda mark: mark.weak)
            if likeliest and (not likeliest[0].weak or self._is_above(likeliest[0], below)):
                likely[at] = likeliest[0]
            below = likely[at] if self._lines[at].text else below
        return likely

    def _is_above(self, mark: Mark, below: Mark | None) -> bool:
        """Whether a number that could be the first word of a sentence heads the one below."""
        if mark.style != numbers.PLAIN or not looks_like_heading(mark.text) or not below:
            return False
        chapter = self._hundreds and below.parts[:1] == (100 * mark.parts[0],)
        return chapter or (below.style == numbers.POINTED and below.parts[:1] == mark.parts)

    def place_of(self, mark: Mark, at: int, line: Line, before: str) -> Place | None:
        """The number that a mark in line `at` makes; None where it is a part of the text.

        `before` is the end of the text that stands before it.
        """
        if line.verbatim or not self._can_be_number(mark, at, line, before):
            return None
        if mark.style in (numbers.POINTED, numbers.ARTICLE):
            return None if _DATE.match(line.text) else (mark.parts, mark.letter)
        if mark.style == numbers.PLAIN and self.base != numbers.ARTICLE:
            return self._plain(mark, at, before)
        if self._lost or self._current == _FIRST:
            return None
        return self._below(mark, at, before)

    def _can_be_number(self, mark: Mark, at: int, line: Line, before: str) -> bool:
        """Whether a mark is a number rather than a word, an item of a list, or set in."""
        if mark.style == numbers.LISTED or (self._ended and mark.style != numbers.POINTED):
            return False
        heading = line.heading or self._numbers[at] == mark
        if mark.weak and not (mark.letter or heading or self._is_due(mark, at, before)):
            return False
        set_in = mark.style == numbers.PLAIN and line.indent >= self._margin + _SET_IN
        return not set_in or self._heads(mark.parts, at)

    def _is_due(self, mark: Mark, at: int, before: str) -> bool:
        """Whether a number that could be the first word of a sentence is the one to come next."""
        number = mark.parts[0]
        if self.base == numbers.ARTICLE:
            parts = self._current[0]
            due = number == (parts[1] if len(parts) > 1 else 1) + 1
            return due and (bool(self._items) or ends_sentence(before))
        if not self._hundreds or not self._in_block(number):
            return False
        after_blank = at > 0 and not self._lines[at - 1].text
        is_next = number == self.last[0][0] + 1
        return after_blank or (is_next and ends_sentence(before))

    def _in_block(self, number: int) -> bool:
        """Whether a number of three digits goes on from the last, or begins the next hundred."""
        last = self.last[0][0]
        return number > last >= 100 and (number // 100 == last // 100 or number % 100 <= 1)

    def judge(
        self, place: Place, mark: Mark, at: int, begins: bool, known: Container[str]
    ) -> Fit | None:
        """How a number fits those before it; None where the line goes on with a sentence."""
        if written(*place) in known:
            return Fit.TWICE if begins else None
        fits = fit(place, self.last, self._current, known)
        if place[0][1:] in ((2,), (1, 1)) and self._current == (place[0][:1], ""):
            fits = Fit.NEXT  # the unnumbered text of an article is its first paragraph
        letter_or_word = mark.weak and bool(mark.letter)  # `1.2 a player` is rule 1.2
        number_or_word = mark.weak and not mark.letter
        if fits is Fit.NEXT:
            goes_on = mark.text[:1].islower() or number_or_word
            return fits if begins or not goes_on else None
        if not begins or letter_or_word:
            return None
        if self.last == _FIRST:
            alone = self._siblings[place[0][:-1]] < 2
            return None if self._starts or alone else Fit.GAP
        if fits is Fit.NOWHERE and place > self.last and self._surely_new(place, mark, at):
            heading = self._hundreds and looks_like_heading(mark.text)
            return Fit.NEXT if heading else Fit.GAP
        return fits

    def lose(self, mark: Mark) -> None:
        """Note that a whole number has no place: the numbers below it have none either."""
        self._lost = mark.style in (numbers.POINTED, numbers.ARTICLE, self.base)

    def take(self, place: Place, mark: Mark) -> None:
        """Go on from this number."""
        self._current, self.last = place, max(self.last, place)
        self._listed, self._lost = 0, False
        if mark.style == numbers.ITEM:
            self._items = [*self._items[: self._depth(mark)], _look(mark)]
        elif mark.style != numbers.LETTER:
            self._items = []

    def chapter_above(self, mark: Mark, at: int) -> bool:
        """Whether a plain number heads a chapter of sections that are counted in hundreds.

        The next number must be that of its first section: other numbers stand in a rule's text.
        """
        if mark.style != numbers.PLAIN or not self._hundreds or not looks_like_heading(mark.text):
            return False
        if mark.weak and not (self._lines[at].heading or self._numbers[at] == mark):
            return False
        after, number = self._number_after(at), mark.parts[0]
        return after is not None and after.parts[0] // 100 == number > self.last[0][0] // 100

    def _plain(self, mark: Mark, at: int, before: str) -> Place | None:
        """A section or a rule; an item of a list in a rule's text is neither."""
        number, last = mark.parts[0], self.last[0][0]
        is_next = number == last + 1
        after_colon = before.endswith((":", "："))
        continues_list = self._listed > 0 and number == self._listed + 1
        if self.base != numbers.POINTED:
            in_list = not is_next and ((number == 1 and after_colon) or continues_list)
            section = not in_list
        elif number > last and self._heads(mark.parts, at):
            in_list, section = False, True
        else:
            in_list = (number == 1 and (after_colon or last > 0)) or continues_list
            if self._hundreds:
                heading = number >= 100 and looks_like_heading(mark.text)
                section = heading or (bool(mark.text) and self._in_block(number))
            else:
                due = is_next and not mark.text[:1].islower() and not self._comes_again(mark, at)
                section = bool(mark.text) and (due or self._lines[at].heading > 0)
        if in_list:
            self._listed = number
        return (mark.parts, "") if section and not in_list else None

    def _below(self, mark: Mark, at: int, before: str) -> Place | None:
        """A mark that counts below the current number."""
        if mark.style == numbers.LETTER:
            return self._letter(mark)
        if self._current[1] or self.base == numbers.POINTED or mark.style == numbers.CHAPTER:
            return None
        if mark.style == numbers.ITEM:
            return self._item(mark, at)
        return self._paragraph(mark, at, before)

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
        if len(base) == 1 and self.base == numbers.ARTICLE and self._second_paragraphs(at):
            base = (*base, 1)
        return ((*base, mark.parts[0]), "") if len(base) < _DEEPEST else None

    def _depth(self, mark: Mark) -> int:
        """How many lists an item is in, but for the list of marks that look like its own."""
        look = _look(mark)
        return self._items.index(look) if look in self._items else len(self._items)

    def _second_paragraphs(self, at: int) -> list[str]:
        """The looks of the next marks with the number 2 in this article, at most three."""
        next_article = bisect_right(self._articles, at)
        end = self._articles[next_article] if next_article < len(self._articles) else sys.maxsize
        first = bisect_right(self._twos, at)
        twos = [each for each in self._twos[first : first + 3] if each < end]
        return [_look(self._numbers[each] or self._marks[each][0]) for each in twos]

    def _paragraph(self, mark: Mark, at: int, before: str) -> Place | None:
        """``2項``, or a plain number where the next paragraph can be expected.

        Plain numbers may also count a list in a paragraph. What could be both is an item of it.
        """
        parts, number, look = self._current[0], mark.parts[0], _look(mark)
        paragraph = parts[1] if len(parts) > 1 else 0
        if mark.style == numbers.PLAIN:
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

    def _heads(self, parts: tuple[int, ...], at: int) -> bool:
        """Whether a section is meant: the next number has points and belongs to it."""
        after = self._number_after(at)
        return after is not None and after.style == numbers.POINTED and after.parts[:1] == parts

    def _comes_again(self, mark: Mark, at: int) -> bool:
        """Whether the next number is the same: that is the heading, this is a part of the text."""
        after = self._number_after(at)
        return after is not None and after.parts == mark.parts

    def _surely_new(self, place: Place, mark: Mark, at: int) -> bool:
        """Whether a number further on is a rule after missing ones, and not a quantity."""
        if self.base == numbers.PLAIN and mark.style == numbers.PLAIN:
            return place[0][0] <= self.last[0][0] + _MOST_MISSING
        if self._hundreds and mark.style == numbers.PLAIN and self._in_block(mark.parts[0]):
            return True
        return mark.style == numbers.ARTICLE or self._heads(place[0], at)

    def _number_after(self, at: int) -> Mark | None:
        """The next number that is not the first word of a sentence; None before a letter."""
        after = bisect_right(self._numbered, at)
        mark = self._numbers[self._numbered[after]] if after < len(self._numbered) else None
        return mark if mark and mark.parts else None


class ItemsInOrder:
    """The lists in the text of one rule, whose items are counted from the first."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def takes(self, mark: Mark) -> bool:
        """Whether a mark begins a list or is the next of one; then it is the last."""
        look, number = _look(mark), _ordinal(mark)
        roman = bool(mark.letter) and mark.letter in "ivx"
        if number == 1 or number == self._last.get(look, 0) + 1 or roman:
            self._last[look] = number
            return mark.style != numbers.POINTED
        return False


def _ordinal(mark: Mark) -> int:
    """Which item of a list a mark counts."""
    if mark.style == numbers.LISTED:
        return numbers.IROHA.index(mark.letter) + 1
    return mark.parts[-1] if mark.parts else ord(mark.letter) - ord("a") + 1


def is_date(text: str) -> bool:
    """Whether a line begins with a date, which looks like a number with points."""
    return bool(_DATE.match(text))


def _is_clear(marks: Sequence[Mark]) -> bool:
    """Whether a line begins with a number that can be no word."""
    return any(not mark.weak for mark in marks)


def _look(mark: Mark) -> str:
    """What the marks of one list have in common: ``(#)``, ``o``, ``#、``, ``#.``."""
    return "o" if "①" <= mark.printed <= "⑳" else re.sub(r"[^()（）、.．:]+", "#", mark.printed)


def _base_style(marks: Sequence[Sequence[Mark]]) -> str:
    """How the rules are numbered: as articles, by numbers with points, or by plain numbers."""
    first = [each[0] for each in marks if each]
    for style in (numbers.ARTICLE, numbers.POINTED):
        if len({mark.parts for mark in first if mark.style == style}) > 2:
            return style
    return numbers.PLAIN


def _counts_in_hundreds(marks: Sequence[Sequence[Mark]]) -> bool:
    tops = [mark.parts[0] for each in marks for mark in each[:1] if mark.style == numbers.POINTED]
    return 2 * sum(top >= 100 for top in tops) > len(tops)
