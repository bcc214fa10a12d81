"""What `rulings search` does once its command line is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings.event import Event
from rulings.identifiers import section_of
from rulings.languages import said
from rulings_cli import language, strings, tonight
from rulings_cli.answers import print_answer, print_in_a_line, print_section
from rulings_cli.book_index import open_book_index
from rulings_cli.configuration import ruleset_or_default
from rulings_cli.output import Output, print_answer_json, standard_output

if TYPE_CHECKING:
    from pathlib import Path

    from rulings_index import Hit, Index, Results
    from rulings_index.results import Case

ON_TERMINAL, IN_JSON = 5, 10
_SAME = 20
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
    no_color: bool = False,
) -> int:
    """Search and print; returns the exit code: 0 found, 1 the book holds nothing on it."""
    text, desk = " ".join(query), open_book_index(book)
    event = tonight.table(tonight.variants(desk, included), tonight.variants(desk, excluded))
    results = desk.search(
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
        print_answer_json(results.as_json())
    else:
        show = partial(_print_whole, desk=desk, section=section)
        _print(results, lang, standard_output(no_color), full or explain or section, show)
    tonight.note(event, "search", text, results.certainty, shown=_ids(results))
    return 0 if results.hits else 1


def _ids(results: Results) -> list[str]:
    return [hit.id for hit in results.hits or results.nearest]


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
    """The first hit whole, by `show`, and the others in a line each; all whole with `full`; or
    that there are none.
    """
    languages = language.choose(lang or results.event.language, results.query)
    spoken = languages[0]
    if results.certainty == "perhaps":
        output.line(strings.phrase("perhaps", spoken))
    _print_fork(results, output, spoken)
    whole = len(results.hits) if full else 1
    for number, hit in enumerate(results.hits):
        if 0 < number <= whole:
            output.line()
        if number < whole:
            show(hit, output, languages, results.event, sure=results.certainty == "answer")
            if not number:
                _print_others(results, output, spoken)
        else:
            print_in_a_line(output, hit.record(), spoken)
    if not results.hits:
        _print_nearest(results, output, spoken)


def _print_whole(
    hit: Hit,
    output: Output,
    languages: tuple[str, ...],
    event: Event,
    *,
    desk: Index,
    section: bool,
    sure: bool,
) -> None:
    """A hit's whole answer card; with `section` the whole one of a clause."""
    print_answer(output, hit.record(), languages, event, sure=sure)
    if hit.same:
        shown = _named_same(hit, desk, languages[0])
        output.labelled(strings.phrase("same", languages[0]), shown)
    _print_explanation(hit, output)
    if section and hit.kind == "clause":
        print_section(output, desk.show(section_of(hit.id)), hit.id, languages[0])


def _print_nearest(results: Results, output: Output, spoken: str) -> None:
    """That the book holds nothing on what was asked, and what comes near."""
    output.line(strings.phrase("nothing", spoken))
    if results.suggestion:
        output.labelled(strings.phrase("did_you_mean", spoken), results.suggestion, indent=0)
    if results.nearest:
        output.line(strings.phrase("nearest", spoken))
        for hit in results.nearest:
            output.labelled(hit.id, said(hit.title, spoken))


def _print_fork(results: Results, output: Output, spoken: str) -> None:
    """What to ask the player first, and the verdict of each case on a line."""
    if results.fork:
        asked = said(results.fork.ask, spoken)
        output.labelled(strings.phrase("ask_back", spoken), asked, "strong", indent=0)
        for case in results.fork.cases:
            _print_case(case, output, spoken)
        output.line()


def _print_others(results: Results, output: Output, spoken: str) -> None:
    """What would be in the other cases, below the answer of the one that is meant."""
    if results.others:
        output.line(strings.phrase("otherwise", spoken), "dim", indent=2)
        for case in results.others[:_OTHERS]:
            _print_case(case, output, spoken)


def _print_case(case: Case, output: Output, spoken: str) -> None:
    verdict = said(case.verdict, spoken)
    output.labelled(said(case.when, spoken), f"{verdict} ({case.entry})", indent=4)


def _named_same(hit: Hit, desk: Index, spoken: str) -> str:
    """The entries that say the same, by name: ``Torch (VTES-Q7), Oil Flask (VTES-Q9), +12``."""
    shown = []
    for identifier in hit.same[:_SAME]:
        for record in desk.show(identifier):
            shown.append(f"{said(record['title'], spoken)} ({identifier})")
    more = len(hit.same) - _SAME
    return ", ".join(shown) + (f", +{more}" if more > 0 else "")


def _print_explanation(hit: Hit, output: Output) -> None:
    for part in hit.explanation:
        wrote = f"{part['wrote']} → " if part["wrote"] not in ("", part["found_as"]) else ""
        output.line(f"{part['score']:6.2f}  {part['matched']}: {wrote}{part['found_as']}", "dim", 4)
