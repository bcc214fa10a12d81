"""`rulings card`: everything in the book that touches a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rulings.languages import said, with_language
from rulings_cli.answers.answers import print_answer, print_entry
from rulings_cli.event import tonight
from rulings_cli.places import language
from rulings_cli.places.book_index import open_book_index
from rulings_cli.start.completion import complete_card
from rulings_cli.start.options import (
    BookOption,
    GameOption,
    JsonOption,
    LanguageOption,
    RulesetOption,
)
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, print_answer_json, standard_output

if TYPE_CHECKING:
    from rulings.format.record import Record
    from rulings.lookup.event import Event
    from rulings.lookup.filters import Filter
    from rulings_index import Index


def card(
    name: Annotated[
        list[str],
        typer.Argument(help="A card in any language or spelling.", autocompletion=complete_card),
    ],
    book: BookOption = None,
    lang: LanguageOption = None,
    game: GameOption = None,
    ruleset: RulesetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a card and every ruling that touches it.

    Example: rulings card ジャッジマン
    """
    asked, event = " ".join(name), tonight.table()
    index = open_book_index(book)
    spoken = language.choose(lang or event.language, asked)
    output = standard_output()
    wanted = index.filter(game=game, ruleset=ruleset)
    games = wanted.values.get("game", [])
    found = [record for record in index.cards(asked) if record["game"] in games or not games]
    opened = [record["id"] for record in found[:1]]
    touching = _touching(index, found[0], wanted, event) if found else []
    shown = [entry["id"] for entry in touching]
    tonight.note(event, "card", asked, shown=shown, opened=opened)
    if as_json:
        plain = {"card": found[0] if found else None, "entries": touching}
        print_answer_json(with_language(plain, lang))
    elif found:
        calls = index.calls_on(found[0], event)
        _print(found, calls, [one for one in touching if one not in calls], output, spoken, event)
    else:
        output.line(strings.phrase("no_card", spoken[0]))
    if not found:
        raise typer.Exit(1)


def _print(
    found: Sequence[Record],
    calls: Sequence[Record],
    touching: Sequence[Record],
    output: Output,
    spoken: tuple[str, ...],
    event: Event,
) -> None:
    """The calls on a card, the card, the entries that touch it, and the cards also called so."""
    for call in calls:
        print_answer(output, call, spoken, event)
        output.line()
    print_entry(output, {**found[0], "cited_by": []}, spoken, event)
    for entry in touching:
        output.line()
        print_answer(output, entry, spoken, event)
    for other in found[1:]:
        title = said(other["title"], spoken[0]) or other["id"]
        output.labelled(strings.phrase("also", spoken[0]), f"{other['id']}  {title}", "dim", 0)


def _touching(index: Index, record: Record, wanted: Filter, event: Event) -> list[Record]:
    """Every entry that mentions the card and is asked for: those of the event, rulings first."""
    citing = dict.fromkeys(cited["id"] for cited in record["cited_by"])
    entries = [entry for identifier in citing for entry in index.show(f"{identifier}.")]
    found = [
        entry
        for entry in entries
        if wanted.lets_through({"ruleset": [entry["ruleset"]], "game": [entry["game"]]})
    ]
    played = event.rulesets
    return sorted(found, key=lambda one: (one["ruleset"] not in played, one["kind"] != "ruling"))
