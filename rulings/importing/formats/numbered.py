"""Any published document of numbered rules as a book: a clause for each rule, a term for each word.

Ids are the document's own numbers, so that the next edition has the same ones for what stayed.
"""

import re
from pathlib import Path

from rulings.errors import RulingsError
from rulings.format.model import LONGEST_TEXT
from rulings.ids import UNDATED, Slugs
from rulings.importing.book_writer import Data, Target, new_book
from rulings.importing.dates import dates_in
from rulings.importing.documents import documents
from rulings.importing.documents.lines import Line, spans
from rulings.importing.importer import TARGET_OPTIONS, Importer, Report, Request
from rulings.importing.outline import number_forms
from rulings.importing.outline.number_forms import written
from rulings.importing.outline.outline import Outline, Rule
from rulings.importing.outline.outlining import read_outline
from rulings.importing.outline.paragraphs import looks_like_heading

_EFFECTIVE = re.compile("effective as of", re.IGNORECASE)
_VERSION = re.compile(
    r"(?:\b(?:[Vv]er(?:sion)?\.?|[EeÉé]dition|[Ff]assung|[Rr]ev(?:ision)?\.?)|バージョン)"
    r"\s{0,3}(\d[\w.]{0,20}(?:[-/]\d[\w.]{0,9}){0,2})"
)
_CITED = re.compile(
    r"第[^\s、。第]{1,6}条(?:第?[^\s、。第]{1,4}項)?|\d{1,4}(?:[.-]\d{1,4})+[a-zA-Z]?"
)


def read_numbered(path: Path, title: str = "", edition: str = "") -> Outline:
    """The outline of a document; `title` and `edition` go before what it says itself.

    A title or edition that it does not say for certain gets a default, and is named in `uncertain`.
    RulingsError where nothing in it is numbered, or where it is not known what became of a line.
    """
    outline = read_outline(documents.read(path))
    if not outline.rules:
        raise RulingsError(f"{path}: no numbered rule in it; give a document such as `1.2 Text`")
    _bound_front(outline)
    refuse_lost_lines(path, outline)
    first = min(rule.line for rule in outline.rules.values())
    before = [line for line in outline.front if line.number < first]
    outline.title = title or _title(before)
    outline.edition = edition or _edition(before)
    for name, default in (("title", path.stem), ("edition", UNDATED)):
        if not getattr(outline, name):
            setattr(outline, name, default)
            stands = f"{default!r} stands for it: --{name} names it"
            outline.uncertain.append(f"its {name} is not certain; {stands}")
    return outline


def refuse_lost_lines(path: Path, outline: Outline) -> None:
    """RulingsError unless each line of the document is in the outline, or named as left out."""
    if (count := sum(outline.lines_in().values())) != outline.total:
        message = f"{outline.total:,} lines of it were read, and {count:,} are accounted for"
        raise RulingsError(f"{path}: {message}; nothing was imported: please report this")


def report_of(path: Path, outline: Outline) -> Report:
    """What was found, in numbers, where its lines are, and each one that is odd or left out."""
    rules, lines = outline.rules.values(), outline.lines_in()
    report = Report(
        {
            "rules": len(rules),
            "sections": len(outline.sections),
            "chapters": len(outline.chapters),
            "titles": sum(bool(rule.title) for rule in rules),
            "examples": sum(len(rule.examples) for rule in rules),
            "glossary entries": len(outline.glossary),
        },
        [f"{path}: {guess}" for guess in outline.uncertain],
        {
            "title": outline.title,
            "edition": outline.edition,
            "accounts": {"unit": "lines", "total": outline.total, "parts": lines},
            "levels": dict(outline.levels),
            "left_out": [
                f"{path}:{each.first}-{each.last}: {each.what}" for each in outline.left_out
            ],
        },
    )
    report.warnings += [f"{path}:{each.line}: {each.what}" for each in sorted(outline.odd)]
    return report


def _bound_front(outline: Outline) -> None:
    """Leave out text outside of rules that is longer than a text of a book may be."""
    room = LONGEST_TEXT - len("\n".join(["", *outline.chapters]))
    for at, line in enumerate(outline.front):
        room -= len(line.text) + 1
        if room < 0:
            rest = [each.number for each in outline.front[at:] if each.text]
            outline.left_out += spans("text outside of rules, too long for a book", rest, ())
            del outline.front[at:]
            return


def _title(front: list[Line]) -> str:
    """The heading of the document, or its first line if that is a title and no number."""
    lines = [line for line in front if line.text]
    headings = [line.text for line in lines if line.heading == 1]
    plain = [line.text for line in lines[:1] if looks_like_heading(line.text)]
    titles = headings or [text for text in plain if not any(number_forms.read(text))]
    return titles[0][:80] if titles else ""


def _edition(front: list[Line]) -> str:
    """The only date, or else the only version, that stands before the rules; else empty."""
    lines = [line.text for line in front]
    if date := effective_date(lines):
        return date
    versions = [match[1].rstrip(".") for line in lines for match in _VERSION.finditer(line)]
    names = {date for line in lines for date in dates_in(line)} or {*versions}
    return names.pop().replace("/", "-") if len(names) == 1 else ""  # it names a folder


def effective_date(lines: list[str]) -> str:
    """The ISO date in ``These rules are effective as of November 17, 2023``, or empty."""
    for line in lines[:60]:
        if match := _EFFECTIVE.search(line):
            return next(iter(dates_in(line[match.end() :])), "")
    return ""


def _import(request: Request) -> Report:
    file = request.file
    outline = read_numbered(file, request.option("title"), request.option("edition"))
    report = report_of(file, outline)
    if not request.option("plan"):
        report.book = request.place(request.needed("ruleset"), outline.edition)
        target = request.target(request.books_beside(report.book))
        RulesWriter(target, outline).write(report.book, file.name)
    return report


class RulesWriter:
    """Writes the outline of a document as a book; a subclass adapts it to one document."""

    form = "numbered"
    cited = _CITED
    """Finds the rules that the meaning of a word names; the word becomes a term of them."""

    def __init__(self, target: Target, outline: Outline) -> None:
        self._target = target
        self._outline = outline

    def write(self, place: Path, origin: str) -> None:
        """Write all that was read from `origin` as a book at `place`, as `new_book` does."""
        about = f"from {origin}, edition {self._outline.edition}"
        with new_book(place, self.form, about) as book:
            book.head(self._head())
            source = self._source()
            book.add("sources", source)
            sources = [{"id": source["id"]}]
            terms: dict[str, list[str]] = {}
            slugs = Slugs()
            for word, meaning in self._outline.glossary.items():
                identifier = slugs.of(word)
                term = {"id": identifier, **self._names(word), "text": self._target.text(meaning)}
                book.add("terms", term | {"sources": sources})
                for match in self.cited.finditer(meaning):
                    if mark := next(number_forms.read(match[0]), None):
                        terms.setdefault(written(mark.parts, mark.letter), []).append(identifier)
            for rule in self._outline.rules.values():
                clause = self._clause(rule, terms)
                clause |= {"authority": self._target.authority or "official", "sources": sources}
                book.add("clauses", clause)

    def _head(self) -> dict[str, Data]:
        """The game and the ruleset; its text is what is outside of rules, and chapter headings."""
        sections = [
            {"id": f"{self._target.prefix} {number}", "title": self._target.text(title)}
            for number, title in self._outline.sections.items()
            if title
        ]
        front = "\n".join(line.text for line in self._outline.front).strip()
        text = "\n\n".join(filter(None, [front, "\n".join(self._outline.chapters)]))
        more = {"text": self._target.text(text)} if text else {}
        name = self._target.text(self._outline.title)
        return self._target.head(name, self._outline.edition, sections=sections, **more)

    def _source(self) -> Data:
        return {
            "id": f"{self._target.ruleset}-document",
            "title": self._target.text(self._outline.title),
            "edition": self._outline.edition,
            "language": self._target.language,
        }

    def _names(self, word: str) -> Data:
        return {"name": self._target.text(word)}

    def _clause(self, rule: Rule, terms: dict[str, list[str]]) -> Data:
        clause: Data = {"id": f"{self._target.prefix} {rule.number}"}
        if rule.title:
            clause["title"] = self._target.text(rule.title)
        clause["text"] = self._target.text(rule.body.text)
        if rule.examples:
            clause["examples"] = [self._target.text(example.text) for example in rule.examples]
        if rule.number in terms:
            clause["terms"] = list(dict.fromkeys(terms[rule.number]))
        return clause


IMPORTER = Importer(
    "numbered",
    "any document of numbered rules: text, Markdown, HTML, PDF",
    _import,
    (*TARGET_OPTIONS, "authority", "edition", "title", "plan"),
)
