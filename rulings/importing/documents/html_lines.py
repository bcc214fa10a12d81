"""The words of an HTML document, line by line, with its headings, lists and tables.

The numbers of an ordered list are not in its text: they are written out as a browser shows them.
"""

import re
from html.parser import HTMLParser
from itertools import islice

from rulings.importing.documents.lines import LeftOut, Line

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = {
    *("p", "div", "section", "article", "blockquote", "ul", "ol", "table", "dl", "dt", "pre"),
    *("header", "main", "figure", "figcaption", "caption", "address", "details"),
    *("nav", "footer", *_HEADINGS),
}
_LINES = {"li", "tr", "dd"}
_UNSEEN = {"script", "style", "title", "template", "noscript", "rt", "rp"}
_AROUND = {"nav", "footer"}
_QUOTED, _BOLD = {"pre", "blockquote"}, {"b", "strong", "dfn"}
_VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
_END_BY_THEMSELVES = {"p", "li", "dt", "dd", "tr", "td", "th", "rt", "rp"}
_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_NUMBERED = re.compile(r"[\d(（第]")
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][^<>]*>|![A-Za-z][^<>]*>)")


def read_html(text: str) -> tuple[list[Line], list[LeftOut]]:
    """The lines that an HTML document shows, and those that it does not.

    A ``<`` that begins no whole tag is a character of the text: the parser would look for the end
    of its tag in all that follows.
    """
    parser = _Lines()
    parser.feed(_NO_TAG.sub("&lt;", _without_comments(text)))
    parser.close()
    parser.end_line()
    parser.end_skipped()
    return parser.lines, parser.left_out


def _without_comments(text: str) -> str:
    """The text with the line breaks of its comments; a comment without an end is text."""
    *pieces, after = text.split("-->")
    shown = []
    for piece in pieces:
        words, begins, comment = piece.partition("<!--")
        shown += [words, "\n" * comment.count("\n") if begins else "-->"]
    return "".join([*shown, after])


class _Lines(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[Line] = []
        self.left_out: list[LeftOut] = []
        self._skipped, self._depth = "", 0  # the tag whose content is skipped
        self._skipped_as, self._skipped_from = "", 0
        self._words: list[str] = []
        self._item = ""
        self._begun = self._heading = self._quotes = 0
        self._bullet = 0  # how many lists the item is in
        self._row = self._in_bold = False
        self._bold = ""
        self._lists: list[tuple[str, int]] = []  # kind and next number of the open ones

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if self._skips(tag, given):
            return
        if tag in ("ul", "ol"):
            self.end_line() if self._lists else self._paragraph()
            kind = (given.get("type") or "1") if tag == "ol" else ""
            self._lists.append((kind, _number(given.get("start", ""), 1)))
        elif tag in _BLOCKS:
            self._paragraph()
            self._heading = _HEADINGS.get(tag, self._heading)
            self._quotes += tag in _QUOTED
        elif tag in _LINES or tag == "br":
            self.end_line()
            self._row = tag == "tr"
            if tag == "li":
                self._begin_item(given.get("value", ""))
        elif tag in ("td", "th") and self._words:
            self._words.append(" | ")
        elif tag in _BOLD:
            self._in_bold = not self._begun

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._depth -= tag == self._skipped
            if not self._depth or (self._skipped in ("rt", "rp") and tag == "ruby"):
                self.end_skipped()
            return
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        if tag in _LINES or tag == "dt":
            self.end_line()
        elif tag in _BLOCKS:
            self._paragraph()
            self._quotes -= tag in _QUOTED and self._quotes > 0
        elif tag in _BOLD and self._in_bold:
            self._bold, self._in_bold = self._text(), False

    def handle_data(self, data: str) -> None:
        """Text; its line breaks are spaces."""
        if self._skipped:
            if self._skipped_as and not self._skipped_from and data.strip():
                self._skipped_from = self.getpos()[0]
            return
        if data.strip() and not self._begun:
            self._begun = self.getpos()[0] + data[: -len(data.lstrip())].count("\n")
        self._words.append(data)

    def end_line(self) -> None:
        """Write out the line so far, if it has any words."""
        if text := self._text():
            text = text if _NUMBERED.match(text) else self._item + text
            form = (self._heading, self._bullet > 0, self._row, self._bullet, self._quotes > 0)
            self.lines.append(Line(self._begun, text, *form, self._bold))
            self._heading, self._bullet, self._row, self._item = 0, 0, False, ""
        self._words, self._begun, self._bold, self._in_bold = [], 0, "", False

    def _text(self) -> str:
        return " ".join("".join(self._words).split())

    def end_skipped(self) -> None:
        """End a skipped part; if it holds words, add it to `left_out`."""
        if self._skipped_from:
            last = self.getpos()[0]
            self.left_out.append(LeftOut(self._skipped_as, self._skipped_from, last))
        self._skipped, self._depth, self._skipped_from = "", 0, 0

    def _skips(self, tag: str, given: dict[str, str]) -> bool:
        """Whether a tag is in, or begins, a part that is no text of the page."""
        if self._skipped in _END_BY_THEMSELVES and tag in {self._skipped, *_BLOCKS, "rt", "rp"}:
            self.end_skipped()
        if self._skipped:
            self._depth += tag == self._skipped
            return True
        hidden = "hidden" in given or bool(_NOT_SHOWN.search(given.get("style", "")))
        if tag in _VOID or not (hidden or tag in _AROUND or tag in _UNSEEN):
            return False
        if tag in _BLOCKS or tag in _LINES:
            self._paragraph()
        self._skipped, self._depth = tag, 1
        named = "of the page" if tag in _AROUND else "that the page does not show"
        self._skipped_as = "" if tag in _UNSEEN else f"<{tag}> {named}"
        return True

    def _paragraph(self) -> None:
        self.end_line()
        if self.lines and self.lines[-1].text:
            self.lines.append(Line(self.getpos()[0], ""))

    def _begin_item(self, value: str) -> None:
        """The number or letter that a browser prints before the item."""
        kind, number = self._lists[-1] if self._lists else ("", 1)
        number = _number(value, number)
        self._lists[-1:] = [(kind, number + 1)] if self._lists else []
        self._bullet = 0 if kind else len(self._lists) or 1
        if kind in ("a", "A") and number <= 26:
            self._item = f"({chr(ord('a') + number - 1)}) "
        elif kind:
            nested = any(outer for outer, _ in islice(self._lists, len(self._lists) - 1))
            self._item = f"({number}) " if nested else f"{number}. "


def _number(written: str, otherwise: int) -> int:
    """The number in an attribute, if it has one that a list can have."""
    return int(written) if written.isdecimal() and len(written) <= 9 else otherwise
