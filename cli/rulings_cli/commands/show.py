"""`rulings show`: whole entries by id, in any of the forms people type."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings.problems import RulingsError
from rulings_cli import language
from rulings_cli.answers import print_entry, print_history
from rulings_cli.completion import complete_id
from rulings_cli.desk import open_desk
from rulings_cli.options import BookOption, JsonOption, LanguageOption, NoColorOption
from rulings_cli.output import print_json, standard_output, warn

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def show(
    ids: Annotated[
        list[str],
        typer.Argument(
            metavar="ID…", help='"BR 8.1a", brq22, 310.4b, …', autocompletion=complete_id
        ),
    ],
    book: BookOption = None,
    lang: LanguageOption = None,
    history: Annotated[bool, typer.Option("--history", help="Also who changed it, when.")] = False,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Show whole entries, with all they rest on.

    310.4 shows the subrules too; 310.4. shows exactly that one. Example: rulings show "BR 9.1"

    Exit code 0: all found; 1: one is not in the book.
    """
    desk = open_desk(book)
    records = []
    missing = []
    for text in _whole_ids(ids):
        found = desk.show(text)
        records.extend(found)
        if not found:
            missing.append(text)
    if as_json:
        print_json({"entries": records})
    else:
        output = standard_output(no_color)
        for number, record in enumerate(records):
            if number:
                output.line()
            print_entry(output, record, language.choose(lang))
            if history:
                print_history(output, record, language.choose(lang)[0])
    for text in missing:
        warn(f"{text!r} is not in the book; try `rulings search`")
    if missing:
        raise typer.Exit(1)


def _whole_ids(words: list[str]) -> list[str]:
    """Joins ``BR 8.1a`` typed without quotes; every other word is an id of its own."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].isalpha() and word[:1].isalnum():
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    if not joined or not any(joined):
        raise RulingsError('no id given; write for example rulings show "BR 8.1a"')
    return joined
