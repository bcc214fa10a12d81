"""The Magic Comprehensive Rules as a book: a clause for each rule, a term for each word.

They are read like any document of numbered rules (`numbered`); what only they have is their date,
the titles that their rules go by, and a glossary at the end, by which a cut document shows.
The book has the ruleset id and prefix of our own few clauses, so that the two are laid over
each other: the official English above, our phrasings and Japanese below.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from rulings.importers.naming import Slugs, slug
from rulings.importers.numbered import effective_date, read_numbered
from rulings.importers.writing import BookWriter, new_book
from rulings.problems import RulingsError
from rulings.progress import counted
from rulings.records import first_words

RULESET, PREFIX, GAME = "mtg-cr", "CR", "mtg"
SOURCE = "magic-comprehensive-rules"
_SEE_RULE = re.compile(r"\b[Ss]ee rule (\d{3}\.\d+[a-z]?)")
_LONGEST_HEADING = 60
_LONGEST_TITLE = 90


class Rule(NamedTuple):
    """A rule or subrule: its number (``702.19b``), its chapter (``7 Additional Rules``), text and
    examples.
    """

    number: str
    chapter: str
    text: str
    examples: list[str]


class RulesText(NamedTuple):
    """One edition of the rules as it was read: rules and titles of sections by number, words with
    their meanings, and what is odd with its line.
    """

    edition: str
    rules: dict[str, Rule]
    sections: dict[str, str]
    glossary: dict[str, str]
    unplaced: list[tuple[int, str]]


def read_rules(path: Path, edition: str | None = None) -> RulesText:
    """Read one edition; `edition` names one whose text does not say when it took effect.

    RulingsError, in one line, where the file is something else or ends in the middle.
    """
    found = read_numbered(path)
    name = edition or effective_date([line.text for line in found.front])
    if name is None:
        message = 'it does not say "These rules are effective as of"; name it with --edition'
        raise RulingsError(f"{path}: {message}")
    if not found.glossary or all(each.what != "Credits" for each in found.left_out):
        raise RulingsError(f"{path}: it ends before its glossary does; get the whole document")
    rules = {
        number: Rule(number, rule.chapter, rule.body.text, [each.text for each in rule.examples])
        for number, rule in found.rules.items()
    }
    return RulesText(name, rules, found.sections, found.glossary, sorted(found.odd))


def write_rules(text: RulesText, place: Path, origin: str) -> None:
    """Write an edition that was read from `origin` as a book at `place`, whole or not at all.

    RulingsError where `place` holds anything but an earlier import.
    """
    with new_book(place, "mtg-cr", f"from {origin}, edition {text.edition}") as book:
        _write(book, text)


def _write(book: BookWriter, text: RulesText) -> None:
    book.head("ruleset", {"ruleset": _ruleset(text)})
    book.add("sources", "sources", _source(text))
    terms: dict[str, list[str]] = {}
    for identifier, word in terms_of(text).items():
        meaning = text.glossary[word]
        term = _term(identifier, word, meaning)
        book.add("terms", "terms", term)
        for number in _SEE_RULE.findall(meaning):
            terms.setdefault(number, []).append(term["id"])
    for rule in counted("importing mtg-cr", text.rules.values()):
        clause = _clause(rule, text, terms.get(rule.number, []))
        book.add(slug(rule.chapter), "clauses", clause)


def terms_of(text: RulesText) -> dict[str, str]:
    """The words of the glossary by the ids that they have as terms."""
    slugs = Slugs()
    return {slugs.of(word): word for word in text.glossary}


def _ruleset(text: RulesText) -> dict[str, Any]:
    sections = [
        {"id": f"{PREFIX} {number}", "title": {"en": title}}
        for number, title in text.sections.items()
    ]
    return {
        "id": RULESET,
        "prefix": PREFIX,
        "game": GAME,
        "name": {"en": "Magic: The Gathering Comprehensive Rules", "ja": "マジック総合ルール"},
        "edition": text.edition,
        "effective": text.edition,
        "languages": ["en"],
        "notice": {"en": "Wizards of the Coast LLC holds the copyright. For your own use."},
        "sections": sections,
    }


def _source(text: RulesText) -> dict[str, Any]:
    return {
        "id": SOURCE,
        "title": {"en": "Magic: The Gathering Comprehensive Rules"},
        "author": "Wizards of the Coast",
        "date": text.edition,
        "edition": text.edition,
        "language": "en",
        "url": "https://magic.wizards.com/en/rules",
    }


def _clause(rule: Rule, text: RulesText, terms: list[str]) -> dict[str, Any]:
    clause: dict[str, Any] = {
        "id": f"{PREFIX} {rule.number}",
        "title": {"en": title_of(rule, text)},
        "text": {"en": rule.text},
    }
    if rule.examples:
        clause["examples"] = [{"en": example} for example in rule.examples]
    if terms:
        clause["terms"] = list(dict.fromkeys(terms))
    return clause | {"authority": "official", "sources": [{"id": SOURCE}]}


def title_of(rule: Rule, text: RulesText) -> str:
    """A title for a rule, which the document has none for.

    A heading such as ``Trample`` is its own; other rules take the heading above them, or the
    title of their section, and their first words.
    """
    if _is_heading(rule):
        return rule.text
    above = text.rules.get(rule.number.rstrip("abcdefghijklmnopqrstuvwxyz"))
    section = text.sections.get(rule.number.split(".")[0], "")
    name = above.text if above and _is_heading(above) else section
    words = first_words(rule.text, _LONGEST_TITLE - len(name))
    return f"{name}: {words}" if name else words


def _is_heading(rule: Rule) -> bool:
    return len(rule.text) <= _LONGEST_HEADING and rule.text[-1] not in ".:;”)"


def _term(identifier: str, word: str, meaning: str) -> dict[str, Any]:
    plain = word.removesuffix(" (Obsolete)")
    parts = [part.strip(" “”") for part in plain.split(",")] if ", " in plain else []
    term: dict[str, Any] = {"id": identifier, "name": {"en": plain}}
    if parts:
        term["aliases"] = {"en": [part for part in parts if part]}
    return term | {"text": {"en": meaning}, "sources": [{"id": SOURCE}]}
