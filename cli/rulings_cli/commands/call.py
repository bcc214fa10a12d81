"""`rulings call`: a head judge's ruling of the evening, kept above the book."""

from typing import Annotated

import typer

from rulings_cli.event import tonight
from rulings_cli.places import locations
from rulings_cli.places.opening import open_book_index
from rulings_cli.start.options import BookOption, OneRulesetOption
from rulings_cli.terminal.output import standard_output
from rulings_cli.writing.keep_call import TableCall, keep_call, with_open_point
from rulings_index import open_index

Ids = list[str] | None


def call(
    question: Annotated[list[str], typer.Argument(help="What was asked.")],
    verdict: Annotated[str, typer.Option(help="What you said, in one line.")] = "",
    ruleset: OneRulesetOption = "",
    overrules: Annotated[Ids, typer.Option(help="It stands above this entry.")] = None,
    card: Annotated[Ids, typer.Option(help="It is about this card.")] = None,
    clause: Annotated[Ids, typer.Option(help="The clause that decides.")] = None,
    note: Annotated[str, typer.Option(help="A remark, shown with the call: pages too.")] = "",
    asked: Annotated[Ids, typer.Option(help="Other words of the question, any language.")] = None,
    book: BookOption = None,
) -> None:
    """Keep a call. It is shown first from then on, where it answers what is asked.

    Without --ruleset it belongs to what it overrules or cites, or to the event alone: phones,
    sleeves, lateness. Example:
    rulings call "Does Judge hit all three?" --verdict "Yes, tonight." --overrules BR-Q18
    """
    touched = (clause or (), overrules or (), card or ())
    typed_call = TableCall(" ".join(question), verdict, *touched, note, asked or ())
    index, event = open_index([*locations.named_books(book)]), tonight.event()
    typed_call = with_open_point(typed_call, ruleset, index, event)
    for line in keep_call(locations.books(book), ruleset, typed_call, event):
        standard_output().write(f"{line}\n")
    open_book_index(book)  # so that no search waits for it
