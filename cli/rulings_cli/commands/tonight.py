"""`rulings tonight`: the event that all other commands follow."""

import datetime
from typing import Annotated

import typer

from rulings.errors import RulingsError
from rulings.languages import text_in
from rulings.lookup.event import Event, put_in_force
from rulings_cli.clock import today
from rulings_cli.event import tonight as evening
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_book_index
from rulings_cli.start import options
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, print_answer_json, standard_output, warn
from rulings_index import Index
from rulings_index.ranking.scoring import VARIANTS


def tonight(
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Begin it, or open it again.")
    ] = None,
    date: Annotated[str | None, typer.Option(help="Its date, 2026-05-01; else today.")] = None,
    ruleset: options.RulesetsOption = None,
    included: options.WithOption = None,
    excluded: options.WithoutOption = None,
    lang: options.LanguageOption = None,
    end: Annotated[bool, typer.Option("--end", help="Close it; its calls and log stay.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List all events.")] = False,
    book: options.BookOption = None,
    as_json: options.JsonOption = False,
) -> None:
    """Set and show the event that every command obeys: its rulesets, the variants in force.

    --lang as-asked: each question is answered in its own language again. Example:
    rulings tonight --event "City League" --ruleset BR --with BR-V5
    """
    lang = "" if lang == "as-asked" else lang
    if end and (date or ruleset or included or excluded):
        raise RulingsError("--end closes an event and changes nothing of it; leave the rest out")
    speaks = lang is not None and evening.current()  # a language alone begins no event
    if end:
        _end(event, lang, quiet=as_json)
    elif event is not None or date or ruleset or included or excluded or speaks:
        index = open_book_index(book)
        with evening.locked():
            now = _named_or_open(event, date, lang, index)
            evening.open_event(_with_rulesets(now, ruleset, included, excluded, index))
    shown = evening.events() if listed else list(filter(None, [evening.current()]))
    if as_json:
        plain = [each.as_json() for each in shown]
        print_answer_json({"events": plain} if listed else {"event": next(iter(plain), None)})
    elif shown:
        index = open_book_index(book)
        for each in shown:
            _print(each, index, standard_output(), lang)
    elif not end:
        standard_output().line(strings.phrase("no_event", reply_languages(lang)[0]))


def _with_rulesets(
    now: Event,
    rulesets: list[str] | None,
    included: list[str] | None,
    excluded: list[str] | None,
    index: Index,
) -> Event:
    """The event with these rulesets and their variants; RulingsError for a variant of others."""
    typed = tuple(index.filter(ruleset=rulesets).get("ruleset", ()))  # "" means all
    played = typed if rulesets else now.rulesets
    added, taken = (evening.variants(index, names, played) for names in (included, excluded))
    known = [each for name in (*now.variants, *added) for each in index.show(f"{name}.")]
    away = {each["id"]: each["ruleset"] for each in known if each["ruleset"] not in played}
    for name in filter(away.get, added if played else ()):
        raise RulingsError(f"{name} changes {away[name]}, which is not played; add --ruleset")
    if gone := [name for name in now.variants if name in away]:
        warn(f"no longer in force: {', '.join(gone)}; --with puts back what is played again")
    variants = put_in_force(now.variants, added, [*taken, *away] if played else taken)
    return now._replace(rulesets=played, variants=variants)


def _end(name: str | None, lang: str | None, *, quiet: bool) -> None:
    with evening.locked():
        event = evening.current()
        if event is None:
            raise RulingsError("no event is open; `rulings tonight --list` lists those that were")
        if name is not None and evening.find(name) != event:
            raise RulingsError(f"{name} is not open; {event.name} is")
        evening.close()
    if not quiet:
        language = reply_languages(lang or event.language)[0]
        standard_output().line(strings.phrase("event_closed", language, event=event.label()))


def _named_or_open(name: str | None, date: str | None, lang: str | None, index: Index) -> Event:
    """The event of that name, a new one of today, or the open one, with date and language."""
    index.filter(lang=lang if lang and lang != "both" else None)
    try:
        day = datetime.date.fromisoformat(date).isoformat() if date else ""
    except ValueError:
        raise RulingsError(f"--date {date}: no such day; write it as 2026-05-01") from None
    called = " ".join((name or "").split())
    before = evening.find(called) if name else evening.current()
    if name is not None and not called:
        raise RulingsError("--event needs a name, for example --event 'City League'")
    if not (before or called):
        raise RulingsError("no event is open; begin one, or open it again, with --event NAME")
    if before and name and before != evening.current() and before.date != today():
        again = f"{before.name} of {before.date} is open again, with its calls"
        warn(f"{again}; a new evening needs a name of its own")
    event = before or Event(called, today())
    return event._replace(date=day or event.date, language=event.language if lang is None else lang)


def _print(event: Event, index: Index, output: Output, lang: str | None) -> None:
    language = reply_languages(lang or event.language)[0]
    output.line(event.label(), "bold", hang=2)
    known = index.opened.known["rulesets"]
    rulesets = [
        f"{each} ({known[each]['prefix']})" if each in known else each for each in event.rulesets
    ]
    titles = [
        " ".join([name, *(text_in(each["title"], language) for each in index.show(f"{name}."))])
        for name in event.variants
    ]
    for label, values in (
        ("rulesets", rulesets or [strings.phrase("all", language)]),
        ("in_force", titles or [strings.phrase("none", language)]),
        ("needed", _needed(event, index, language)),
        ("language", [event.language or strings.phrase("as_asked", language)]),
    ):
        if values:
            output.labelled(strings.phrase(label, language), ", ".join(values))
    if event == evening.current():
        output.labelled(strings.phrase("log", language), strings.phrase("log_on", language))


def _needed(event: Event, index: Index, language: str) -> list[str]:
    """Variants not in force, with the rulings that rest on them: ``BR-V5 Title (BR-Q8)``."""
    variants = map(index.opened.register.record, index.opened.documents(VARIANTS))
    return [
        f"{each['id']} {text_in(each['title'], language)} ({', '.join(resting)})"
        for each in variants
        if each["ruleset"] in event.rulesets and each["id"] not in event.variants
        if (resting := [citing["id"] for citing in each["cited_by"] if citing["role"] == "variant"])
    ]
