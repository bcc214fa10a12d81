"""`rulings ask`: the live desk on a laptop."""

import os
import sys
from importlib.util import find_spec
from typing import Annotated, Literal

import typer

from rulings.errors import RulingsError
from rulings_cli.event import tonight
from rulings_cli.places import locations
from rulings_cli.places.opening import open_book_index
from rulings_cli.start.options import BookOption
from rulings_cli.writing.keep_call import TableCall, keep_call, with_open_point


def ask(
    lang: Annotated[
        Literal["en", "ja"] | None, typer.Option(help="Language; else the question's.")
    ] = None,
    book: BookOption = None,
) -> None:
    """Sit at the desk: results and answers while typing.

    The answer stands beside the results, with the clauses that it rests on. Needs a terminal,
    and the extra `desk`: pip install 'tcg-rulings[desk]'. Example: rulings ask --lang ja
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise RulingsError("the desk needs a terminal; use `rulings search` here")
    if find_spec("textual") is None:
        raise RulingsError("the desk needs Textual; install it: pip install 'tcg-rulings[desk]'")
    from rulings_cli.desk.app import Desk  # Textual is large

    event = tonight.event()

    def keep(ruleset: str, question: str, verdict: str) -> str:
        index = open_book_index(book)
        call = with_open_point(TableCall(question, verdict), ruleset, index, event)
        return " · ".join(keep_call(locations.books(book), ruleset, call, event))

    Desk(lambda: open_book_index(book), lang or event.language or None, keep, event).run()
