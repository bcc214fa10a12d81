"""Keeping a call made at the table in one's own book."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from pathlib import Path

from rulings import ids
from rulings.disk.changes import locked_folder
from rulings.editing.calls import CALLS, SOURCE, OwnCalls, call_from, calls_of
from rulings.editing.draft import id_of_call, with_history
from rulings.editing.emitter import typed_line
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.model import Fork, Ruleset, Ruling
from rulings.languages import text_in
from rulings.lookup import links
from rulings.lookup.event import OWN_RULESET, Event
from rulings.lookup.records import LONGEST_TITLE, first_words, label_of
from rulings.lookup.rules_in_force import find_ruleset
from rulings.reading.book import Book, names_of
from rulings.reading.load import problem_lines
from rulings_cli.clock import build_time
from rulings_cli.places import locations
from rulings_cli.places.language import typed_language
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import warn
from rulings_cli.writing.request import entry_id
from rulings_index import Index
from rulings_index.text.analysis import fold, tokens


@dataclass(frozen=True, slots=True)
class TableCall:
    """A call as it is typed; `related` are entries of which it answers only a part."""

    question: str
    verdict: str
    clauses: Sequence[str] = ()
    overrules: Sequence[str] = ()
    cards: Sequence[str] = ()
    remark: str = ""
    asked: Sequence[str] = ()
    related: Sequence[str] = ()


def with_open_point(call: TableCall, ruleset: str, index: Index, event: Event) -> TableCall:
    """The call with the open point that its question surely finds, itself or through an earlier
    call on it: it overrules that, or is `related` to one that asks more or to a fork to ask back.
    """
    question = "".join(sign if sign.isalnum() else " " for sign in call.question)  # no filters
    results = index.search(question, ruleset=ruleset or None, event=event)
    if not call.overrules and results.fork and results.fork.id:
        return replace(call, related=[results.fork.id])
    if call.overrules or results.fork or results.certainty != "answer" or not results.hits:
        return call
    first = results.hits[0].record()
    answering = (first.get("call") or {}).get("overrules") or [first["id"]]
    points = [name for name in answering if ids.kind_of(name) == "open"]
    is_whole = all(_asks_all(call.question, index.show(name)[0]["title"]) for name in points)
    return replace(call, overrules=points) if is_whole else replace(call, related=points)


def _asks_all(question: str, title: Mapping[str, str]) -> bool:
    """Whether a question says half of every item of a title that is a list, in one language."""
    words = {token.text for token in tokens(fold(question))}
    lists = [re.split(" and |[,、]", text) for text in title.values()]
    is_list = any(len(items) > 1 for items in lists)
    return not is_list or any(all(_is_half_said(item, words) for item in each) for each in lists)


def _is_half_said(item: str, words: set[str]) -> bool:
    weights = {token.text: token.weight for token in tokens(fold(item))}
    return 2 * sum(weights[word] for word in weights.keys() & words) >= sum(weights.values())


def keep_call(books: Sequence[Path], ruleset: str, call: TableCall, event: Event) -> list[str]:
    """Keep a call as a house ruling of the user's own book; returns lines to print, its id first.

    RulingsError if a text is empty, if it names what is not in `books` or not played, or is faulty.
    """
    if not (typed_line(call.question) and typed_line(call.verdict)):
        raise RulingsError("a call needs its question and --verdict, what you said")
    folder, books = locations.own_book(), [path.absolute() for path in books]
    made = build_time() or datetime.now().astimezone()
    texts = (call.question, call.verdict, call.remark)
    with locked_folder(folder):
        calls = OwnCalls(books, folder)
        warn(*problem_lines(calls.loading, books))
        book = calls.book
        about = _ruleset_of_call(book, ruleset, call, event)
        if about.id in event.not_played(links.rules_below(book)):
            remedy = "name another --ruleset, or say by --no-event that it is not for this event"
            raise RulingsError(f"{event.name} does not play {about.id}; {remedy}")
        touched, overruled = ids_touched(book, about.game, call)
        language = typed_language("".join(texts), about.languages)
        identifier, at = id_of_call(calls.loading, about), made.strftime("%Y-%m-%dT%H:%M")
        values = {
            "id": identifier,
            **texts_of(*texts, language),
            **touched,
            **asked_in(call.asked, about.languages),
            "authority": "house",
            "status": "active",
            "sources": [{"id": SOURCE}],
            "related": [{"id": name, "type": "similar"} for name in call.related],
            "call": {"made": at, "event": event.name, "overrules": overruled},
        }
        kept = call_from(with_history(values, about, book, made.date().isoformat()))
        calls.save([kept])
    return [f"{identifier}  {folder / CALLS}", *_near(kept, book, language)]


def _near(call: Ruling, book: Book, language: str) -> Iterator[str]:
    """Lines that say where a new call holds, what finds it, which entries and calls it meets."""
    if call.call and not call.call.event:
        yield strings.phrase("at_every_event", language, id=call.id)
    if not (links.touched_by(call) or call.asked or call.related):
        yield strings.phrase("by_its_words", language, id=call.id)
    yield from on_overruled(call, book, language)
    forks = [each.id for each in call.related if ids.kind_of(each.id) == "fork"]
    yield from (strings.phrase("on_fork", language, id=call.id, fork=fork) for fork in forks)
    for name in set(call.clauses).difference(call.overruled):
        if getattr(book.entries[name], "formula", None):
            yield strings.phrase("still_worked_out", language, id=call.id, clause=name)
    names = book.names()
    for other in calls_of(book):
        same_event = call.call and other.call and call.call.event == other.call.event
        shared = [name for name in links.touched_by(call) if name in links.touched_by(other)]
        if links.questions_of(call) & links.questions_of(other):
            shared = [text_in(other.question, language)]
        if shared and same_event and other.status is Status.ACTIVE:
            about = text_in(names.get(shared[0]), language) or shared[0]
            blanks = {"about": about, "verdict": text_in(other.verdict, language)}
            yield strings.phrase("also_speaks", language, id=other.id, **blanks)


def on_overruled(call: Ruling, book: Book, language: str) -> Iterator[str]:
    """Lines that say what a call overrules: all cases of a fork, all parts of an open point."""
    for name in call.overruled:
        title = label_of(entry := book.entries[name])
        yield strings.phrase("sheet_overrules", language, id=name, title=text_in(title, language))
        if isinstance(entry, Fork):
            cases = " · ".join(text_in(case.when, language) for case in entry.cases)
            yield strings.phrase("every_case", language, cases=cases)
        if ids.kind_of(name) == "open" and not _asks_all(text_in(call.question, language), title):
            yield strings.phrase("overrules_all", language, id=name)


def ids_touched(book: Book, game: str, call: TableCall) -> tuple[dict[str, list[str]], list[str]]:
    """The clauses, cards and terms of a call (those of what it overrules in its game too), and the
    ids that it overrules. RulingsError for what is not in the book.
    """
    overruled = [entry_id(book, name) for name in call.overrules]
    entries = [book.entries[name] for name in overruled if book.ruleset_of(name).game == game]
    cards = {name: _card(book, game, name) for name in call.cards}
    for name in (name for name, slug in cards.items() if not slug):
        raise RulingsError(f"card {name!r} is not in the book; look it up with `rulings card`")
    slugs = [*cards.values(), *(card for entry in entries for card in entry.cards)]
    return {
        "clauses": [entry_id(book, name) for name in call.clauses],
        "cards": list(dict.fromkeys(slugs)),
        "terms": list(dict.fromkeys(term for entry in entries for term in entry.terms)),
    }, overruled


def texts_of(question: str, verdict: str, remark: str, language: str) -> dict[str, dict[str, str]]:
    """What a call says, under the keys of the book format, without what is empty."""
    texts = {"title": first_words(question, LONGEST_TITLE), "question": question, "remark": remark}
    texts |= {"verdict": verdict, "answer": verdict}
    return {key: {language: typed_line(text)} for key, text in texts.items() if typed_line(text)}


def asked_in(phrasings: Sequence[str], known: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Other words of a question, by which of the `known` languages of its ruleset they are in."""
    by_language: dict[str, list[str]] = {}
    for text in filter(None, map(typed_line, phrasings)):
        by_language.setdefault(typed_language(text, known), []).append(text)
    return {"asked": by_language}


def _ruleset_of_call(book: Book, name: str, call: TableCall, event: Event) -> Ruleset:
    """The ruleset of a call: the one named, or that of what it overrules or cites, or one with
    its card, or that of the event itself. RulingsError if several of the event rule on its card.
    """
    if name:
        return find_ruleset(book, name)
    for touched in (*call.overrules, *call.clauses):
        return book.ruleset_of(entry_id(book, touched))
    rulesets = sorted(book.rulesets.values(), key=lambda each: each.id not in event.rulesets)
    known = [(each, _card(book, each.game, card)) for each in rulesets for card in call.cards]
    entries = book.entries.values()
    ruled = {(ids.prefix_of(each.id), card) for each in entries for card in each.cards}
    played = [(each, card) for each, card in known if each.id in event.rulesets]
    ruling = [each for each, card in played if (each.prefix, card) in ruled]
    if len({each.id for each in ruling}) > 1:
        names = " and ".join(dict.fromkeys(each.id for each in ruling))
        raise RulingsError(f"{names} rule on this card; make a call for each, with its --ruleset")
    return next(chain(ruling, (each for each, card in known if card)), book.rulesets[OWN_RULESET])


def _card(book: Book, game: str, name: str) -> str:
    """The id of a card of a game by any of its names; empty where there is none."""
    typed = ids.plain(name.removeprefix("card:"))
    for (of_game, slug), card in book.cards.items():
        if game == of_game and typed in map(ids.plain, [slug, *names_of(card)]):
            return slug
    return ""
