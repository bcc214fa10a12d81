"""The Magic Comprehensive Rules as a book: a clause for each rule, a term for each word.

The book has the ruleset id and prefix of our own few clauses, so that the two are laid over
each other: the official English above, our phrasings and Japanese below.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rulings.importers.mtg_cr_text import Rule, RulesText
from rulings.importers.naming import Slugs, slug
from rulings.importers.writing import BookWriter, new_book
from rulings.progress import counted
from rulings.records import first_words

RULESET, PREFIX, GAME = "mtg-cr", "CR", "mtg"
SOURCE = "magic-comprehensive-rules"
_SEE_RULE = re.compile(r"\b[Ss]ee rule (\d{3}\.\d+[a-z]?)")
_LONGEST_HEADING = 60
_LONGEST_TITLE = 90


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
        chapter = text.sections.get(rule.number[0], "")
        clause = _clause(rule, text, terms.get(rule.number, []))
        book.add(f"{rule.number[0]}-{slug(chapter)}", "clauses", clause)


def terms_of(text: RulesText) -> dict[str, str]:
    """The words of the glossary by the ids that they have as terms."""
    slugs = Slugs()
    return {slugs.of(word): word for word in text.glossary}


def _ruleset(text: RulesText) -> dict[str, Any]:
    sections = [
        {"id": f"{PREFIX} {number}", "title": {"en": title}}
        for number, title in text.sections.items()
        if len(number) == 3
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
