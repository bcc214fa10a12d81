"""`rulings list`: what is in the book, by filters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from rulings.languages import said
from rulings.problems import RulingsError
from rulings_cli import language, locations, strings
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
    from rulings.books import Book
    from rulings.model import AnyEntry

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def list_entries(
    book: BookOption = None,
    lang: LanguageOption = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    authority: AuthorityOption = None,
    status: Annotated[str | None, typer.Option(help="Only draft, active, …")] = None,
    card: Annotated[str | None, typer.Option(help="Only what mentions this card (its id).")] = None,
    term: Annotated[str | None, typer.Option(help="Only what uses this term (its id).")] = None,
    limit: LimitOption = None,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """List the entries of the book, one a line.

    Example: rulings list --ruleset raid --kind ruling --authority house
    """
    from rulings.books import open_book  # noqa: PLC0415

    opened = open_book(locations.books(book))
    wanted = _authorities(authority)
    found = [
        entry
        for entry in _of_rulesets(opened, ruleset, game)
        if (kind is None or entry.kind == kind)
        and (status is None or entry.status == status)
        and (wanted is None or entry.authority.value in wanted)
        and (card is None or card.removeprefix("card:") in entry.cards)
        and (term is None or term.removeprefix("term:") in entry.terms)
    ][:limit]
    if as_json:
        print_json({"entries": [_plain(opened, entry) for entry in found]})
    else:
        _print(found, standard_output(no_color), language.choose(lang)[0])
    if not found:
        raise typer.Exit(1)


def _of_rulesets(book: Book, ruleset: str | None, game: str | None) -> Iterator[AnyEntry]:
    """The entries of one ruleset, of one game, or of both; of all where neither is asked for."""
    from rulings.effective import find_ruleset  # noqa: PLC0415

    prefix = find_ruleset(book, ruleset).prefix if ruleset else None
    for entry in book.entries.values():
        its = book.ruleset_of(entry.id)
        if prefix in (None, its.prefix) and game in (None, its.game):
            yield entry


def _authorities(asked: str | None) -> set[str] | None:
    from rulings.model import Authority  # noqa: PLC0415

    if asked is None:
        return None
    names = [authority.value for authority in Authority]
    name = asked.removesuffix("+").lower()
    if name not in names:
        raise RulingsError(f"no authority {asked!r}; one of {', '.join(names)}, or event+")
    return set(names[: names.index(name) + 1]) if asked.endswith("+") else {name}


def _print(entries: list[AnyEntry], output: Output, spoken: str) -> None:
    for entry in entries:
        who = strings.authority(entry.authority, spoken)
        output.labelled(entry.id, f"{said(entry.title, spoken)} ({who})", indent=0)


def _plain(book: Book, entry: AnyEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "kind": entry.kind,
        "ruleset": book.ruleset_of(entry.id).id,
        "title": entry.title,
        "authority": entry.authority.value,
        "status": entry.status.value,
    }
