"""What `rulings import` does for a document of any game: its target, its plan, its book."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulings import languages
from rulings.errors import RulingsError
from rulings_cli.places import locations

if TYPE_CHECKING:
    from rulings.importing.book_writer import Target
    from rulings.importing.formats.questions import Questions
    from rulings.importing.outline.outline import Outline
    from rulings.reading.book import Book

_PREFIX = re.compile(r"[A-Z][A-Z0-9]{0,11}")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_LANGUAGE = re.compile(languages.PATTERN)
_FORMS = {"prefix": _PREFIX, "game": _NAME, "ruleset": _NAME, "lang": _LANGUAGE}
_EXAMPLES = {"prefix": "HB", "game": "harbour", "ruleset": "harbour-rules", "lang": "en"}


def numbered(
    file: Path,
    into: Path | None,
    edition: str | None,
    title: str | None,
    names: dict[str, str | None],
    plan: bool,
) -> dict[str, Any]:
    """Import a document of numbered rules, or only say what is in it; returns the report."""
    from rulings.importing.formats.numbered import read_numbered, write_numbered

    if edition is not None:
        locations.check_edition(edition)
    found = read_numbered(file, title or "", edition or "")
    report = _plan_of(file, found)
    if plan:
        return report
    place = into or locations.imported(_needed(names, "ruleset"), found.edition)
    target = target_of(names, books_beside(place))
    write_numbered(found, target, place, file.name)
    return report | {"book": str(place)}


def mtg_cr(file: Path, into: Path | None, edition: str | None) -> dict[str, Any]:
    """Import the Comprehensive Rules of Magic; returns the report."""
    from rulings.importing.formats.mtg_cr import RULESET, read_rules, write_rules

    if edition is not None:
        locations.check_edition(edition)
    found = read_rules(file, edition)
    place = into or locations.imported(RULESET, found.edition)
    write_rules(found, place, file.name)
    report = _plan_of(file, found) | {"book": str(place), "levels": {}}
    counts = report["counts"]
    wanted = ("rules", "glossary entries", "examples")
    return report | {"counts": {name: counts[name] for name in wanted}}


def target_of(names: dict[str, str | None], book: Book) -> Target:
    """The ruleset that `names` describe; RulingsError where another book has its prefix."""
    from rulings.importing.book_writer import Target

    given = {name: _needed(names, name) for name in _FORMS}
    for other in book.rulesets.values():
        same = (other.prefix == given["prefix"], other.id == given["ruleset"])
        if any(same) and not all(same):
            taken = f"the prefix {other.prefix}" if same[0] else f"the ruleset {other.id}"
            message = f"{taken} belongs to {languages.said(other.name, 'en')} already"
            raise RulingsError(f"{message}; choose another --{'prefix' if same[0] else 'ruleset'}")
    return Target(
        given["ruleset"],
        given["prefix"],
        given["game"],
        given["lang"],
        names_game=given["game"] not in book.games,
    )


def books_beside(place: Path) -> Book:
    """What the books in use hold, other than earlier imports of the same document."""
    from rulings.reading.load import load_book

    here = Path(os.path.realpath(place)).parent  # which no circle of links stops
    paths = [path for path in locations.books_if_any() if here not in (path.resolve().parent, path)]
    return load_book(paths).book


def _needed(names: dict[str, str | None], name: str) -> str:
    value = names.get(name)
    example = _EXAMPLES[name]
    if value is None:
        raise RulingsError(f"an import needs --{name}, such as --{name} {example}")
    if not _FORMS[name].fullmatch(value):
        raise RulingsError(f"--{name} {value!r}: write it like {example}")
    return value


def _plan_of(file: Path, found: Outline) -> dict[str, Any]:
    """What was found, in numbers, where its lines are, and each one that is odd or left out."""
    odd = [f"{file}:{each.line}: {each.what}" for each in sorted(found.odd)]
    return {
        "title": found.title,
        "edition": found.edition,
        "counts": {
            "rules": len(found.rules),
            "sections": len(found.sections),
            "chapters": len(found.chapters),
            "titles": sum(bool(rule.title) for rule in found.rules.values()),
            "examples": sum(len(rule.examples) for rule in found.rules.values()),
            "glossary entries": len(found.glossary),
        },
        "levels": dict(found.levels),
        "left_out": [f"{file}:{each.first}-{each.last}: {each.what}" for each in found.left_out],
        "accounts": {"unit": "lines", "total": found.total, "parts": found.lines_in()},
        "unplaced": [*(f"{file}: {note}" for note in found.notes), *odd],
    }


def faq(
    file: Path,
    into: Path | None,
    edition: str | None,
    names: dict[str, str | None],
    columns: Sequence[str],
    plan: bool,
    today: str,
) -> dict[str, Any]:
    """Import questions and answers, or only say what is in the file; returns the report."""
    from rulings.importing.formats.faq import Cards, link_cards, write_faq
    from rulings.importing.formats.questions import read_questions
    from rulings.reading.book import names_of

    questions = read_questions(file, _named_columns(columns))
    place = into or locations.imported(f"{names.get('ruleset') or 'faq'}-questions", "book")
    book = books_beside(place)
    of_game = [(slug, card) for (game, slug), card in book.cards.items() if game == names["game"]]
    cards = Cards({name: slug for slug, card in of_game for name in names_of(card)})
    linked = link_cards(questions, cards)
    report: dict[str, Any] = {
        "counts": {
            "questions": len(linked),
            "with cards": sum(bool(slugs) for _, slugs in linked),
            "cards": len({slug for _, slugs in linked for slug in slugs}),
        },
        "accounts": _accounts_of(file, questions),
        "columns": questions.columns,
        "not_used": questions.unused,
        "unplaced": questions.odd,
    }
    if plan:
        return report
    if names.get("ruleset") in book.rulesets:
        message = "give the questions a --ruleset and a --prefix of their own"
        raise RulingsError(f"the ruleset {names['ruleset']} is there already; {message}")
    target = target_of(names, book)
    report["counts"] |= write_faq(linked, cards, target, edition or today, place, file.name, today)
    return report | {"book": str(place)}


def _accounts_of(file: Path, questions: Questions) -> dict[str, Any]:
    """How many items were read and left out; RulingsError where these are not all."""
    parts = {"read": len(questions.found), "left out": len(questions.odd)}
    if sum(parts.values()) != questions.total:
        counts = f"{questions.total} items, {parts['read']} read, {parts['left out']} left out"
        raise RulingsError(f"{file}: {counts}; nothing was imported: please report this fault")
    return {"unit": "items", "total": questions.total, "parts": parts}


def _named_columns(columns: Sequence[str]) -> dict[str, str]:
    from rulings.importing.formats.questions import COLUMNS

    named = dict(column.partition("=")[::2] for column in columns)
    for key, heading in named.items():
        if key not in COLUMNS or not heading:
            known = ", ".join(COLUMNS)
            raise RulingsError(f"--column {key}: write NAME=HEADING; the names are {known}")
    return named
