"""Keeping a call made at the table in one's own book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from rulings import ids
from rulings.disk.changes import alone_in
from rulings.editing.calls import CALLS, SOURCE, OwnCalls, call_from
from rulings.editing.draft import id_of_call, noted
from rulings.editing.emitter import one_line
from rulings.errors import RulingsError
from rulings.format.model import Ruleset
from rulings.lookup.event import NO_EVENT, OWN_RULESET, Event
from rulings.lookup.rules_in_force import find_ruleset
from rulings.reading.book import Book, names_of
from rulings.reading.load import faults_of
from rulings_cli.places import language, locations
from rulings_cli.terminal.output import warn
from rulings_cli.terminal.surroundings import build_time
from rulings_cli.writing.request import clause_of, title_of


@dataclass(frozen=True, slots=True)
class TableCall:
    """What a head judge was asked and said, and what it touches, as it is typed."""

    question: str
    verdict: str
    clauses: Sequence[str] = ()
    overrules: Sequence[str] = ()
    cards: Sequence[str] = ()
    asked: Sequence[str] = ()
    note: str = ""


def keep_call(
    books: Sequence[Path], ruleset: str, call: TableCall, event: Event = NO_EVENT
) -> tuple[str, Path]:
    """Keep a table call, as a house ruling of the user's own book; returns its id and its file.

    Without a ruleset it is about what it overrules, or else belongs to the event and no rules.
    Raises RulingsError where question or verdict is empty, where what is named is not in `books`,
    `check` would reject the call, or the own book cannot be written.
    """
    if not (one_line(call.question) and one_line(call.verdict)):
        raise RulingsError("a call needs its question and --verdict, what you said")
    own, books = locations.own_book(), [path.absolute() for path in books]
    made = build_time() or datetime.now().astimezone()
    with alone_in(own):
        calls = OwnCalls(books, own)
        for line in faults_of(calls.loading, books):
            warn(line)
        book = calls.book
        overruled = [clause_of(book, name) for name in call.overrules]
        about = _ruleset_of_call(book, ruleset, [*overruled, *call.clauses])
        at = {"made": made.strftime("%Y-%m-%dT%H:%M"), "event": event.name}
        values = _values_of(call, book, about, overruled)
        values["call"] = at | {"overrules": overruled}
        entry = noted(values, about, book, made.date().isoformat())
        calls.save([call_from(entry)])
    return values["id"], own / CALLS


def _values_of(
    call: TableCall, book: Book, ruleset: Ruleset, overruled: Sequence[str]
) -> dict[str, Any]:
    """A call under the keys of the book format."""
    question, verdict = one_line(call.question), one_line(call.verdict)
    texts = (question, verdict, call.note, *call.asked)
    spoken = language.choose(None, "".join(texts))[0]
    below = [book.entries[name] for name in overruled]  # by its cards and terms it is found too
    cards = [_card(book, ruleset, name) for name in call.cards]
    cards += [card for entry in below for card in entry.cards]
    return {
        "id": id_of_call(ruleset),
        "title": {spoken: title_of(question)},
        "verdict": {spoken: verdict},
        "question": {spoken: question},
        "answer": {spoken: verdict},
        "asked": {spoken: [one_line(each) for each in call.asked]} if call.asked else {},
        "clauses": [clause_of(book, name) for name in call.clauses],
        "cards": list(dict.fromkeys(cards)),
        "terms": list(dict.fromkeys(term for entry in below for term in entry.terms)),
        "remark": {spoken: one_line(call.note)} if call.note else {},
        "authority": "house",
        "status": "active",
        "sources": [{"id": SOURCE}],
    }


def _ruleset_of_call(book: Book, name: str, touched: Sequence[str]) -> Ruleset:
    """The ruleset named, or that of what a call touches, or that of the event's own calls."""
    if name:
        return find_ruleset(book, name)
    if touched:
        return book.ruleset_of(clause_of(book, touched[0]))
    return book.rulesets[OWN_RULESET]


def _card(book: Book, ruleset: Ruleset, name: str) -> str:
    """The id of a card by any of its names."""
    typed = ids.plain(name.removeprefix("card:"))
    for (game, slug), card in book.cards.items():
        if game == ruleset.game and typed in map(ids.plain, [slug, *names_of(card)]):
            return slug
    raise RulingsError(f"card {name!r} is not in the book; look it up with `rulings card`")
