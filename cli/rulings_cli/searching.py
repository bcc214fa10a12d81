"""What `rulings search` does once its command line is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings.event import Event
from rulings.identifiers import section_of
from rulings.languages import said, with_language
from rulings_cli import language, strings, tonight
from rulings_cli.answers import print_answer, print_in_a_line, print_section
from rulings_cli.book_index import open_book_index
from rulings_cli.configuration import ruleset_or_default
from rulings_cli.output import (
    Output,
    display_width,
    one_line,
    plain,
    print_answer_json,
    shortened,
    standard_output,
)

if TYPE_CHECKING:
    from pathlib import Path

    from rulings_index import Hit, Index, Results
    from rulings_index.results import Case

ON_TERMINAL, IN_JSON = 5, 10
_SAME = 20
_LINES, _MOST_CASES = 23, (None, 6, 3)
"""Lines of a terminal less that of the prompt; the cases that are shown where all do not fit."""
_OTHERS = 3


def search(
    query: Sequence[str],
    *,
    book: Sequence[Path] | None = None,
    lang: str | None = None,
    ruleset: str | None = None,
    game: str | None = None,
    kind: str | None = None,
    authority: str | None = None,
    as_of: str | None = None,
    included: Sequence[str] | None = None,
    excluded: Sequence[str] | None = None,
    limit: int | None = None,
    full: bool = False,
    explain: bool = False,
    section: bool = False,
    as_json: bool = False,
) -> int:
    """Search and print; returns the exit code: 0 found, 1 the book holds nothing on it."""
    text, index = " ".join(query), open_book_index(book)
    event = tonight.table(tonight.variants(index, included), tonight.variants(index, excluded))
    results = index.search(
        text,
        ruleset=ruleset_or_default(ruleset, game or event.name),
        game=game,
        kind=kind,
        authority=authority,
        as_of=_date(as_of),
        limit=limit or (IN_JSON if as_json else ON_TERMINAL),
        explain=explain,
        event=event,
    )
    if as_json:
        print_answer_json(with_language(results.as_json(), lang))
    else:
        show = partial(_print_whole, index=index, section=section)
        _print(results, lang, standard_output(), full or explain or section, show)
    shown = [hit.id for hit in results.hits or results.nearest]
    tonight.note(event, "search", text, results.certainty, shown=shown)
    return 0 if results.hits else 1


def _date(asked: str | None) -> str | None:
    if asked is None:
        return None
    from datetime import date  # only where a date is given

    try:
        return date.fromisoformat(asked).isoformat()
    except ValueError:
        raise RulingsError(f"--as-of {asked}: write a date as 2026-04-01") from None


def _print(
    results: Results, lang: str | None, output: Output, full: bool, show: Callable[..., None]
) -> None:
    """The first hit whole, by `show`, and the others in a line each, as far as a terminal has
    lines; all whole with `full`; or that there are none.
    """
    languages = language.choose(lang or results.event.language, results.query)
    spoken, sure = languages[0], results.certainty == "answer"
    if not results.hits:
        _print_nearest(results, output, spoken)
        return
    first, *others = results.hits
    show_first = partial(show, first, languages=languages, event=results.event, sure=sure)
    for most_cases in (None,) if full else _MOST_CASES:
        draft = StringIO()
        _print_first(
            results, Output(draft, output.color, output.width), spoken, show_first, most_cases
        )
        if draft.getvalue().count("\n") < _LINES - min(len(others), ON_TERMINAL - 1):
            break
    output.stream.write(draft.getvalue())
    if others and not full:
        output.line()
    asked_for = full or len(others) >= ON_TERMINAL
    room = max(0, _LINES - 1 - draft.getvalue().count("\n"))
    for hit in others if asked_for else others[:room]:
        if full:
            output.line()
            show(hit, output, languages=languages, event=results.event, sure=sure)
        else:
            print_in_a_line(output, hit.record(), spoken, results.event)


def _print_first(
    results: Results,
    output: Output,
    spoken: str,
    show: Callable[[Output], None],
    most_cases: int | None,
) -> None:
    """What to ask back, the first hit, what holds in other cases: each case in full, or in a line
    and at most so many.
    """
    if results.certainty == "perhaps":
        output.line(strings.phrase("perhaps", spoken))
    if results.fork:
        asked = said(results.fork.ask, spoken)
        output.labelled(strings.phrase("ask_back", spoken), asked, "strong", indent=0)
        _print_cases(results.fork.cases, output, spoken, most_cases)
        output.line()
    show(output)
    if results.others:
        output.line(strings.phrase("otherwise", spoken), "dim", indent=2)
        _print_cases(results.others[:_OTHERS], output, spoken, most_cases)


def _print_whole(
    hit: Hit,
    output: Output,
    *,
    languages: tuple[str, ...],
    event: Event,
    index: Index,
    section: bool,
    sure: bool,
) -> None:
    """A hit's whole answer card; with `section` the whole one of a clause."""
    print_answer(output, hit.record(), languages, event, sure=sure)
    if hit.same:
        shown = _named_same(hit, index, languages[0])
        output.labelled(strings.phrase("same", languages[0]), shown)
    _print_explanation(hit, output)
    if section and hit.kind == "clause":
        print_section(output, index.show(section_of(hit.id)), hit.id, languages[0])


def _print_nearest(results: Results, output: Output, spoken: str) -> None:
    """That the book holds nothing on what was asked, and what comes near."""
    output.line(strings.phrase("nothing", spoken))
    if results.suggestion:
        output.labelled(strings.phrase("did_you_mean", spoken), results.suggestion, indent=0)
    if results.nearest:
        output.line(strings.phrase("nearest", spoken))
        for hit in results.nearest:
            output.labelled(hit.id, said(hit.title, spoken))


def _print_cases(cases: Sequence[Case], output: Output, spoken: str, most: int | None) -> None:
    """The condition and the verdict of each case; in a line each where there are `most`."""
    for case in cases[:most]:
        when, verdict = said(case.when, spoken), said(case.verdict, spoken)
        if most is None:
            output.labelled(when, f"{verdict} ({case.entry})", indent=4)
        else:
            room = output.width - display_width(case.entry) - 6
            shown = shortened(one_line(plain(f"{when}: {verdict}")), room)
            output.labelled(case.entry, shown, indent=4)
    if most is not None and len(cases) > most:
        more = strings.phrase("more_cases", spoken).format(count=len(cases) - most)
        output.line(more, "dim", indent=4)


def _named_same(hit: Hit, index: Index, spoken: str) -> str:
    """The entries that say the same, by name: ``Torch (VTES-Q7), Oil Flask (VTES-Q9), +12``."""
    shown = []
    for identifier in hit.same[:_SAME]:
        for record in index.show(identifier):
            shown.append(f"{said(record['title'], spoken)} ({identifier})")
    more = len(hit.same) - _SAME
    return ", ".join(shown) + (f", +{more}" if more > 0 else "")


def _print_explanation(hit: Hit, output: Output) -> None:
    for part in hit.explanation:
        wrote = f"{part['wrote']} → " if part["wrote"] not in ("", part["found_as"]) else ""
        output.line(f"{part['score']:6.2f}  {part['matched']}: {wrote}{part['found_as']}", "dim", 4)
