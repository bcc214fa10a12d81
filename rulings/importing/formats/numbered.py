"""Any published document of numbered rules as a book: a clause for each rule, a term for each word.

Ids are the document's own numbers, so that the next edition has the same ones for what stayed.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from rulings.errors import RulingsError
from rulings.format.model import LONGEST_TEXT
from rulings.importing.book_writer import BookWriter, Data, Target, new_book
from rulings.importing.documents import documents
from rulings.importing.documents.lines import Line, spans
from rulings.importing.naming import Slugs, slug
from rulings.importing.outline import numbers
from rulings.importing.outline.numbers import written
from rulings.importing.outline.outline import Outline, Rule
from rulings.importing.outline.outlining import read_outline
from rulings.importing.outline.paragraphs import looks_like_heading
from rulings.progress import counted

_EFFECTIVE = re.compile(r"effective as of\s+([A-Z][a-z]+ \d{1,2}, ?\d{4})")
_HEAD_LINES = 60
_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)\s{0,2}[-./年]\s{0,2}(\d{1,2})\s{0,2}[-./月]\s{0,2}(\d{1,2})"
)
_VERSION = re.compile(
    r"(?:\b[Vv]er(?:sion)?\.?|\b[Ee]dition|\b[Rr]ev(?:ision)?\.?|バージョン)\s{0,3}(\d[\w.]{0,20})"
)
_CHAPTER_NUMBER = re.compile(r"^\d{1,6} ")
_CITED = re.compile(
    r"第[^\s、。第]{1,6}条(?:第?[^\s、。第]{1,4}項)?|\d{1,4}(?:[.-]\d{1,4})+[a-zA-Z]?"
)
_LONGEST_NAME = 80
UNDATED = "undated"
"""The edition of a document that does not say for certain which it is."""


def read_numbered(path: Path, title: str = "", edition: str = "") -> Outline:
    """The outline of a document; `title` and `edition` go before what it says itself.

    A title or edition that it does not say for certain gets a default, and a note. RulingsError
    where nothing in it is numbered, or where it is not known what became of a line.
    """
    found = read_outline(documents.read(path))
    if not found.rules:
        raise RulingsError(f"{path}: no numbered rule in it; give a document such as `1.2 Text`")
    _bound_front(found)
    account_for_lines(path, found)
    found.title, found.edition = title or _title(found.front), edition or _edition(found.front)
    if not found.title:
        found.title = path.stem
        note = f"its title is not certain; {path.stem!r} is its file's name: --title names it"
        found.notes.append(note)
    if not found.edition:
        found.edition = UNDATED
        note = f"its edition is not certain; {UNDATED!r} stands for it: --edition names it"
        found.notes.append(note)
    return found


def account_for_lines(path: Path, found: Outline) -> None:
    """RulingsError unless each line of the document is in the outline, or named as left out."""
    lines = sum(found.lines_in().values())
    if lines != found.total:
        told = f"{found.total:,} lines of it were read, and {lines:,} are accounted for"
        raise RulingsError(f"{path}: {told}; nothing was imported: please report this fault")


def _bound_front(found: Outline) -> None:
    """Leave out what stands before the first rule and is longer than a text of a book may be."""
    room = LONGEST_TEXT - len("\n".join(["", *found.chapters]))
    for at, line in enumerate(found.front):
        room -= len(line.text) + 1
        if room < 0:
            rest = [each.number for each in found.front[at:] if each.text]
            found.left_out += spans("text before the first rule, too long for a book", rest, ())
            del found.front[at:]
            return


def _title(front: list[Line]) -> str:
    """The heading of the document, or its first line if that is a title and no number."""
    lines = [line for line in front if line.text]
    headings = [line.text for line in lines if line.heading == 1]
    plain = [line.text for line in lines[:1] if looks_like_heading(line.text)]
    titles = headings or [text for text in plain if not any(numbers.read(text))]
    return titles[0][:_LONGEST_NAME] if titles else ""


def _edition(front: list[Line]) -> str:
    """The only date, or else the only version, that stands before the rules; else empty."""
    lines = [line.text for line in front]
    if date := effective_date(lines):
        return date
    for pattern in (_DATE, _VERSION):
        groups = {match.groups() for line in lines for match in pattern.finditer(line)}
        if len(groups) == 1:
            year, *rest = groups.pop()
            return "-".join([year, *(part.zfill(2) for part in rest)]).rstrip(".")
        if groups:
            return ""
    return ""


def effective_date(lines: list[str]) -> str | None:
    """The ISO date in ``These rules are effective as of November 17, 2023``, or None."""
    for line in lines[:_HEAD_LINES]:
        if match := _EFFECTIVE.search(line):
            written = match[1].replace(",", ", ").replace("  ", " ")
            try:
                return datetime.strptime(written, "%B %d, %Y").date().isoformat()
            except ValueError:
                return None
    return None


def write_numbered(found: Outline, target: Target, place: Path, origin: str) -> None:
    """Write a document that was read from `origin` as a book at `place`, whole or not at all.

    RulingsError where `place` holds anything but an earlier import.
    """
    with new_book(place, "numbered", f"from {origin}, edition {found.edition}") as book:
        Writing(book, target, found).write()


def terms_of(found: Outline) -> dict[str, str]:
    """The words of the glossary by the ids that they have as terms."""
    slugs = Slugs()
    return {slugs.of(word): word for word in found.glossary}


class Writing:
    """Writes the outline of a document as a book; a subclass says what is special in a document."""

    form = "numbered"
    cited = _CITED
    """Finds the rules that the meaning of a word names; the word becomes a term of them."""

    def __init__(self, book: BookWriter, target: Target, found: Outline) -> None:
        self._book = book
        self._target = target
        self._found = found
        self._name = found.title
        self._files: dict[str, str] = {}

    def write(self) -> None:
        """Write all of it."""
        self._book.head("ruleset", self._head())
        source = self._source()
        self._book.add("sources", "sources", source)
        sources = [{"id": source["id"]}]
        terms: dict[str, list[str]] = {}
        for identifier, word in terms_of(self._found).items():
            meaning = self._found.glossary[word]
            term = {"id": identifier, **self._called(word), "text": self._in(meaning)}
            self._book.add("terms", "terms", term | {"sources": sources})
            for match in self.cited.finditer(meaning):
                if mark := next(numbers.read(match[0]), None):
                    terms.setdefault(written(mark.parts, mark.letter), []).append(identifier)
        for rule in counted(f"importing {self.form}", self._found.rules.values()):
            clause = self._clause(rule, terms) | {"authority": "official", "sources": sources}
            self._book.add(self._file(rule), "clauses", clause)

    def _in(self, text: str) -> dict[str, str]:
        return {self._target.language: text}

    def _head(self) -> dict[str, Data]:
        """The game and the ruleset, as the book describes them."""
        more: Data = {"sections": self._sections()}
        if text := self._front():
            more["text"] = self._in(text)
        return self._target.head(self._in(self._name), self._found.edition, **more)

    def _front(self) -> str:
        """What stands before the first rule, and the headings of the chapters."""
        front = "\n".join(line.text for line in self._found.front).strip()
        return "\n\n".join(filter(None, [front, "\n".join(self._found.chapters)]))

    def _sections(self) -> list[Data]:
        sections = self._found.sections.items()
        prefix = self._target.prefix
        return [
            {"id": f"{prefix} {at}", "title": self._in(title)} for at, title in sections if title
        ]

    def _source(self) -> Data:
        return {
            "id": f"{self._target.ruleset}-document",
            "title": self._in(self._name),
            "edition": self._found.edition,
            "language": self._target.language,
        }

    def _called(self, word: str) -> Data:
        """The names of the term for a word of the glossary."""
        return {"name": self._in(word)}

    def _title(self, rule: Rule) -> str:
        return rule.title

    def _clause(self, rule: Rule, terms: dict[str, list[str]]) -> Data:
        clause: Data = {"id": f"{self._target.prefix} {rule.number}"}
        if title := self._title(rule):
            clause["title"] = self._in(title)
        clause["text"] = self._in(rule.body.text)
        if rule.examples:
            clause["examples"] = [self._in(example.text) for example in rule.examples]
        if rule.number in terms:
            clause["terms"] = list(dict.fromkeys(terms[rule.number]))
        return clause

    def _file(self, rule: Rule) -> str:
        """The name of its file: one for each chapter, in their order."""
        if rule.chapter not in self._files:
            title = _CHAPTER_NUMBER.sub("", rule.chapter)
            about = slug(title) if title and title.isascii() else "clauses"
            self._files[rule.chapter] = f"{len(self._files) + 1}-{about}"
        return self._files[rule.chapter]
