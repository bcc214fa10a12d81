"""`rulings index`: where the index is, whether it is up to date, and building it again."""

from typing import Annotated, Literal

import typer

from rulings_cli.places.opening import open_book_index
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.start.translation import help_text
from rulings_cli.terminal.output import print_answer_json, standard_output


def index(
    action: Annotated[
        Literal["status", "rebuild"], typer.Argument(help="status or rebuild.")
    ] = "status",
    book: BookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what the search index holds, or build it again.

    The index builds itself on the first search and after every change of a book. Example:
    rulings index rebuild
    """
    index = open_book_index(book)
    if action == "rebuild":
        index.rebuild()
    status = index.status()
    if as_json:
        print_answer_json(status)
        return
    output = standard_output()
    for key, value in status.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        output.labelled(help_text(key), help_text(text), indent=0)
