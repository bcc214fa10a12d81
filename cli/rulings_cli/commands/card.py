"""`rulings card`: everything in the book that touches a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulings_cli import language, words
from rulings_cli.answers import print_answer, print_entry
from rulings_cli.completion import complete_card
from rulings_cli.desk import open_desk
from rulings_cli.options import (
    BookOption,
    GameOption,
    JsonOption,
    LanguageOption,
    NoColorOption,
    RulesetOption,
)
from rulings_cli.output import print_json, standard_output

if TYPE_CHECKING:
    from rulings_index import Index

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def card(
    name: Annotated[
        list[str],
        typer.Argument(help="A card in any language or spelling.", autocompletion=complete_card),
    ],
    book: BookOption = None,
    lang: LanguageOption = None,
    game: GameOption = None,
    ruleset: RulesetOption = None,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Show a card's facts and every ruling that touches it.

    Example: rulings card ジャッジマン
    """
    asked = " ".join(name)
    desk = open_desk(book)
    results = desk.search(asked, kind="card", game=game, limit=1)
    spoken = language.choose(lang, asked)
    output = standard_output(no_color)
    if not results.hits:
        output.line(words.phrase("no_card", spoken[0]))
        for near in results.nearest:
            output.labelled(near.id, near.title.get(spoken[0]) or "")
        raise typer.Exit(1)
    record = results.hits[0].record()
    touching = _touching(desk, record, ruleset)
    if as_json:
        print_json({"card": record, "entries": touching})
        return
    print_entry(output, {**record, "cited_by": []}, spoken)
    for entry in touching:
        output.line()
        print_answer(output, entry, spoken)


def _touching(desk: Index, record: dict[str, Any], ruleset: str | None) -> list[dict[str, Any]]:
    found = []
    for identifier in dict.fromkeys(cited["id"] for cited in record["cited_by"]):
        for entry in desk.show(identifier):
            if ruleset is None or ruleset.lower() in (
                entry["ruleset"],
                entry["id"][: len(ruleset)].lower(),
            ):
                found.append(entry)
    return sorted(found, key=lambda entry: entry["kind"] != "ruling")
