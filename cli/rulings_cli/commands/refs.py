"""`rulings refs`: who cites an entry, directly and through variants."""

from typing import Annotated

import typer

from rulings import ids
from rulings.format.record import Cited, Record
from rulings.languages import text_in
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_book_index
from rulings_cli.start.options import BookOption, JsonOption, LanguageOption
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import print_answer_json, standard_output, warn
from rulings_index import Index


def refs(
    identifier: Annotated[str, typer.Argument(metavar="ID", help='"BR 9.1", …')],
    book: BookOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """List who rests on an entry, also through variants.

    Example: rulings refs "BR 9.1"
    """
    index = open_book_index(book)
    records = index.show(identifier)
    if not records:
        warn(f"{identifier!r} is not in the book; try `rulings search`")
        raise typer.Exit(1)
    ids.reject_several(identifier, [record["id"] for record in records])
    citing = _citing(index, records[0])
    if as_json:
        print_answer_json({"id": records[0]["id"], "cited_by": citing}, lang)
        return
    output, language = standard_output(), reply_languages(lang)[0]
    for cited in citing:
        role = strings.phrase(f"role_{cited['role']}", language)
        through = f" ← {cited['through']}" if cited["through"] else ""
        text = f"{text_in(cited['title'], language)} ({role}{through})"
        output.labelled(cited["id"], text, indent=0)
    if not citing:
        warn(f"nothing rests on {records[0]['id']}")
        raise typer.Exit(1)


def _citing(index: Index, record: Record) -> list[Cited]:
    """What cites an entry, then what cites the variants that change it, each once."""
    citing: dict[str, Cited] = {each["id"]: {**each, "through": ""} for each in record["cited_by"]}
    for variant in record["cited_by"]:
        if variant["role"] in ("modifies", "adds-to"):
            for cited in index.show(variant["id"])[0]["cited_by"]:
                citing.setdefault(cited["id"], {**cited, "through": variant["id"]})
    return [each for name, each in citing.items() if name != record["id"]]
