"""The words of an HTML document, line by line, with its headings, lists and tables.

The numbers of an ordered list are not in its text: they are written out as a browser shows them.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

from rulings.importing.documents.lines import LeftOut, Line

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = {
    *("p", "div", "section", "article", "blockquote", "ul", "ol", "table", "dl", "dt", "pre"),
    *("header", "footer", "main", "figure", "figcaption", "caption", "address", "details"),
}
_UNSEEN = {"script", "style", "head", "template", "noscript"}
_READINGS = {"rt", "rp", "rtc"}
_AROUND = {"nav", "footer"}
_VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
_END_BY_THEMSELVES = {"p", "li", "dt", "dd", "tr", "td", "th"}
_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)

_NUMBERED = re.compile(r"[\d(（第]")
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][^<>]*>|![A-Za-z][^<>]*>)")
_MOST_DIGITS = 9


class Page(NamedTuple):
    """What an HTML document shows; `title` is empty unless its only first heading is the same."""

    lines: list[Line]
    left_out: list[LeftOut]
    title: str


def read_html(text: str) -> Page:
    """An HTML document. A ``<`` that begins no whole tag is a character of the text: the parser
    would look for the end of its tag in all that follows.
    """
    parser = _Lines()
    parser.feed(_NO_TAG.sub("&lt;", _without_comments(text)))
    parser.close()
    parser.end_line()
    parser.end_skipped()
    headings = [line.text for line in parser.lines if line.heading == 1]
    title = " ".join("".join(parser.title).split())
    return Page(parser.lines, parser.left_out, title if headings == [title] else "")


def lines_of(text: str) -> list[Line]:
    """The lines of an HTML document."""
    return read_html(text).lines


def _without_comments(text: str) -> str:
    """The text with the line breaks of its comments; a comment without an end is text."""
    first, *rest = text.split("<!--")
    shown, comment = [first], ""
    for part in rest:
        inside, end, after = part.partition("-->")
        comment += "<!--" + inside
        if end:
            shown += ["\n" * comment.count("\n"), after]
            comment = ""
    return "".join([*shown, comment])


class _Lines(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[Line] = []
        self.left_out: list[LeftOut] = []
        self.title: list[str] = []
        self._skipped = ("", 0, 0, "")  # tag, depth, first line and name of what is left out
        self._skipped_words = self._in_title = self._in_reading = False
        self._words: list[str] = []
        self._worded = False
        self._item = ""
        self._begun = 1
        self._heading = self._unseen = 0
        self._bullet = self._row = False
        self._lists: list[tuple[str, int]] = []
        self._ordered = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block begins on a new line."""
        given = dict(attrs)
        self._in_title = tag == "title" and not self.lines
        self._in_reading = tag in _READINGS
        if self._skips(tag, given):
            return
        if tag == "body":
            self._unseen = 0
        elif tag in _UNSEEN:
            self._unseen += 1
        elif tag in _HEADINGS:
            self._paragraph()
            self._heading = _HEADINGS[tag]
        elif tag in ("ul", "ol"):
            self._paragraph() if not self._lists else self.end_line()
            start = given.get("start") or "1"
            kind = given.get("type") or "1"
            self._lists.append((kind if tag == "ol" else "", _number(start, 1)))
            self._ordered += bool(self._lists[-1][0])
        elif tag == "li":
            self.end_line()
            self._begin_item(given.get("value") or "")
        elif tag == "tr":
            self.end_line()
            self._row = True
        elif tag in ("td", "th") and self._words:
            self._words.append(" | ")
        elif tag in ("br", "dd"):
            self.end_line()
        elif tag in _BLOCKS:
            self._paragraph()

    def handle_endtag(self, tag: str) -> None:
        """A block ends its line."""
        self._in_title = self._in_reading = False
        if self._skipped[0]:
            self._end_tag_of_skipped(tag)
        elif tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in _HEADINGS or tag in _BLOCKS or tag in ("tr", "li", "dd"):
            if tag in ("ul", "ol") and self._lists:
                self._ordered -= bool(self._lists.pop()[0])
            self.end_line()
            if tag not in ("li", "tr", "dt"):
                self._paragraph()

    def handle_data(self, data: str) -> None:
        """Text; its line breaks are spaces."""
        if self._in_title:
            self.title.append(data)
        if self._skipped[0]:
            self._skipped_words = self._skipped_words or bool(data.strip())
        elif not (self._unseen or self._in_reading) and data:
            if not self._worded and data.strip():
                self._worded = True
                self._begun = self.getpos()[0] + data[: -len(data.lstrip())].count("\n")
            self._words.append(data)

    def end_line(self) -> None:
        """Write out the line so far, if it has any words."""
        text = " ".join("".join(self._words).split())
        if text:
            text = text if _NUMBERED.match(text) else self._item + text
            self.lines.append(Line(self._begun, text, self._heading, self._bullet, self._row))
            self._heading, self._bullet, self._row = 0, False, False
            self._item = ""
        self._words, self._worded = [], False

    def end_skipped(self) -> None:
        """End what a reader of the page does not take for its text, and name it."""
        tag, _, first, name = self._skipped
        if tag and self._skipped_words:
            self.left_out.append(LeftOut(name, first, self.getpos()[0]))
        self._skipped, self._skipped_words = ("", 0, 0, ""), False

    def _skips(self, tag: str, given: dict[str, str | None]) -> bool:
        """Whether a tag is in, or begins, a part that is no text of the page."""
        skipped, depth, first, name = self._skipped
        if skipped in _END_BY_THEMSELVES and depth == 1 and tag in {skipped, *_BLOCKS}:
            self.end_skipped()
        elif skipped:
            self._skipped = (skipped, depth + (tag == skipped), first, name)
            return True
        hidden = "hidden" in given or bool(_NOT_SHOWN.search(given.get("style") or ""))
        if self._unseen or tag in _VOID or not (hidden or tag in _AROUND):
            return False
        if tag in _BLOCKS or tag in _AROUND or tag in _END_BY_THEMSELVES:
            self.end_line()
        what = f"<{tag}> of the page" if tag in _AROUND else f"<{tag}> that the page does not show"
        self._skipped = (tag, 1, self.getpos()[0], what)
        return True

    def _end_tag_of_skipped(self, tag: str) -> None:
        skipped, depth, first, name = self._skipped
        if tag == skipped and depth == 1:
            self.end_skipped()
            if tag in _BLOCKS or tag in _AROUND:
                self._paragraph()
        elif tag == skipped:
            self._skipped = (skipped, depth - 1, first, name)

    def _paragraph(self) -> None:
        self.end_line()
        if self.lines and self.lines[-1].text:
            self.lines.append(Line(self.getpos()[0], ""))

    def _begin_item(self, value: str) -> None:
        """The number or letter that a browser prints before the item."""
        kind, number = self._lists[-1] if self._lists else ("", 1)
        number = _number(value, number)
        if self._lists:
            self._lists[-1] = (kind, number + 1)
        self._begun, self._bullet = self.getpos()[0], not kind
        if kind in ("a", "A") and number <= 26:
            self._item = f"({chr(ord('a') + number - 1)}) "
        elif kind:
            self._item = f"({number}) " if self._ordered > 1 else f"{number}. "


def _number(written: str, otherwise: int) -> int:
    """The number in an attribute, if it has one that a list can have."""
    return int(written) if written.isdecimal() and len(written) <= _MOST_DIGITS else otherwise
