"""`rulings search`: a question in, answer cards out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulings.problems import RulingsError
from rulings_cli import language, words
from rulings_cli.answers import print_answer
from rulings_cli.desk import open_desk
from rulings_cli.options import (
    AuthorityOption,
    BookOption,
    GameOption,
    JsonOption,
    KindOption,
    LanguageOption,
    LimitOption,
    NoColorOption,
    RulesetOption,
)
from rulings_cli.output import Output, print_json, standard_output

if TYPE_CHECKING:
    from rulings_index import Results

app = typer.Typer(rich_markup_mode=None, add_completion=False)

ON_TERMINAL, IN_JSON = 5, 10


@app.command()
def search(
    query: Annotated[list[str], typer.Argument(help="What was asked, in any script.")],
    book: BookOption = None,
    lang: LanguageOption = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    authority: AuthorityOption = None,
    as_of: Annotated[
        str | None,
        typer.Option("--as-of", metavar="DATE", help="As the book stood that day: 2026-04-01."),
    ] = None,
    limit: LimitOption = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each hit matched.")] = False,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Find the ruling that answers a question.

    Example: rulings search "poison and burn knock out, who takes the prize" --ruleset raid

    Exit code 0: found; 1: the book holds nothing on it; 2: bad input.
    """
    text = " ".join(query)
    results = open_desk(book).search(
        text,
        ruleset=ruleset,
        game=game,
        kind=kind,
        authority=authority,
        as_of=_date(as_of),
        limit=limit or (IN_JSON if as_json else ON_TERMINAL),
        explain=explain,
    )
    if as_json:
        print_json(results.as_json())
    else:
        _print(results, standard_output(no_color), language.choose(lang, text), explain)
    if not results.hits:
        raise typer.Exit(1)


def _date(asked: str | None) -> str | None:
    if asked is None:
        return None
    from datetime import date  # noqa: PLC0415 - only where a date is given

    try:
        return date.fromisoformat(asked).isoformat()
    except ValueError:
        raise RulingsError(f"--as-of {asked}: write a date as 2026-04-01") from None


def _print(results: Results, output: Output, languages: tuple[str, ...], explain: bool) -> None:
    for number, hit in enumerate(results.hits):
        if number:
            output.line()
        print_answer(output, hit.record(), languages)
        if explain:
            for reason in hit.explanation:
                output.line(str(reason), "dim", indent=4)
    if results.hits:
        return
    output.line(words.phrase("nothing", languages[0]))
    if results.suggestion:
        output.labelled(words.phrase("did_you_mean", languages[0]), results.suggestion, indent=0)
    if results.nearest:
        output.line(words.phrase("nearest", languages[0]))
        for hit in results.nearest:
            title = hit.title.get(languages[0]) or hit.title.get("en") or hit.title.get("ja", "")
            output.labelled(hit.id, title)
