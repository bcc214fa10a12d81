"""Beginning a draft in a book, and keeping a call made at the table in one's own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rulings.books import Book, open_book
from rulings.checks.texts import LONGEST_VERDICT
from rulings.drafting import Draft, add, one_line
from rulings.effective import find_ruleset
from rulings.identifiers import meant
from rulings.model import Authority
from rulings.problems import RulingsError
from rulings.saving.files import save
from rulings.saving.locks import alone_in
from rulings_cli import language, locations

CALL_SOURCE = "table-calls"
_OWN_SOURCES = f"""sources:
  - id: {CALL_SOURCE}
    title: {{en: Our own table calls, ja: 自分たちのテーブルでの裁定}}
"""
_LONGEST_TITLE = 60


def keep_call(
    books: Sequence[Path],
    ruleset: str,
    question: str,
    verdict: str,
    *,
    answer: str = "",
    clauses: Sequence[str] = (),
    folder: Path | None = None,
) -> tuple[str, Path]:
    """Keep a table call, as a house ruling of the user's own book; returns its id and its file.

    Raises RulingsError where question or verdict is empty or too long, where the ruleset or a
    clause is not in `books`, or `folder` is not for writing.
    """
    question, verdict = one_line(question), one_line(verdict)
    if not (question and verdict):
        raise RulingsError("a call needs its question and --verdict, what you said")
    if len(verdict) > LONGEST_VERDICT:
        about = f"--verdict has {len(verdict):,} characters; {LONGEST_VERDICT} at most"
        raise RulingsError(f"{about}, the details belong in --answer")
    book = open_book(books)
    spoken = language.choose(None, question + verdict)[0]
    draft = Draft(
        "ruling",
        title={spoken: _title(question)},
        verdict={spoken: verdict},
        question={spoken: question},
        answer={spoken: answer or verdict},
        clauses=[_clause(book, name) for name in clauses],
        authority=Authority.HOUSE,
        source=CALL_SOURCE,
        date=_today(),
        complete=True,
    )
    found = find_ruleset(book, ruleset)
    own = folder or locations.own_book()
    _describe_source(own)
    return add(book, own, found, draft, own=True)


def begin_draft(
    books: Sequence[Path],
    kind: str,
    ruleset: str,
    question: str,
    *,
    clauses: Sequence[str] = (),
    folder: Path | None = None,
) -> tuple[str, Path]:
    """Write a draft with the next free id behind the last of its kind; returns id and file.

    Raises RulingsError as `keep_call` does.
    """
    book = open_book(books)
    found = find_ruleset(book, ruleset)
    spoken = language.choose(None, question)[0]
    asked = {spoken: question} if question else {}
    draft = Draft(
        kind,
        title={spoken: _title(question)} if question else {},
        question=asked,
        clauses=[_clause(book, name) for name in clauses],
        source=_first_source(book, found.prefix),
        date=_today(),
    )
    return add(book, folder or _writable_book(), found, draft)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _title(asked: str) -> str:
    return asked if len(asked) <= _LONGEST_TITLE else f"{asked[: _LONGEST_TITLE - 1]}…"


def _clause(book: Book, name: str) -> str:
    found = meant(name, book.prefixes(), book.entries)
    if found:
        return found
    raise RulingsError(f"clause {name!r} is not in the book; `rulings search` finds it")


def _first_source(book: Book, prefix: str) -> str:
    for entry in book.entries.values():
        if entry.id.startswith(prefix) and entry.sources:
            return entry.sources[0].id
    return CALL_SOURCE


def _writable_book() -> Path:
    built_in = locations.BUILT_IN_BOOK
    if "site-packages" in built_in.parts or not os.access(built_in, os.W_OK):
        raise RulingsError(
            "the installed book is not for writing; name a checkout's: --into rulings/book"
        )
    return built_in


def _describe_source(folder: Path) -> None:
    """Calls need a source that the book describes; an own book begins with it."""
    sources = folder / "sources.yaml"
    if sources.exists():
        return
    with alone_in(folder):
        save(sources, _OWN_SOURCES.encode(), inside=folder)
