"""`rulings card`: everything in the book that touches a card."""

from typing import Annotated

import typer

from rulings.format.record import Record
from rulings.languages import text_in
from rulings.lookup.event import Event
from rulings_cli.answers.answers import print_answer, print_entry
from rulings_cli.answers.newer import warn_of_newer
from rulings_cli.event import tonight
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_book_index
from rulings_cli.start import options
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import print_answer_json, standard_output
from rulings_index import Index


def card(
    name: Annotated[list[str], typer.Argument(help="A card in any language or spelling.")],
    book: options.BookOption = None,
    lang: options.LanguageOption = None,
    game: options.GameOption = None,
    as_json: options.JsonOption = False,
) -> None:
    """Show a card and every ruling that touches it.

    Example: rulings card ジャッジマン
    """
    typed, index = " ".join(name), open_book_index(book)
    event = index.with_calls(tonight.event())
    games = index.filter(game=game).get("game", [])
    cards = [record for record in index.cards(typed) if record["game"] in games or not games]
    touching = _touching(index, cards[0], event) if cards else []
    shown = [entry["id"] for entry in touching]
    tonight.log(event, "card", typed, shown=shown, opened=[card["id"] for card in cards[:1]])
    languages, output = reply_languages(lang or event.language, typed), standard_output()
    if as_json:
        print_answer_json({"card": next(iter(cards), None), "entries": touching}, lang)
    elif cards:
        called = [cards[0], *(each for each in touching if each["id"] in event.overruled)]
        calls = {call["id"]: call for each in called for call in index.calls_on(each, event)}
        for entry in (calls | {each["id"]: each for each in touching}).values():
            print_answer(output, entry, languages, event)
            output.line()
        print_entry(output, {**cards[0], "cited_by": []}, languages, event)
        for other in cards[1:]:
            named = f"{other['id']}  {text_in(other['title'], languages[0])}"
            output.labelled(strings.phrase("also", languages[0]), named, "dim", 0)
    else:
        output.line(strings.phrase("no_card", languages[0]))
    warn_of_newer(touching)
    if not cards:
        raise typer.Exit(1)


def _touching(index: Index, card: Record, event: Event) -> list[Record]:
    """Every entry that mentions the card, but no call of another event: the event's first."""
    citing = dict.fromkeys(cited["id"] for cited in card["cited_by"])
    entries = [entry for identifier in citing for entry in index.show(f"{identifier}.")]
    events = ("", event.name)
    return sorted(
        (entry for entry in entries if not (call := entry.get("call")) or call["event"] in events),
        key=lambda entry: (entry["ruleset"] not in event.rulesets, entry["kind"] != "ruling"),
    )
