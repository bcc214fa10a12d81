"""`rulings phrasings`: which entries are hardest to find, and which words no entry knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulings_cli.event import log as event_log
from rulings_cli.event import tonight
from rulings_cli.places.book_index import open_book_index, open_books
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.start.options import BookOption, GameOption, JsonOption, KindOption, RulesetOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output

if TYPE_CHECKING:
    from rulings_index.lab.weaknesses import Weakness


_LISTED = 20


def phrasings(
    book: BookOption = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    limit: Annotated[int, typer.Option(min=1, help="Name this many entries.")] = _LISTED,
    as_json: JsonOption = False,
) -> None:
    """Name the entries that need phrasings most, the hardest to find first.

    Each is asked for by its own title and question, which are left out of it. Then come the
    event's questions without an answer, and the words in them that no entry knows.

    Example: rulings phrasings --ruleset raid --kind ruling
    """
    from rulings.lookup.filters import matching
    from rulings_index.lab import weaknesses

    opened, desk = open_books(book), open_book_index(book)
    asked_of = {"ruleset": ruleset_or_default(ruleset, game), "game": game, "kind": kind}
    entries = {entry.id for entry in matching(opened, **asked_of)}
    weakest = weaknesses.weakest(opened, desk, entries)[:limit]
    asked = [line.asked for line in event_log.read(tonight.table()) if line.unanswered]
    unknown = weaknesses.unknown_words(desk, asked)
    if as_json:
        listed = [one._asdict() for one in weakest]
        print_answer_json({"weakest": listed, "unanswered": asked, "unknown_words": unknown})
        return
    output = standard_output()
    for one in weakest:
        output.labelled(one.entry, one.wrote, indent=0)
        output.labelled("found", _told(one))
    _print_log(output, asked, unknown)


def _told(weakness: Weakness) -> str:
    """Where it was found, behind which entries, and how many phrasings it has."""
    counts = ", ".join(f"{count} {language}" for language, count in weakness.phrasings.items())
    behind = f", behind {', '.join(weakness.before)}" if weakness.before else ""
    return f"at place {weakness.place}{behind}; phrasings: {counts or 'none'}"


def _print_log(output: Output, asked: list[str], unknown: dict[str, int]) -> None:
    for text in asked:
        output.labelled("no answer", text, indent=0)
    if unknown:
        words = (f"{word} ({count})" for word, count in unknown.items())
        output.labelled("words that no entry knows", ", ".join(words), indent=0)
