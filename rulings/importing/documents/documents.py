"""Documents of rules as plain lines: text, Markdown, HTML, and PDF if `pypdf` is installed.

A line keeps its number in the file, so that a person can look up what is odd.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulings.disk.files import LARGEST_FILE, open_input
from rulings.errors import RulingsError
from rulings.importing.documents.html_lines import read_html
from rulings.importing.documents.lines import LeftOut, Line, read_lines, spans

_MARKDOWN, _HTML = (".md", ".markdown", ".mdown"), (".html", ".htm", ".xhtml")
ENDINGS = (".txt", ".pdf", *_MARKDOWN, *_HTML)
_HEADING = re.compile(r"(#{1,6})\s+(\S.*)")
_AFTER_HEADING = re.compile(r"\{[#.][\w -]{1,80}\}$")
_UNDERLINE = re.compile(r"=+|-{3,}")
_LIST_MARK = re.compile(r"[-*+•・]\s+(?=\S)(?!\d{1,4}\s*-$)")
_MARKS = re.compile(
    r"(?P<strong>\*\*|__|\*)(?P<inside>[^*_]{1,80})(?P=strong)"
    r"|(?<!!)\[(?P<label>[^\[\]]+)\]\([^()\s]*\)"
)
_ESCAPED_NUMBER = re.compile(r"^([(（]?[\w.-]+)\\([.)])")
_ANCHOR = re.compile(r"</?a\b[^<>]{0,300}>|<!--[^<>]{0,300}-->", re.IGNORECASE)
_BREAK = re.compile(r"<br\s{0,9}/?>", re.IGNORECASE)
_TABLE = re.compile(r"\|.*\||.*\S(?: {3,}|\t+)\S.*|[┌├│└].*")
_WORD = re.compile(r"[^\W_]")
_RULE_LINE = re.compile(r"[-*_=]{3,}")


class Document(NamedTuple):
    """A document's lines. In one that is `marked` up, only an empty line ends a paragraph.

    `total` counts the lines of the file that hold words; those of HTML are as a browser shows them.
    `left_out` are marks, and what a page does not show.
    """

    lines: list[Line]
    marked: bool
    total: int
    left_out: list[LeftOut]


def read(path: Path) -> Document:
    """The lines of a document; RulingsError where it cannot be read or holds no text."""
    ending = path.suffix.lower()
    raw = _pdf_lines(path) if ending == ".pdf" else read_lines(path)
    if ending in _HTML or raw[0].lstrip().lower().startswith(("<!doctype html", "<html")):
        lines, left_out = read_html("\n".join(raw))
        total = sum(bool(line.text) for line in lines) + len(left_out)
        return Document(lines, True, total, left_out)
    marked = ending in _MARKDOWN
    plain = (_line(number, text, marked=False) for number, text in enumerate(raw, 1))
    lines = list(_markdown(raw) if marked else plain)
    kept = {line.number for line in lines if line.text}
    words = {number for number, text in enumerate(raw, 1) if _WORD.search(text)}
    left_out = spans("marks of the file", words - kept, kept)
    return Document(lines, marked, len(words | kept), left_out)


def _line(number: int, text: str, *, marked: bool) -> Line:
    """A line without the marks of its form; ``#`` marks a heading in plain text too."""
    indent = len(text) - len(text.lstrip())
    text = _BREAK.sub(" ", _ANCHOR.sub("", text)).strip() if marked else text.strip()
    if quoted := marked and text.startswith(">"):
        text = text.lstrip("> ")
    if heading := _HEADING.fullmatch(text):
        title = _AFTER_HEADING.sub("", heading[2]).rstrip("# ")
        title = _without_marks(title) if marked else title
        return Line(number, title, heading=len(heading[1]), quoted=quoted)
    if bullet := _LIST_MARK.match(text):
        text = text[bullet.end() :]
    elif _TABLE.fullmatch(text):
        return Line(number, text, verbatim=True, indent=indent, quoted=quoted)
    text, bold = _plain_head(text) if marked else (text, "")
    return Line(number, text, bullet=bool(bullet), indent=indent, quoted=quoted, bold=bold)


def _markdown(lines: list[str]) -> Iterator[Line]:
    fenced = False
    for number, raw in enumerate(lines, 1):
        text = raw.strip()
        after = lines[number].strip() if number < len(lines) else ""
        if after.startswith("-") and number > 1 and lines[number - 2].strip():
            after = ""  # below a paragraph it is a divider, no underline of a heading
        if text.startswith(("```", "~~~")):
            fenced = not fenced
            yield Line(number, "")
        elif fenced:
            yield Line(number, raw.rstrip(), verbatim=True, quoted=True)
        elif _RULE_LINE.fullmatch(text):
            yield Line(number, "")
        elif text and _UNDERLINE.fullmatch(after) and not _TABLE.fullmatch(text):
            yield Line(number, _without_marks(text), heading=1 if after[0] == "=" else 2)
        else:
            yield _line(number, raw, marked=True)


def _plain_head(text: str) -> tuple[str, str]:
    """A line without the marks around its first words (``**1.2** Foo``), and those words."""
    first = _MARKS.match(text)
    bold = (first and first["inside"]) or ""
    if first and bold:
        text = bold + text[first.end() :]
    text = _MARKS.sub(lambda match: match["label"] or match[0], text)
    return _ESCAPED_NUMBER.sub(r"\1\2", text), bold


def _without_marks(text: str) -> str:
    plain = _MARKS.sub(lambda match: match["label"] or match["inside"], text)
    return plain.replace("\\", "").strip()


def _pdf_lines(path: Path) -> list[str]:
    try:
        import pypdf
    except ImportError as error:
        remedy = "install it with `pip install 'tcg-rulings[pdf]'`, or give the text"
        raise RulingsError(f"{path}: reading a PDF needs pypdf; {remedy}") from error
    with open_input(path, 4 * LARGEST_FILE) as stream:
        try:
            pages = [page.extract_text() for page in pypdf.PdfReader(stream).pages]
        except Exception as error:  # pypdf raises errors of many kinds for a damaged file
            reason = " ".join(f"{error}".split())[:100]
            message = f"{path}: no PDF that can be read ({reason}); give the text"
            raise RulingsError(message) from error
    return "\n".join(pages).split("\n")
