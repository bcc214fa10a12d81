"""`rulings new`: a draft at the right place, or a table call kept in one's own book."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from rulings.problems import RulingsError
from rulings_cli import locations, tonight
from rulings_cli.completion import complete_id, complete_ruleset
from rulings_cli.configuration import ruleset_or_default
from rulings_cli.options import BookOption
from rulings_cli.output import standard_output

app = typer.Typer(rich_markup_mode=None, add_completion=False)

Kind = Literal["ruling", "variant", "note", "call"]
ClauseOption = Annotated[
    list[str] | None,
    typer.Option(help="The clause that decides (again for more).", autocompletion=complete_id),
]


@app.command()
def new(
    kind: Annotated[Kind, typer.Argument(help="ruling, variant, note, or call (a table call).")],
    question: Annotated[list[str] | None, typer.Argument(help="What was asked.")] = None,
    ruleset: Annotated[
        str, typer.Option("--ruleset", help="battle-royal, BR, …", autocompletion=complete_ruleset)
    ] = "",
    verdict: Annotated[str, typer.Option(help="What you said, in one line.")] = "",
    answer: Annotated[str, typer.Option(help="The details, where the verdict needs them.")] = "",
    clause: ClauseOption = None,
    into: Annotated[Path | None, typer.Option(metavar="DIR", help="The book to write to.")] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Open it in $EDITOR.")] = False,
    book: BookOption = None,
) -> None:
    """Begin a new entry, or keep a call made at a table.

    A draft goes behind the last entry of its kind in the book that holds the ruleset; a call goes
    into your own book, and search finds it at once.

    Examples: rulings new ruling --ruleset BR "Does Judge hit all three?" --into rulings/book;
    rulings new call --ruleset BR "Does Judge hit all three?" --verdict "No, one opponent."
    """
    from rulings_cli import new_entries

    ruleset = ruleset_or_default(ruleset or None) or ""
    if not ruleset:
        raise RulingsError("which ruleset is it about? add --ruleset, for example --ruleset BR")
    asked = " ".join(question or ())
    books, clauses = locations.books(book), clause or ()
    if kind == "call":
        call = new_entries.TableCall(asked, verdict, answer, clauses)
        identifier, path = new_entries.keep_call(books, ruleset, call, tonight.table(), into)
    else:
        identifier, path = new_entries.begin_draft(
            books, kind, ruleset, asked, clauses=clauses, folder=into
        )
    standard_output().write(f"{identifier}  {path}\n")
    if edit:
        _open_editor(path)


def _open_editor(path: Path) -> None:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise RulingsError(f"no $EDITOR is set; open {path} yourself")
    # Windows splits a line itself, and a backslash there is part of a path
    windows = sys.platform == "win32"
    command = f'{editor} "{path}"' if windows else [*shlex.split(editor), str(path)]
    subprocess.run(command, check=False)  # noqa: S603 - the user's own
