"""`rulings phrasings`: which entries are hardest to find, and which words no entry knows."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings_cli.event import log as event_log
from rulings_cli.event import tonight
from rulings_cli.places.book_index import open_book_index, open_books
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.start.options import BookOption, GameOption, JsonOption, KindOption, RulesetOption
from rulings_cli.terminal.output import print_answer_json, standard_output


def phrasings(
    book: BookOption = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    limit: Annotated[int, typer.Option(min=1, help="Name this many entries.")] = 20,
    as_json: JsonOption = False,
) -> None:
    """Name the entries that need phrasings most, the hardest to find first.

    Each is asked for by its own title and question. Then come the event's questions without an
    answer, and the words in them that no entry knows.

    Example: rulings phrasings --ruleset raid --kind ruling
    """
    from rulings.lookup.filters import matching
    from rulings_index.lab import weaknesses

    index = open_book_index(book)
    filters = {"ruleset": ruleset_or_default(ruleset, game), "game": game, "kind": kind}
    weakest = weaknesses.weakest(index, matching(open_books(book), **filters))[:limit]
    asked = [line.asked for line in event_log.read(tonight.table()) if line.unanswered]
    unknown = weaknesses.unknown_words(index, asked)
    if as_json:
        print_answer_json({"weakest": weakest, "unanswered": asked, "unknown_words": unknown})
        return
    output = standard_output()
    for weak in weakest:
        counts = ", ".join(f"{count} {code}" for code, count in weak["phrasings"].items())
        behind = f", behind {', '.join(weak['before'])}" if weak["before"] else ""
        where = f"at place {weak['place']}{behind}; phrasings: {counts or 'none'}"
        output.labelled(weak["entry"], weak["wrote"], indent=0)
        output.labelled("found", where)
    for text in asked:
        output.labelled("no answer", text, indent=0)
    if unknown:
        words = ", ".join(f"{word} ({count})" for word, count in unknown.items())
        output.labelled("words that no entry knows", words, indent=0)
