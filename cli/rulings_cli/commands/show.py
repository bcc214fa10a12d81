"""`rulings show`: whole entries by id, in any of the forms people type."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings_cli.answers import show as showing
from rulings_cli.start.completion import complete_id
from rulings_cli.start.options import BookOption, HistoryOption, JsonOption, LanguageOption


def show(
    ids: Annotated[
        list[str],
        typer.Argument(
            metavar="ID…", help='"BR 8.1a", brq22, 310.4b, …', autocompletion=complete_id
        ),
    ],
    book: BookOption = None,
    lang: LanguageOption = None,
    history: HistoryOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show whole entries, with all they rest on.

    310.4 shows the subrules too; 310.4. shows exactly that one. Example: rulings show "BR 9.1"

    Exit code 0: all found; 1: one is not in the book.
    """
    code = showing.show(ids, book=book, lang=lang, history=history, as_json=as_json)
    raise typer.Exit(code)
