"""Reading the outline of a document, line by line."""

import re
from collections.abc import Sequence

from rulings.importing.documents.documents import Document
from rulings.importing.documents.lines import LeftOut, Line, spans
from rulings.importing.outline import contents, glossary, number_forms, paragraphs
from rulings.importing.outline.number_forms import Fit, Mark, Place, before, follows, written
from rulings.importing.outline.numbering import DATE, ItemsInOrder, Numbering
from rulings.importing.outline.outline import Odd, Outline, Rule, settle
from rulings.importing.outline.paragraphs import Paragraphs, goes_on, looks_like_heading

_SUPPLEMENT = re.compile(
    r"附\s?則(?:\s?[（(].{1,40}[)）])?|(?:別表|付録)\S{0,20}"
    r"|(?:Appendix|APPENDIX|Annexe?|ANNEXE?|Anhang|ANHANG|Anlage|Apéndice|Anexo|Allegato)\b.{0,60}"
)
_EXAMPLE = re.compile(
    r"[*_]*[【（(]?(?:[Ee]xamples?|EXAMPLES?|Beispiele?|Bsp|Exemples?|Ejemplos?|例)(?:\s*[0-9０-９]+)?"
    r"[】）)]?\s*[:：.]{1,2}[*_]*\s*"
    r"|[*_]*(?:[Zz]\. ?B|[Ee]\. ?g)\.[:：][*_]*\s*"
    r"|[*_]*[【（(]例[0-9０-９]*[】）)][*_]*\s*"
)
_REMARK = re.compile(
    r"[*_]*[【（(]?(?:Notes?|NOTES?|Remarks?|Anmerkung(?:en)?|Hinweise?|Remarques?|Notas?"
    r"|注意?|注記|備考|補足)(?:\s*[0-9０-９]+)?[】）)]?\s*[:：]"
)
_DIGITS = re.compile(r"\d{1,4}|(?<=第)[〇一二三四五六七八九十百]{1,6}")
_LETTERS = re.compile("(?<![a-z])[a-z](?![a-z])")
_MISREAD = re.compile(r"\d{1,3}[.-][lIO](?=[\s.:)])")
_UNREAD = re.compile(r"(?:\d+[.-])+\d+[A-Za-z]*(?=[\s:)])|\d{1,3},\d{1,2}(?=\s)")
_KEPT = "kept in the text before it"
_CAPTION = re.compile(r"[（(【](?P<title>[^（）()【】]{1,60})[）)】]\s*")


def read_outline(document: Document) -> Outline:
    """The outline of a document; without rules where nothing in it is numbered."""
    marks = [list(number_forms.read(" ".join(filter(None, line.cells)))) for line in document.lines]
    outline = Outline(total=document.total, left_out=document.left_out)
    skipped = contents.lines_to_skip(document.lines, marks)
    kept = [at for at in range(len(document.lines)) if at not in skipped]
    lines = [document.lines[at] for at in kept]
    texts = {line.number for line in lines if line.text}
    for what in dict.fromkeys(skipped.values()):
        numbers = [document.lines[at].number for at in skipped if skipped[at] == what]
        outline.left_out += spans(what, numbers, texts)
    _Reading(outline, lines, document.marked, [marks[at] for at in kept]).read()
    settle(outline)
    return outline


class _Reading:
    """Goes through the lines once; a line that begins nothing joins the rule before it."""

    def __init__(
        self, outline: Outline, lines: list[Line], marked: bool, marks: Sequence[list[Mark]]
    ) -> None:
        self._outline = outline
        self._lines = lines
        self._marks = marks
        self._numbering = Numbering(lines, marks)
        self._width, self._marked = paragraphs.wrapping_width(lines), marked
        self._rule: Rule | None = None
        self._text: Paragraphs | None = None
        self._caption: Line | None = None
        self._list = ItemsInOrder()
        self._in_examples = False  # below a line `Examples:`
        self._untitled = False  # below the number of a chapter, alone in its line
        self._at = 0

    def read(self) -> None:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if misread := _MISREAD.match(line.text):
                self._note(line, f"{misread[0]} may be a number with a letter for a digit")
            elif not self._marks[self._at] and (unread := _UNREAD.match(line.text)):
                self._note(line, f"{unread[0]} is a number of an unknown form; {_KEPT}")
            if glossary.END.fullmatch(line.text) and self._outline.rules:
                self._leave_out(line)
            elif glossary.TITLE.fullmatch(line.text) and self._outline.rules:
                self._read_glossary()
            elif not line.text:
                self._blank(line)
            elif self._outline.rules and self._begins(line) and _SUPPLEMENT.fullmatch(line.text):
                self._begin_supplement(line)
            elif self._in_examples and self._list.takes(self._numbering.items(self._at)):
                self._go_on(line, an_example=True)
            elif not any(self._numbered(mark, line) for mark in self._marks[self._at]):
                self._unnumbered(line)
            self._at += 1

    def _begin_supplement(self, line: Line) -> None:
        """Begin a supplement: what follows is text of the ruleset, up to the next rule."""
        self._numbering.ended = True
        self._rule = self._text = None
        self._outline.front += [line._replace(text=""), line]
        self._note(line, f"{line.text!r}: what follows is text of the ruleset, up to the next rule")

    def _numbered(self, mark: Mark, line: Line) -> bool:
        """Begin the rule of a number, if the number has a place; odd ones are noted."""
        if self._begin_chapter(mark, line):
            return True
        before = self._text.end if self._text else ""
        place = self._numbering.read(mark, self._at, line, before)
        if place is None:
            return False
        begins = self._begins(line)
        fits = self._numbering.judge(place, mark, self._at, begins, self._outline.rules)
        mid_sentence = self._text and not self._text.ended and not paragraphs.ends_sentence(before)
        sure = fits is Fit.NEXT and not before.endswith("、")
        if fits is None or (not sure and mid_sentence and goes_on(mark.text)):
            return False
        self._note(line, self._oddity(fits, place, mark))
        if fits in (Fit.TWICE, Fit.NOWHERE):
            self._numbering.lose(mark)
            return False
        self._numbering.take(place, mark)
        self._begin(place, mark, line)
        return True

    def _begin_chapter(self, mark: Mark, line: Line) -> bool:
        chapter = mark.style == number_forms.CHAPTER
        begins = self._begins(line) or (chapter and not goes_on(mark.text))
        if line.quoted or not (line.heading or (begins and looks_like_heading(line.text))):
            return False
        if not chapter and not self._numbering.heads_chapter(mark, self._at):
            return False
        self._open_chapter(line.text if chapter else f"{mark.parts[0]} {mark.text}".strip())
        self._untitled = not (mark.text or line.heading)
        return True

    def _oddity(self, fits: Fit, place: Place, mark: Mark) -> str:
        """What is odd about a number; empty where nothing is."""
        name, last = written(*place), written(*self._numbering.last)
        first = self._outline.rules[name].line if fits is Fit.TWICE else 0
        return fits.value.format(
            name=name, before=before(place), last=last, printed=mark.printed, first=first
        )

    def _begin(self, place: Place, mark: Mark, line: Line) -> None:
        body = Paragraphs(self._width, self._marked)
        rule = Rule(place, line.number, body)
        text, titles = mark.text, []
        if self._caption:
            titles.append(self._caption.text.strip("（）()【】"))
            rule.lines, self._caption = 2, None
        if caption := _CAPTION.match(text) if mark.style == number_forms.ARTICLE else None:
            titles.append(caption["title"])
            text = text[caption.end() :]
        elif line.heading:
            titles.append(text)
            text = ""
        rule.title = " ".join(filter(None, titles))
        if text:
            body.add(line._replace(text=text, bullet=False, verbatim=False))
        self._outline.rules[rule.number] = rule
        self._outline.levels[_LETTERS.sub("a", _DIGITS.sub("1", mark.printed))] += 1
        self._rule, self._text = rule, body
        self._list, self._in_examples, self._untitled = ItemsInOrder(), False, False

    def _begins(self, line: Line) -> bool:
        """Whether a line can begin a rule or heading, rather than go on with a sentence."""
        return line.bullet or self._text is None or not self._text.expects(line)

    def _open_chapter(self, title: str) -> None:
        self._text, self._untitled = None, False
        self._outline.chapters.append(title)
        self._outline.heading_lines += 1

    def _unnumbered(self, line: Line) -> None:
        if self._caption:  # the number below it has no place
            caption, self._caption = self._caption, None
            self._go_on(caption)
        marks = self._marks[self._at]
        below = [] if marks else self._marks[self._next(self._at)]
        above = any(mark.style == number_forms.ARTICLE for mark in below)
        if above and _CAPTION.fullmatch(line.text):
            self._caption = line
        elif self._untitled and not marks and looks_like_heading(line.text):
            self._open_chapter(f"{self._outline.chapters.pop()} {line.text}")
        elif not marks and self._heads_chapter(line):
            self._open_chapter(line.text)
        else:
            self._name_number(self._at)
            if self._rule and (self._text is None or self._may_head(line)):
                self._note(line, f"{line.text[:60]!r} belongs to no number; {_KEPT}")
            self._go_on(line)

    def _name_number(self, at: int) -> None:
        """Name a line that begins with a clear number, unless it is the next item of a list."""
        clear = self._clear(at)
        listed = bool(self._text or not self._rule) and self._list.takes(clear)
        if clear and not listed and not DATE.match(self._lines[at].text):
            self._note(self._lines[at], f"{clear[0].printed} begins no rule here; {_KEPT}")

    def _go_on(self, line: Line, *, an_example: bool = False) -> None:
        """A line of the rule's text, of an example, or of the text outside of rules."""
        rule = self._rule
        self._untitled = False
        if rule is None:
            self._outline.front.append(line)
            return
        if _REMARK.match(line.text):
            self._end_example(rule)
        text = rule.examples[-1] if an_example else self._text or rule.body
        if example := _EXAMPLE.match(line.text):
            text = Paragraphs(self._width, self._marked)
            rule.examples.append(text)
            line = line._replace(text=line.text[example.end() :], bullet=False)
            self._in_examples = not line.text
        elif self._begins(line) and self._clear(self._at):
            line = line._replace(verbatim=True)  # an item of a list
        elif text is rule.body and not rule.title and self._heads(rule, text, line):
            rule.title = text.text
            text = rule.body = Paragraphs(self._width, self._marked)
        self._in_examples &= text is not rule.body
        text.add(line)
        self._text = text
        rule.lines += text is rule.body
        rule.example_lines += text is not rule.body

    def _clear(self, at: int) -> list[Mark]:
        """The marks of a line, without those that may be words."""
        return [mark for mark in self._marks[at] if not mark.weak]

    def _heads(self, rule: Rule, text: Paragraphs, line: Line) -> bool:
        """Whether the text of a rule so far is its title, and `line` begins its text."""
        article = self._numbering.base == number_forms.ARTICLE and line.text[:1].isupper()
        section = self._numbering.heads(rule.place[0], self._at) and not goes_on(line.text)
        begins = (article or section) and not text.expects(line)
        return text.is_heading() and (text.ended or begins)

    def _blank(self, line: Line) -> None:
        """An empty line ends a paragraph, and an example with it."""
        if self._rule is None:
            self._outline.front.append(line)
        elif self._text is not None:
            self._text.add(line)
            if self._text.text:
                self._end_example(self._rule)

    def _end_example(self, rule: Rule) -> None:
        """Go on with the text of a rule, in a new paragraph, if this is an example of it."""
        if self._text is not None and self._text is not rule.body:
            self._text = rule.body
            self._text.add(Line(0, ""))

    def _heads_chapter(self, line: Line) -> bool:
        """Whether a line without a number heads a chapter: by its mark, or by what comes next."""
        if self._rule is None:
            return line.heading > 1
        above = self._numbering.begins_section(self._at) and self._stands_alone(self._at)
        return line.heading > 0 or above

    def _stands_alone(self, at: int, *, over_headings: bool = True) -> bool:
        """Whether a line is probably a heading: short, between empty lines, a number below it."""
        line, below = self._lines[at], self._next(at)
        around = [self._lines[place].text for place in (at - 1, at + 1) if place < len(self._lines)]
        short = looks_like_heading(line.text) and not line.bullet and not line.verbatim
        alone = short and not any(around)
        over = alone and over_headings and self._stands_alone(below, over_headings=False)
        return alone and (over or bool(self._marks[below]))

    def _may_head(self, line: Line) -> bool:
        """Whether a line in a rule could be a heading: alone, or between sentence and number."""
        after = self._text is not None and paragraphs.ends_sentence(self._text.end)
        above = bool(self._clear(self._next(self._at)))
        part = line.bullet or line.verbatim or self._marks[self._at] or _EXAMPLE.match(line.text)
        heading = after and above and not part and looks_like_heading(line.text)
        return heading or self._stands_alone(self._at)

    def _next(self, at: int) -> int:
        """The next line that is not empty; the last line where there is none."""
        after = range(at + 1, len(self._lines))
        return next((each for each in after if self._lines[each].text), len(self._lines) - 1)

    def _leave_out(self, line: Line) -> None:
        """Leave out a line, which begins the credits or the like, and all after it."""
        rest = self._lines[self._at :]
        count = sum(bool(each.text) for each in rest)
        self._outline.left_out.append(LeftOut(line.text, line.number, rest[-1].number, count))
        self._at = len(self._lines)

    def _read_glossary(self) -> None:
        """The lines up to the end of the document, its credits, or the next rule in order."""
        start = end = self._at + 1
        level = self._lines[self._at].heading
        while end < len(self._lines) and not self._ends_glossary(end, level):
            end += 1
        self._outline.heading_lines += 1
        self._rule = self._text = None
        self._list = ItemsInOrder()
        for at in range(start, end):
            self._name_number(at)
        glossary.add_entries(self._outline, self._lines[start:end])
        self._at = end - 1

    def _ends_glossary(self, at: int, level: int) -> bool:
        """Whether something else begins: a rule in order, or a heading of the same level."""
        line = self._lines[at]
        whole = (mark for mark in self._marks[at] if mark.style in number_forms.WHOLE[:2])
        if any(follows(self._numbering.last, mark.place) for mark in whole):
            return True
        other = any(each.fullmatch(line.text) for each in (glossary.END, _SUPPLEMENT))
        return other or 0 < line.heading <= (level or line.heading)

    def _note(self, line: Line, what: str) -> None:
        odd = self._outline.odd
        if what and not (odd and odd[-1].line == line.number):
            odd.append(Odd(line.number, what))
