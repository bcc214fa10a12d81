"""Reading the outline of a document, line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulings.importers import contents, glossary, numbers
from rulings.importers.documents import Document
from rulings.importers.lines import Line
from rulings.importers.numbering import Numbering
from rulings.importers.numbers import Mark, written
from rulings.importers.order import Fit, Place, before, follows
from rulings.importers.outline import Odd, Outline, Rule, settle
from rulings.importers.paragraphs import Paragraphs, looks_like_heading, wrapping_width

_EXAMPLE = re.compile(
    r"[*_]*[【（(]?(?:[Ee]xamples?|EXAMPLES?|例)(?:\s*[0-9０-９]+)?[】）)]?\s*[:：.][*_]*\s*"
    r"|[*_]*[【（(]例[0-9０-９]*[】）)][*_]*\s*"
)
_DIGITS = re.compile(r"\d{1,4}|(?<=第)[〇一二三四五六七八九十百]{1,6}")
_KEPT = "kept in the text before it"
_CAPTION = re.compile(r"[（(【](?P<title>[^（）()【】]{1,60})[）)】]\s*")


def read_outline(document: Document) -> Outline:
    """The outline of a document; without rules where nothing in it is numbered."""
    marks = [list(numbers.read(line.text)) for line in document.lines]
    found = Outline()
    skipped = contents.contents(document.lines, marks)
    pages = contents.furniture(document.lines, marks) - skipped
    found.left_out += contents.spans("contents", document.lines, skipped)
    found.left_out += contents.spans("page numbers and running heads", document.lines, pages)
    gone = skipped | pages
    kept = [place for place in range(len(document.lines)) if place not in gone]
    lines = [document.lines[place] for place in kept]
    _Reading(found, document._replace(lines=lines), [marks[place] for place in kept]).read()
    settle(found)
    return found


class _Reading:
    """Goes through the lines once; a line that begins nothing joins the rule before it."""

    def __init__(self, found: Outline, document: Document, marks: Sequence[list[Mark]]) -> None:
        self._found = found
        self._lines = document.lines
        self._marks = marks
        self._numbering = Numbering(marks)
        self._width, self._marked = wrapping_width(document.lines), document.marked
        self._rule: Rule | None = None
        self._text: Paragraphs | None = None
        self._chapter = self._caption = ""
        self._at = 0

    def read(self) -> None:
        """Read every line."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if glossary.END.fullmatch(line.text) and self._rule:
                self._leave_out(line)
            elif glossary.TITLE.fullmatch(line.text) and self._rule:
                self._read_glossary()
            else:
                if not line.text:
                    self._blank(line)
                elif not any(self._numbered(mark, line) for mark in self._marks[self._at]):
                    self._unnumbered(line)
                self._at += 1

    def _numbered(self, mark: Mark, line: Line) -> bool:
        """Begin what stands under a number, if the number has a place; odd ones are noted."""
        if self._begin_chapter(mark, line):
            return True
        lists = self._text is not None and self._text.end.endswith((":", "："))
        place = self._numbering.place_of(mark, self._at, line, lists)
        if place is None:
            return False
        begins = self._begins(line)
        fits = self._numbering.judge(place, mark, self._at, begins, self._found.rules)
        if fits is not None:
            self._note(line, self._oddity(fits, place, mark))
        if fits in (None, Fit.TWICE, Fit.NOWHERE):
            if fits and begins:
                self._numbering.lose(mark)
            return False
        self._numbering.take(place, mark)
        self._begin(place, mark, line)
        return True

    def _begin_chapter(self, mark: Mark, line: Line) -> bool:
        if not line.heading and not (self._begins(line) and looks_like_heading(line.text)):
            return False
        if mark.style == numbers.CHAPTER:
            title = mark.text or self._title_below()
        elif self._numbering.chapter_above(mark, self._at):
            title = mark.text
        else:
            return False
        self._open_chapter(f"{mark.parts[0]} {title}")
        return True

    def _oddity(self, fits: Fit, place: Place, mark: Mark) -> str:
        name, last = written(*place), written(*self._numbering.last)
        if fits is Fit.TWICE:
            return f"{name} is used twice, first in line {self._found.rules[name].line}; {_KEPT}"
        if fits is Fit.GAP:
            return f"{name} comes without {before(place)} before it"
        if fits is Fit.SIBLING_BEFORE:
            return f"{name} is out of order: it comes after {last}"
        if fits is Fit.OTHER_BLOCK:
            return f"{name} stands in the block of {last}"
        return f"{mark.printed} belongs nowhere; {_KEPT}" if fits is Fit.NOWHERE else ""

    def _begin(self, place: Place, mark: Mark, line: Line) -> None:
        body = Paragraphs(self._width, self._marked)
        rule = Rule(place, line.number, body, self._caption, self._chapter)
        text, self._caption = mark.text, ""
        caption = _CAPTION.match(text) if mark.style == numbers.ARTICLE else None
        if line.heading:
            rule.title, text = caption["title"] if caption else text, ""
        elif caption:
            rule.title, text = caption["title"], text[caption.end() :]
        if text:
            body.add(line._replace(text=text, bullet=False))
        self._found.rules[rule.number] = rule
        self._found.levels[_DIGITS.sub("1", mark.printed)] += 1
        self._rule, self._text = rule, body

    def _begins(self, line: Line) -> bool:
        """Whether a line can begin something, rather than go on with a sentence."""
        return line.bullet or self._text is None or not self._text.expects(line)

    def _open_chapter(self, title: str) -> None:
        self._chapter, self._text = title, None
        self._found.chapters.append(title)

    def _unnumbered(self, line: Line) -> None:
        caption = _CAPTION.fullmatch(line.text)
        if caption and self._next_is_numbered(numbers.ARTICLE):
            self._caption = caption["title"]
        elif line.heading > (self._rule is None) and not self._marks[self._at]:
            self._open_chapter(line.text)
        elif self._rule is None:
            self._found.front.append(line)
        else:
            if self._text is None or self._stands_alone(line):
                self._note(line, f"{line.text[:60]!r} belongs to no number; {_KEPT}")
            self._go_on(self._rule, line)

    def _go_on(self, rule: Rule, line: Line) -> None:
        """A line of the rule's text, or of an example."""
        text = self._text or rule.body
        if example := _EXAMPLE.match(line.text):
            text = Paragraphs(self._width, self._marked)
            rule.examples.append(text)
            line = line._replace(text=line.text[example.end() :], bullet=False)
        elif self._begins(line) and any(not mark.weak for mark in self._marks[self._at]):
            line = line._replace(verbatim=True)  # an item of a list
        elif text is rule.body and not rule.title and _heads(text, line):
            rule.title = text.text
            text = rule.body = Paragraphs(self._width, self._marked)
        text.add(line)
        self._text = text

    def _blank(self, line: Line) -> None:
        """An empty line ends a paragraph, and an example with it."""
        if self._rule is None:
            self._found.front.append(line)
        elif self._text is not None:
            self._text.add(line)
            if self._text is not self._rule.body and self._text.text:
                self._text = self._rule.body
                self._text.add(line)

    def _stands_alone(self, line: Line) -> bool:
        """Whether a line is probably a heading: short, between empty lines, a number after it."""
        beside = (self._at - 1, self._at + 1)
        around = [self._lines[place].text for place in beside if place < len(self._lines)]
        short = looks_like_heading(line.text) and not line.bullet and not line.verbatim
        return short and not any(around) and self._next_is_numbered()

    def _title_below(self) -> str:
        """The title of a chapter whose number stands alone on its line."""
        place = self._next_line()
        if place is None or self._marks[place] or not looks_like_heading(self._lines[place].text):
            return ""
        self._at = place
        return self._lines[place].text

    def _next_line(self) -> int | None:
        after = range(self._at + 1, len(self._lines))
        return next((place for place in after if self._lines[place].text), None)

    def _next_is_numbered(self, style: str = "") -> bool:
        place = self._next_line()
        return place is not None and any(
            mark.style == style or not style for mark in self._marks[place]
        )

    def _leave_out(self, line: Line) -> None:
        last = self._lines[-1].number
        self._found.left_out.append(contents.LeftOut(line.text, line.number, last))
        self._at = len(self._lines)

    def _read_glossary(self) -> None:
        """The lines up to the end of the document, its credits, or the next rule in order."""
        start = self._at + 1
        self._at = start
        while self._at < len(self._lines) and not self._ends_glossary():
            self._at += 1
        words, odd = glossary.entries(self._lines[start : self._at])
        self._found.glossary |= words
        self._found.odd += odd
        self._text = None

    def _ends_glossary(self) -> bool:
        line, marks = self._lines[self._at], self._marks[self._at]
        whole = (mark for mark in marks if mark.style in (numbers.POINTED, numbers.ARTICLE))
        follow = any(follows(self._numbering.last, (mark.parts, mark.letter)) for mark in whole)
        section = line.heading and any(mark.style == numbers.PLAIN for mark in marks)
        return bool(glossary.END.fullmatch(line.text) or follow or section)

    def _note(self, line: Line, what: str) -> None:
        noted = self._found.odd
        if what and not (noted and noted[-1].line == line.number):
            self._found.odd.append(Odd(line.number, what))


def _heads(text: Paragraphs, line: Line) -> bool:
    """Whether a short text is a heading because another paragraph follows it."""
    apart = not (text.joins(line) or line.bullet or line.verbatim)
    return apart and text.is_heading()
