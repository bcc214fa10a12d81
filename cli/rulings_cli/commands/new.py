"""`rulings new`: a draft at the right place, or a whole book."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from rulings.editing.emitter import typed_line, typed_lines
from rulings_cli.event import tonight
from rulings_cli.start.options import BookOption, OneRulesetOption
from rulings_cli.terminal.output import standard_output
from rulings_cli.writing import drafts, new_books
from rulings_cli.writing.request import NewRequest

# fmt: off
DraftKind = Literal[
    "ruling", "variant", "note", "open", "clause", "fork", "card", "term", "source", "game",
    "ruleset", "book",
]
# fmt: on
Many = list[str] | None
WordsArgument = Annotated[Many, typer.Argument(help="What it asks, or is called; a book's folder.")]
ClauseOption = Annotated[Many, typer.Option(help="The clause that decides (again for more).")]
SetOption = Annotated[
    Many, typer.Option("--set", metavar="KEY=TEXT", help="A key of the format: asked=…, why.fr=….")
]
CaseOption = Annotated[
    Many, typer.Option("--case", metavar="WHEN=ID", help="A case of a fork, twice or more.")
]


def new(
    kind: Annotated[DraftKind, typer.Argument(help="What to begin.")],
    words: WordsArgument = None,
    ruleset: OneRulesetOption = "",
    game: Annotated[str, typer.Option(help="The game, where no ruleset says it.")] = "",
    identifier: Annotated[str, typer.Option("--id", help="Its id; a clause needs one.")] = "",
    prefix: Annotated[str, typer.Option(help="What ids of a new ruleset begin with.")] = "",
    edition: Annotated[str, typer.Option(help="Of a ruleset or source.")] = "",
    verdict: Annotated[str, typer.Option(help="What you said, in one line.")] = "",
    answer: Annotated[str, typer.Option(help="The details, where the verdict needs them.")] = "",
    clause: ClauseOption = None,
    case: CaseOption = None,
    source: Annotated[str, typer.Option(metavar="ID[:WHERE]", help="Who says so.")] = "",
    values: SetOption = None,
    lang: Annotated[
        Many, typer.Option(help="The language of what you type (again for more of a book).")
    ] = None,
    into: Annotated[Path | None, typer.Option(metavar="DIR", help="The book to write to.")] = None,
    book: BookOption = None,
) -> None:
    """Begin an entry, card, term, source, ruleset, game or book.

    It goes after the last of its kind. What you still have to write is marked TODO; it is a draft.

    Examples: rulings new book my-book; rulings new ruling "Does Judge hit all three?"
    """
    typed = typed_line(" ".join(words or ()))
    request = NewRequest(kind, typed, ruleset, game, identifier, prefix, edition, source)
    request.speak(lang or ())
    request.values, request.cases, request.clauses = values or (), case or (), clause or ()
    request.texts = {"verdict": typed_line(verdict), "answer": typed_lines(answer)}
    request.books, request.into = book or (), into
    with tonight.locked():  # else `rename` may give the same id to another entry meanwhile
        name, path = (new_books if kind == "book" else drafts).begin(request)
    standard_output().write(f"{name}  {path}\n")
