"""`rulings search`: a question in, answer cards out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulings_cli.answers.newer import warn_of_newer
from rulings_cli.answers.search import ON_TERMINAL, ResultsPrinter
from rulings_cli.event import tonight
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.places.opening import open_book_index
from rulings_cli.terminal.output import print_answer_json, standard_output

if TYPE_CHECKING:
    from pathlib import Path


def search(
    query: Sequence[str],
    *,
    book: "Sequence[Path] | None" = None,
    lang: str | None = None,
    ruleset: str | None = None,
    game: str | None = None,
    kind: str | None = None,
    authority: str | None = None,
    included: Sequence[str] | None = None,
    excluded: Sequence[str] | None = None,
    limit: int | None = None,
    full: bool = False,
    as_json: bool = False,
) -> int:
    """Find the ruling that answers a question.

    Example: rulings search "poison and burn knock out, who takes the prize" --ruleset raid

    Exit code 0: found; 1: the book holds nothing on it; 2: bad input.
    """
    text, index = " ".join(query), open_book_index(book)
    event = tonight.event(tonight.variants(index, included), tonight.variants(index, excluded))
    chosen = {"ruleset": ruleset_or_default(ruleset, game or event.name), "game": game}
    chosen |= {"kind": kind, "authority": authority}
    most = limit or (10 if as_json else ON_TERMINAL)
    results = index.search(text, limit=most, event=event, **chosen)
    ids = [hit.id for hit in results.hits or results.nearest]
    tonight.log(event, "search", text, results.certainty, shown=ids)  # also if nobody reads on
    if as_json:
        print_answer_json(results.as_json(), lang)
    else:
        ResultsPrinter(results, index, lang).print(standard_output(), whole=full)
    warn_of_newer(hit.record() for hit in results.hits[:ON_TERMINAL])
    return 0 if results.hits else 1
