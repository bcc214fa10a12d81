"""`rulings phrasings`: which entries are hardest to find."""

from __future__ import annotations

from typing import Annotated

import typer

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

    It searches for each by its own title and question. Example: rulings phrasings --kind ruling
    """
    from rulings.lookup.filters import matching
    from rulings_index.lab.weaknesses import weakest

    filters = {"ruleset": ruleset_or_default(ruleset, game), "game": game, "kind": kind}
    entries = matching(open_books(book), **filters)
    listed = weakest(open_book_index(book), entries)[:limit]
    if as_json:
        print_answer_json({"weakest": listed})
        return
    output = standard_output()
    for weak in listed:
        counts = ", ".join(f"{count} {code}" for code, count in weak["phrasings"].items())
        behind = f", behind {', '.join(weak['before'])}" if weak["before"] else ""
        where = f"at place {weak['place']}{behind}; phrasings: {counts or 'none'}"
        output.labelled(weak["entry"], weak["wrote"], indent=0)
        output.labelled("found", where)
