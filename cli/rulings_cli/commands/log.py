"""`rulings log`: what was asked at an event, what was shown, what was opened."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from rulings import ids
from rulings.editing.draft import add_phrasing
from rulings.errors import RulingsError
from rulings.kinds import KINDS
from rulings.lookup.event import Event
from rulings_cli.event import log as event_log
from rulings_cli.event import tonight
from rulings_cli.places import locations
from rulings_cli.places.language import reply_languages, typed_language
from rulings_cli.places.opening import open_book_index
from rulings_cli.start.options import BookOption, JsonOption, LanguageOption
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, print_answer_json, standard_output, warn
from rulings_cli.writing.changing import book_for_phrasings
from rulings_index import Index
from rulings_index.results import verdict_of

EventOption = Annotated[
    str | None, typer.Option("--event", metavar="NAME", help="An event that is closed.")
]
ToAskedOption = Annotated[
    str | None,
    typer.Option(
        metavar="ID", help="Make the question a way in which this entry is asked, in your own book."
    ),
]


def log(
    number: Annotated[
        int | None, typer.Argument(metavar="[NUMBER]", help="One line; else all, or the last.")
    ] = None,
    event: EventOption = None,
    unanswered: Annotated[
        bool, typer.Option("--unanswered", help="Only questions without a sure answer, each once.")
    ] = False,
    to_asked: ToAskedOption = None,
    forget: Annotated[bool, typer.Option("--forget", help="Empty the log, or that line.")] = False,
    lang: LanguageOption = None,
    book: BookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what was asked at the event, what was shown for it, and what was opened.

    It is kept while an event is open, in a file of yours; nothing leaves the machine.
    Example: rulings log 3 --to-asked BR-Q18
    """
    named = tonight.find(event) if event else tonight.event()
    if named is None:
        raise RulingsError(f"no event is called {event!r}; `rulings tonight --list` lists them")
    if number is not None and number < 1:
        raise RulingsError("lines are numbered from 1; `rulings log` lists them")
    language = reply_languages(lang or named.language)[0]
    logged = event_log.read(named)
    lines = _unanswered(logged, named, open_book_index(book)) if unanswered else logged
    if forget:
        _forget(named, number, len(logged), language, alone=not (unanswered or to_asked))
    elif to_asked:
        _make_phrasing(event_log.chosen(lines, number), to_asked, book, lang)
    else:
        lines = [line for line in lines if number in (None, line.number)]
        if as_json:
            plain = named.as_json() if named.name else None
            print_answer_json({"event": plain, "log": [line._asdict() for line in lines]})
        else:
            _print(lines, named, standard_output(), language, once=unanswered)
        if number and not lines:
            raise typer.Exit(1)


def _unanswered(
    logged: list[event_log.LogLine], event: Event, index: Index
) -> list[event_log.LogLine]:
    """The lines of questions that had no sure answer and have none by now."""
    lines = (line for line in logged if line.certainty in ("none", "perhaps"))
    return [line for line in lines if index.search(line.asked, event=event).certainty != "answer"]


def _forget(event: Event, number: int | None, count: int, language: str, *, alone: bool) -> None:
    """Take a line out of a log, or all, if `alone` that is asked; all only once confirmed."""
    if not alone:
        raise RulingsError("--forget stands alone, or with a line; leave the other option out")
    if number is None:
        warning = strings.phrase("forget_all", language, count=count)
        if sys.stdin.isatty() and sys.stdout.isatty() and not typer.confirm(warning):
            raise RulingsError("nothing was forgotten")
    event_log.forget(event, number)
    forgotten = count - len(event_log.read(event))
    standard_output().line(strings.phrase("forgotten", language, count=forgotten))


def _make_phrasing(
    line: event_log.LogLine, typed: str, book: BookOption, lang: LanguageOption
) -> None:
    index, searched = open_book_index(book), [name for name, kind in KINDS.items() if kind.searched]
    shown = [each for each in index.show(typed) if each["kind"] in searched]
    ids.reject_several(typed, [each["id"] for each in shown])
    if not shown:
        reason = "is no entry of the book that a question can find"
        raise RulingsError(f"{typed!r} {reason}; look it up with `rulings search`")
    entry, ruleset, status = (shown[0][key] for key in ("id", "ruleset", "status"))
    if status in ("superseded", "withdrawn"):
        remedy = f"teach what holds in its place, if `rulings refs {entry}` lists it"
        raise RulingsError(f"{entry} holds no longer; {remedy}")
    language = typed_language(line.asked, [*verdict_of(shown[0])], lang)
    folders = [*([] if ids.in_own_range(entry) else [book_for_phrasings()]), locations.own_book()]
    documents = [each.ruleset for each in locations.newest_cites(locations.named_books(book))]
    is_document = ruleset in documents or locations.newest_import(ruleset)
    edition = index.opened.known["rulesets"][ruleset]["edition"]
    checked = {ruleset: edition} if is_document and ids.kind_of(entry) == "clause" else {}
    path, losing = add_phrasing(folders, entry, language, line.asked, checked)
    if losing:
        warn(f"it was a phrasing of {', '.join(losing)}, and is no longer")
    standard_output().write(f"{entry}  {language}: {line.asked}\n{path}\n")


def _print(
    lines: Sequence[event_log.LogLine], event: Event, output: Output, language: str, *, once: bool
) -> None:
    """Print lines, if `once` each question once, with how often it was asked."""
    for line, count in event_log.each_once(lines) if once else ((each, 1) for each in lines):
        status = {"none": "unanswered", "perhaps": "unsure"}.get(line.certainty)
        ids = [] if line.certainty == "none" else line.shown if line.certainty else line.opened
        parts = [strings.phrase(status, language)] if status else []
        parts += [", ".join(ids[:3])] if ids else []
        times = f" ({count}×)" if count > 1 else ""
        text = f"{line.asked}{times} → {'; '.join(parts)}" if parts else f"{line.asked}{times}"
        output.labelled(f"{line.number}  {line.at[11:16]}", text, indent=0)
    if not lines:
        output.line(strings.phrase("log_empty" if event.name else "no_event", language))
    if event.name:
        output.line(str(event_log.place(event)), "dim")
