"""`rulings search`: a question in, answer cards out."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings_cli.answers import search as searching
from rulings_cli.start.options import (
    AsOfOption,
    AuthorityOption,
    BookOption,
    ExplainOption,
    FullOption,
    GameOption,
    JsonOption,
    KindOption,
    LanguageOption,
    LimitOption,
    RulesetOption,
    SectionOption,
    WithOption,
    WithoutOption,
)


def search(
    query: Annotated[list[str], typer.Argument(help="What was asked, in any script.")],
    book: BookOption = None,
    lang: LanguageOption = None,
    ruleset: RulesetOption = None,
    game: GameOption = None,
    kind: KindOption = None,
    authority: AuthorityOption = None,
    as_of: AsOfOption = None,
    included: WithOption = None,
    excluded: WithoutOption = None,
    limit: LimitOption = None,
    full: FullOption = False,
    explain: ExplainOption = False,
    section: SectionOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find the ruling that answers a question.

    Example: rulings search "poison and burn knock out, who takes the prize" --ruleset raid

    Exit code 0: found; 1: the book holds nothing on it; 2: bad input.
    """
    code = searching.search(
        query,
        book=book,
        lang=lang,
        ruleset=ruleset,
        game=game,
        kind=kind,
        authority=authority,
        as_of=as_of,
        included=included,
        excluded=excluded,
        limit=limit,
        full=full,
        explain=explain,
        section=section,
        as_json=as_json,
    )
    raise typer.Exit(code)
