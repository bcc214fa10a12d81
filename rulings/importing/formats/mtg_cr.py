"""The Magic Comprehensive Rules as a book: a clause for each rule, a term for each word.

They are read like any document of numbered rules (`numbered`). Special are their date, the titles
that rules are given, and the glossary at the end: a document without it was cut off.
The book has the ruleset id and prefix of our few clauses of Magic, so that the official English is
laid over our phrasings and Japanese.
"""

import re
from dataclasses import replace
from pathlib import Path

from rulings.errors import RulingsError
from rulings.importing.book_writer import Data, Target
from rulings.importing.formats.numbered import RulesWriter, effective_date, read_numbered, report_of
from rulings.importing.importer import Importer, Report, Request
from rulings.importing.outline.outline import Outline, Rule
from rulings.lookup.records import first_words

RULESET, PREFIX = "mtg-cr", "CR"
TARGET = Target(RULESET, PREFIX, "mtg", as_published=False)
NOTICE = {"en": "Wizards of the Coast LLC holds the copyright. For your own use."}
_TITLE = "Magic: The Gathering Comprehensive Rules"


def read_rules(path: Path, edition: str = "") -> Outline:
    """Read an edition; `edition` names it where its text does not; RulingsError if it is cut."""
    return checked(read_numbered(path, _TITLE, edition), path, edition)


def is_magic(outline: Outline) -> bool:
    """Whether a document has the Comprehensive Rules' parts: section 100, glossary and credits."""
    credited = any(each.what == "Credits" for each in outline.left_out)
    return credited and bool(outline.glossary) and "100" in outline.sections


def checked(outline: Outline, path: Path, edition: str = "") -> Outline:
    """The outline of `path` with its edition; RulingsError where it has none, or no end."""
    outline.edition = edition or effective_date([line.text for line in outline.front])
    if not outline.edition:
        message = 'it does not say "These rules are effective as of"; import it with --edition'
        raise RulingsError(f"{path}: {message}")
    if not is_magic(outline):
        raise RulingsError(f"{path}: it ends before its glossary does; get the whole document")
    return outline


def _import(request: Request) -> Report:
    outline = read_rules(request.file, request.option("edition"))
    report = report_of(request.file, outline)
    report.book = request.place(RULESET, outline.edition)
    MagicWriter(TARGET, outline).write(report.book, request.file.name)
    return report


class MagicWriter(RulesWriter):
    """Writes the rules with what their document does not say of itself: names and source."""

    form = "mtg-cr"
    cited = re.compile(r"(?<=\b[Ss]ee rule )\d{3}\.\d+[a-z]?")

    def _head(self) -> dict[str, Data]:
        head = super()._head()
        name = {"en": _TITLE, "ja": "マジック総合ルール"}
        head["ruleset"] |= {"name": name, "effective": self._outline.edition, "notice": NOTICE}
        return head

    def _source(self) -> Data:
        return super()._source() | {
            "id": "magic-comprehensive-rules",
            "author": "Wizards of the Coast",
            "date": self._outline.edition,
            "url": "https://magic.wizards.com/en/rules",
        }

    def _names(self, word: str) -> Data:
        plain = word.removesuffix(" (Obsolete)")
        parts = [part.strip(" “”") for part in plain.split(",")] if ", " in plain else []
        aliases = {"aliases": {"en": [part for part in parts if part]}} if parts else {}
        return {"name": {"en": plain}} | aliases

    def _clause(self, rule: Rule, terms: dict[str, list[str]]) -> Data:
        return super()._clause(replace(rule, title=title_of(rule, self._outline)), terms)


def title_of(rule: Rule, outline: Outline) -> str:
    """A title for a rule; the document gives it none.

    A heading such as ``Trample`` is its title. Other rules have the heading above them, or the
    title of their section, and their first words.
    """
    text = rule.body.text
    if _is_heading(text):
        return text
    above = outline.rules.get(rule.number.rstrip("abcdefghijklmnopqrstuvwxyz"))
    section = outline.sections.get(rule.number.split(".")[0], "")
    name = above.body.text if above and _is_heading(above.body.text) else section
    words = first_words(text, 90 - len(name))
    return f"{name}: {words}" if name else words


def _is_heading(text: str) -> bool:
    return len(text) <= 60 and text[-1] not in ".:;”)"


IMPORTER = Importer("mtg-cr", "Comprehensive Rules .txt", _import, ("edition",))
