"""`rulings new`: a draft at the right place, or a table call kept in one's own book."""

from __future__ import annotations

import os
import shlex
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from rulings.problems import RulingsError
from rulings_cli import language, locations
from rulings_cli.completion import complete_id, complete_ruleset
from rulings_cli.options import BookOption
from rulings_cli.output import standard_output

app = typer.Typer(rich_markup_mode=None, add_completion=False)

Kind = Literal["ruling", "variant", "note", "call"]
CALL_SOURCE = "table-calls"
_OWN_SOURCES = f"""sources:
  - id: {CALL_SOURCE}
    title: {{en: Our own table calls, ja: 自分たちのテーブルでの裁定}}
"""


@app.command()
def new(
    kind: Annotated[Kind, typer.Argument(help="ruling, variant, note, or call (a table call).")],
    question: Annotated[list[str] | None, typer.Argument(help="What was asked.")] = None,
    ruleset: Annotated[
        str, typer.Option("--ruleset", help="battle-royal, BR, …", autocompletion=complete_ruleset)
    ] = "",
    verdict: Annotated[str, typer.Option(help="What you said, in one line.")] = "",
    answer: Annotated[str, typer.Option(help="The details, where the verdict needs them.")] = "",
    clause: Annotated[
        list[str] | None,
        typer.Option(help="The clause that decides (again for more).", autocompletion=complete_id),
    ] = None,
    into: Annotated[Path | None, typer.Option(metavar="DIR", help="The book to write to.")] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Open it in $EDITOR.")] = False,
    book: BookOption = None,
) -> None:
    """Begin a new entry, or keep a call made at a table.

    rulings new ruling --ruleset BR "Does Judge hit all three?" writes a draft; rulings new call
    --ruleset BR "…" --verdict "Yes, all three." keeps your call, found by search at once.
    """
    from rulings.books import open_book  # noqa: PLC0415
    from rulings.drafting import Draft, add  # noqa: PLC0415
    from rulings.effective import find_ruleset  # noqa: PLC0415
    from rulings.model import Authority  # noqa: PLC0415

    if not ruleset:
        raise RulingsError("which ruleset is it about? add --ruleset, for example --ruleset BR")
    asked = " ".join(question or ())
    is_call = kind == "call"
    if is_call and not (asked and verdict):
        raise RulingsError("a call needs its question and --verdict, what you said")
    opened = open_book(locations.books(book))
    found = find_ruleset(opened, ruleset)
    folder = into or (locations.own_book() if is_call else _writable_book())
    spoken = language.choose(None, asked + verdict)[0]
    draft = Draft(
        "ruling" if is_call else kind,
        title=_in(spoken, _title(asked)),
        verdict=_in(spoken, verdict),
        question=_in(spoken, asked),
        answer=_in(spoken, answer or (verdict if is_call else "")),
        clauses=[_clause(opened, name) for name in clause or ()],
        authority=Authority.HOUSE if is_call else Authority.INTERPRETATION,
        source=CALL_SOURCE if is_call else _first_source(opened, found.prefix),
        date=datetime.now(UTC).date().isoformat(),
        complete=is_call,
    )
    if is_call:
        _prepare(folder)
    identifier, path = add(opened, folder, found, draft, own=is_call)
    standard_output().write(f"{identifier}  {path}\n")
    if edit:
        _open_editor(path)


def keep_call(books: list[Path], ruleset: str, question: str, verdict: str) -> tuple[str, Path]:
    """Keep a table call in the user's own book; returns its id and its file."""
    from rulings.books import open_book  # noqa: PLC0415
    from rulings.drafting import Draft, add  # noqa: PLC0415
    from rulings.effective import find_ruleset  # noqa: PLC0415
    from rulings.model import Authority  # noqa: PLC0415

    opened = open_book(books)
    spoken = language.choose(None, question + verdict)[0]
    draft = Draft(
        "ruling",
        title=_in(spoken, _title(question)),
        verdict=_in(spoken, verdict),
        question=_in(spoken, question),
        answer=_in(spoken, verdict),
        clauses=[],
        authority=Authority.HOUSE,
        source=CALL_SOURCE,
        date=datetime.now(UTC).date().isoformat(),
        complete=True,
    )
    folder = locations.own_book()
    _prepare(folder)
    return add(opened, folder, find_ruleset(opened, ruleset), draft, own=True)


def _in(spoken: str, text: str) -> dict[str, str]:
    return {spoken: text} if text else {}


def _title(asked: str) -> str:
    return asked if len(asked) <= 60 else f"{asked[:59]}…"


def _clause(book: object, name: str) -> str:
    from rulings.books import Book  # noqa: PLC0415
    from rulings.identifiers import parse  # noqa: PLC0415

    assert isinstance(book, Book)  # noqa: S101
    reference = parse(name, book.prefixes())
    for candidate in reference.candidates if reference else ():
        if candidate in book.entries:
            return candidate
    raise RulingsError(f"clause {name!r} is not in the book; `rulings search` finds it")


def _first_source(book: object, prefix: str) -> str:
    from rulings.books import Book  # noqa: PLC0415

    assert isinstance(book, Book)  # noqa: S101
    for entry in book.entries.values():
        if entry.id.startswith(prefix) and entry.sources:
            return entry.sources[0].id
    return CALL_SOURCE


def _writable_book() -> Path:
    built_in = locations.BUILT_IN_BOOK
    if "site-packages" in built_in.parts or not os.access(built_in, os.W_OK):
        raise RulingsError("the installed book is not for writing; name yours with --into DIR")
    return built_in


def _prepare(folder: Path) -> None:
    from rulings.saving import alone_in, save  # noqa: PLC0415

    sources = folder / "sources.yaml"
    if sources.exists():
        return
    try:
        with alone_in(folder):
            save(sources, _OWN_SOURCES.encode())
    except OSError as error:
        reason = f"{folder}: cannot be written ({error.strerror or error})"
        raise RulingsError(f"{reason}; name another book with --into") from error


def _open_editor(path: Path) -> None:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise RulingsError(f"no $EDITOR is set; open {path} yourself")
    subprocess.run([*shlex.split(editor), str(path)], check=False)  # noqa: S603 - the user's own
