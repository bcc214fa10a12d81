"""From the mark at the head of a line to the number of a rule, by the lines before and after it.

The same mark means different things in different documents: ``2.`` is a section above 2.1, a rule
where no number has points, paragraph 2 of an article, or an item of a list.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Sequence

from rulings.importing.documents.lines import Line
from rulings.importing.outline import number_forms
from rulings.importing.outline.number_forms import NO_MARK, Fit, Mark, Place, fit, follows, written
from rulings.importing.outline.paragraphs import ends_sentence, goes_on, looks_like_heading

DATE = re.compile(r"(?:19|20)\d\d[.-]\d{1,2}[.-]\d{1,2}(?!\d)")
_COUNTER = re.compile("枚|つ|以[上下]|人(?![数間物])|回(?![数復])|点(?!数)|個(?![人々別])|体(?!力)")
_FIRST: Place = ((0,), "")
_DEEPEST, _MOST_MISSING, _SET_IN = 5, 5, 4
_FAR = 200
"""No article is searched further than this for its second paragraph."""


class Numbering:
    """Knows the numbers of a document, and where the reading of it stands.

    `place_of` gives the number that a mark at the head of a line makes, `judge` how that number
    fits those before it. The caller then reports what became of the number: `take`, or `lose`.
    """

    def __init__(self, lines: Sequence[Line], marks: Sequence[Sequence[Mark]]) -> None:
        """`marks` are the readings of each line."""
        self._lines, self._marks = lines, marks
        first = [each[0] for each in marks if each]
        self.base = _base_style(first)
        tops = [mark.parts[0] for mark in first if mark.style == number_forms.POINTED]
        self._hundreds = 2 * sum(top >= 100 for top in tops) > len(tops)
        self._numbers, self._after = self._look_ahead()
        plain = (each for line, each in zip(lines, marks, strict=True) if not line.verbatim)
        self._in_lines = {(mark.style, mark.place) for each in plain for mark in each}
        self._margins: dict[int, int] = {}  # how far numbers of each depth are set in at least
        for line, mark in zip(lines, self._numbers, strict=True):
            if mark.style and not line.quoted:
                depth = len(mark.parts)
                self._margins[depth] = min(line.indent, self._margins.get(depth, line.indent))
        based = [mark for each in marks for mark in each if mark.style == self.base]
        self._starts = any(follows(_FIRST, mark.place) for mark in based if not mark.weak)
        self._headed = {m.place for at, each in enumerate(marks) if lines[at].heading for m in each}
        # 第3条 goes on with its first paragraph; § 3 has a title, and (1) is its first paragraph
        printed = next((mark.printed for mark in first if mark.style == self.base), "")
        self._first_paragraph_is_bare = printed.startswith("第")

        # Where the reading stands
        self.last, self._current = _FIRST, _FIRST  # the highest number so far, and the one above
        self.ended = False  # whether a supplement has begun: its articles and items are not rules
        self._lost = False  # the number above has no place
        self._inserted = False  # a letter of the current number is that of § 4a, or (2a)
        self._items: list[str] = []  # the looks of the open lists of an article
        # the last item of a list in the text of a rule, the look of its mark, how far it is set in
        self._listed, self._list_look, self._list_indent = 0, "", 0

    def _look_ahead(self) -> tuple[list[Mark], list[Mark]]:
        """The number of each line, and the next one after it, if that is no letter.

        A weak number is one only if a number below shows that it is a heading.
        """
        likely = [NO_MARK] * (len(self._marks) + 1)
        after = likely[:-1]
        below = len(self._marks)  # the next line that is not empty
        following = NO_MARK
        for at in range(len(self._marks) - 1, -1, -1):
            after[at] = following if following.parts else NO_MARK
            likeliest = min(self._marks[at], key=lambda mark: mark.weak, default=NO_MARK)
            headed = following if self._heads_text(at, below) else likely[below]
            if self._marks[at] and (not likeliest.weak or self._is_above(likeliest, headed)):
                likely[at] = following = likeliest
            below = at if self._lines[at].text else below
        return likely[:-1], after

    def _heads_text(self, at: int, below: int) -> bool:
        """Whether a line stands as a heading does, between a sentence and a text with no number."""
        line, above = self._lines[at], self._lines[at - 1].text if at else ""
        stands = ends_sentence(above or ".") and not (above.endswith(":") or line.bullet)
        text = below < len(self._lines) and not self._marks[below]
        return stands and text and not (line.verbatim or goes_on(self._lines[below].text))

    def _is_above(self, mark: Mark, below: Mark) -> bool:
        """Whether a number that could be the first word of a sentence heads the one below."""
        if mark.style != number_forms.PLAIN or not looks_like_heading(mark.text):
            return False
        chapter = self._hundreds and below.parts[:1] == (100 * mark.parts[0],)
        return chapter or (below.style == number_forms.POINTED and below.parts[:1] == mark.parts)

    # What the caller asks and reports

    def read(self, mark: Mark, at: int, line: Line, before: str) -> Place | None:
        """Read a mark of line `at`; returns its number, or None if it goes on with the text
        `before`. Items of a list in that text are counted.
        """
        if line.verbatim and (mark.style, mark.place) in self._in_lines:
            return None  # the row of a table cites that rule
        if line.quoted or not self._can_be_number(mark, at, line, before):
            return None
        if mark.style in (number_forms.POINTED, number_forms.ARTICLE):
            part = DATE.match(line.text) or mark.cites or self._is_cited(mark, at)
            return None if part else mark.place
        if mark.style == number_forms.PLAIN and self.base != number_forms.ARTICLE:
            return self._plain(mark, at, before)
        return None if self._lost or self._current == _FIRST else self._below(mark, at)

    def _can_be_number(self, mark: Mark, at: int, line: Line, before: str) -> bool:
        """Whether a mark is a number rather than a word, an item of a list, or set in."""
        if mark.style == number_forms.LISTED or (self.ended and mark.style != number_forms.POINTED):
            return False
        is_heading = line.heading or self._numbers[at] == mark
        if mark.weak and not (mark.letter or is_heading or self._is_due(mark, before)):
            return False
        set_in = line.indent - self._margins.get(len(mark.parts), 0) >= _SET_IN
        return not (set_in and mark.style in number_forms.WHOLE)

    def _is_cited(self, mark: Mark, at: int) -> bool:
        """Whether a line goes on with a sentence that cites a rule, which comes further on."""
        if not self._may_go_on(mark, at):
            return False
        for place in range(at + 1, min(at + _FAR, len(self._lines))):
            number = self._numbers[place]
            if number.style == mark.style and number.place >= mark.place:
                surer = goes_on(mark.text) and not goes_on(number.text)
                surer = surer or not self._may_go_on(number, place)
                return number.place == mark.place and surer
        return False

    def _may_go_on(self, mark: Mark, at: int) -> bool:
        """Whether a line that begins with a number may go on with the sentence above it."""
        above = self._lines[at - 1].text if at and not self._lines[at].heading else ""
        words = mark.text.strip(".)）」")
        return bool(above) and (not ends_sentence(above) or not words or goes_on(words))

    def _is_due(self, mark: Mark, before: str) -> bool:
        """Whether a number that could be the first word of a sentence is the next paragraph."""
        if self.base != number_forms.ARTICLE or _COUNTER.match(mark.text):
            return False
        paragraph = self._current[0][1] if len(self._current[0]) > 1 else 1
        is_next = mark.parts[0] == paragraph + 1 and (bool(self._items) or ends_sentence(before))
        return is_next or (mark.parts[0] == 1 and not before)

    def judge(
        self, place: Place, mark: Mark, at: int, begins: bool, known: Container[str]
    ) -> Fit | None:
        """How a number fits those before it; None where the line goes on with a sentence.

        After an unfinished sentence, only a number further on begins a rule.
        """
        is_heading = self._numbers[at] == mark and follows(self.last, place)
        could_be_word = (mark.weak and not mark.letter and not is_heading) or goes_on(mark.text)
        if not begins and (could_be_word or place < self._current):
            return None
        if written(*place) in known:
            return Fit.TWICE
        fits = fit(place, self.last, self._current, known)
        # the text of an article that has no number is its first paragraph
        is_second = place[0][1:] in ((2,), (1, 1)) and self._current == (place[0][:1], "")
        is_inserted = "の" in mark.printed and place == (self._current[0], "b")  # 第3条の2: no の1
        if fits is Fit.NEXT or is_second or is_inserted:
            return Fit.NEXT
        if mark.weak and mark.letter:
            return None  # `1.2 a player` is rule 1.2
        if self.last == _FIRST:
            return None if self._starts else Fit.GAP
        is_far = fits is Fit.NOWHERE and place > self.last
        return self._after_missing(place, mark, at) if is_far else fits

    def _after_missing(self, place: Place, mark: Mark, at: int) -> Fit:
        """How a number that skips ahead fits: as a rule after missing ones, or as a quantity."""
        is_rule = mark.style == number_forms.ARTICLE or self.heads(place[0], at)
        if mark.style == number_forms.PLAIN == self.base:
            is_rule = place[0][0] <= self.last[0][0] + _MOST_MISSING
        if is_rule and self._hundreds and looks_like_heading(mark.text):
            return Fit.NEXT  # sections that are counted in hundreds skip many
        return Fit.GAP if is_rule else Fit.NOWHERE

    def lose(self, mark: Mark) -> None:
        """Note that a whole number has no place: the numbers below it have none either."""
        self._lost = mark.style in (number_forms.POINTED, number_forms.ARTICLE, self.base)

    def take(self, place: Place, mark: Mark) -> None:
        """Go on from this number."""
        self._current, self.last = place, max(self.last, place)
        self._listed, self._lost = 0, False
        self._inserted = mark.style in (number_forms.ARTICLE, number_forms.ITEM)
        if mark.style == number_forms.ITEM:
            self._items = [*self._items[: self._depth(mark)], look_of(mark)]
        elif mark.style != number_forms.LETTER:
            self._items = []

    def heads_chapter(self, mark: Mark, at: int) -> bool:
        """Whether a plain number heads a chapter of sections that are counted in hundreds.

        The next number must be that of its first section: other numbers stand in a rule's text.
        """
        if not (self._hundreds and mark.style == number_forms.PLAIN):
            return False
        (chapter,), sections = mark.parts, self._after[at].parts[:1]
        is_its = bool(sections) and sections[0] // 100 == chapter > self.last[0][0] // 100
        return is_its and looks_like_heading(mark.text)

    def heads(self, parts: tuple[int, ...], at: int) -> bool:
        """Whether a section is meant: the next number has points and belongs to it."""
        after = self._after[at]
        return after.style == number_forms.POINTED and after.parts[:1] == parts

    def begins_section(self, at: int) -> bool:
        """Whether the next number below line `at` is an article, or the first of a new section."""
        after = self._after[at]
        first = after.style == number_forms.POINTED and after.parts[1] <= 1
        new = after.parts[:1] > self.last[0][:1]
        return new and (first or after.style == number_forms.ARTICLE)

    def items(self, at: int) -> list[Mark]:
        """The marks of a line, without those that look as the numbers of the rules here do."""
        return [
            mark
            for mark in self._marks[at]
            if not (mark.style == self.base or self._heads_section(mark, at))
            and look_of(mark) not in self._items
        ]

    # Which number a mark makes

    def _plain(self, mark: Mark, at: int, before: str) -> Place | None:
        """A section or a rule; an item of a list in a rule's text is neither."""
        number, last = mark.parts[0], self.last[0][0]
        with_points = self.base == number_forms.POINTED
        if with_points and self._heads_section(mark, at):
            return mark.place
        begins_list = before.endswith((":", "：")) or (with_points and last > 0)
        listed = begins_list if number == 1 else number == self._listed + 1 > 1
        if listed and (with_points or number != last + 1):
            self._listed, self._list_indent = number, self._lines[at].indent
            return None
        return mark.place if not with_points or self._is_section(mark, at) else None

    def _heads_section(self, mark: Mark, at: int) -> bool:
        """Whether a plain number is a section: the next number has points and belongs to it."""
        further = mark.style == number_forms.PLAIN and mark.parts[0] > self.last[0][0]
        return further and self.heads(mark.parts, at)

    def _is_section(self, mark: Mark, at: int) -> bool:
        """Whether a plain number without numbers below it is a section of its own."""
        if self._hundreds:
            return mark.parts[0] >= 100 and looks_like_heading(mark.text)
        if self._lines[at].heading or not mark.text:
            return bool(mark.text)
        is_due = mark.parts[0] == self.last[0][0] + 1 and not mark.text[0].islower()
        return is_due and mark.place not in self._headed  # else it is in a list

    def _below(self, mark: Mark, at: int) -> Place | None:
        """The number of a mark that counts below the current one."""
        if mark.style == number_forms.LETTER:
            is_in_list = self._listed > 0 and self._lines[at].indent > self._list_indent
            return None if is_in_list else self._letter(mark)
        if self.base == number_forms.POINTED or mark.style == number_forms.CHAPTER:
            return None
        if self._current[1] and look_of(mark) not in self._items:
            return None  # it counts something below a letter
        is_item = mark.style == number_forms.ITEM
        return self._item(mark, at) if is_item else self._paragraph(mark, at)

    def _letter(self, mark: Mark) -> Place | None:
        parts, letter = self._current
        place = (parts, mark.letter)
        due = follows(self._current, place) and not (letter and self._inserted)
        # what stands below a letter stays in its text; `s. 1.2` is an abbreviation
        sure = not (letter or mark.letter in "ivx" or mark.printed.endswith("."))
        return place if due or sure else None

    def _item(self, mark: Mark, at: int) -> Place | None:
        parts = self._current[0]
        base = parts[: len(parts) - len(self._items) + self._depth(mark)]
        if len(base) == 1 and self._first_paragraph_is_bare and self._second_paragraphs(at):
            base = (*base, 1)
        return ((*base, mark.parts[0]), mark.letter) if len(base) < _DEEPEST else None

    def _depth(self, mark: Mark) -> int:
        """How many lists are around the list of an item, which is found by the look of its mark."""
        look = look_of(mark)
        return [*self._items, look].index(look)

    def _second_paragraphs(self, at: int) -> list[str]:
        """The looks of the next marks with the number 2 in this article, at most three."""
        looks: list[str] = []
        for place in range(at + 1, min(at + _FAR, len(self._lines))):
            if len(looks) == 3 or self._numbers[place].style == number_forms.ARTICLE:
                break
            looks += [look_of(mark) for mark in self._marks[place] if self._is_two(mark, place)][:1]
        return looks

    def _is_two(self, mark: Mark, at: int) -> bool:
        """Whether a mark counts the second paragraph of an article, or the second of a list."""
        counts = mark.style in (number_forms.PARAGRAPH, number_forms.PLAIN) and mark.parts == (2,)
        if not counts or goes_on(mark.text) or _COUNTER.match(mark.text):
            return False
        above = at - 1 if self._lines[at - 1].text else at - 2
        clear = any(not each.weak for each in self._marks[above])
        return not mark.weak or clear or ends_sentence(self._lines[above].text)

    def _paragraph(self, mark: Mark, at: int) -> Place | None:
        """``2項``, or a plain number where the next paragraph can be expected.

        Plain numbers may also count a list in a paragraph. What could be both is an item of it.
        """
        parts, number, look = self._current[0], mark.parts[0], look_of(mark)
        paragraph = parts[1] if len(parts) > 1 else 0
        if mark.style == number_forms.PLAIN:
            twos = self._second_paragraphs(at) if number == 1 and not paragraph else []
            comes_later = twos.count(look) != len(twos) or len(twos) > 1
            starts_list = number == 1 and (paragraph > 0 or self._listed > 0 or comes_later)
            continues_list = number == self._listed + 1 > 1 and look == self._list_look
            if starts_list or continues_list:
                self._listed, self._list_look = number, look
                return None
        return (parts[0], number), ""


class ItemsInOrder:
    """The lists in the text of one rule, whose items are counted from the first."""

    def __init__(self) -> None:
        self._due: dict[str, Counter[int]] = defaultdict(Counter)  # by the look of the marks

    def takes(self, marks: Sequence[Mark]) -> bool:
        """Whether a line, read in these ways, begins a list or is the next item of one."""
        items = [(self._due[look_of(mark)], order) for mark in marks for order in _orders(mark)]
        fitting = [(due, order) for due, order in items if order == 1 or due[order] > 0]
        for due, order in fitting:
            due[order] -= 1
            due[order + 1] += 1
        return bool(fitting)


def _orders(mark: Mark) -> list[int]:
    """Which item of a list a mark can be: ``イ`` is the first of one alphabet, i of another."""
    if mark.weak or mark.style in number_forms.OF_RULES:
        return []
    alphabets = (each for each in number_forms.ALPHABETS if mark.letter and mark.letter in each)
    return [*mark.parts[-1:], *(each.index(mark.letter) + 1 for each in alphabets)]


def look_of(mark: Mark) -> str:
    """What the marks of one list have in common: ``(#)``, ``o``, ``#、``, ``#.``."""
    return "o" if "①" <= mark.printed <= "⑳" else re.sub(r"[^()（）、.．:]+", "#", mark.printed)


def _base_style(first: Sequence[Mark]) -> str:
    """How the rules are numbered: as articles, by numbers with points, or by plain numbers."""
    for style in (number_forms.ARTICLE, number_forms.POINTED):
        if len({mark.parts for mark in first if mark.style == style}) > 2:
            return style
    return number_forms.PLAIN
