"""What is typed after `rulings new`, and its values under the keys of the book format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from rulings import ids
from rulings.errors import RulingsError
from rulings.format.imprint import Imprint
from rulings.format.model import ENTRY_TYPES, Card, Game, Phrasings, Ruleset, Source, Term, Text
from rulings.reading.book import Book
from rulings.reading.convert import convert, faults_of
from rulings.reading.yaml_reader import Document

_LONGEST_TITLE = 60

STRUCTS: dict[str, type[msgspec.Struct]] = {
    **ENTRY_TYPES,
    **{"card": Card, "term": Term, "source": Source, "game": Game, "ruleset": Ruleset},
    "book": Imprint,
}
"""What can be begun, and the form that it has in a book."""


@dataclass(slots=True)
class Request:
    """What is to begin, as it was typed; `values` are ``key=value`` or ``key.language=value``."""

    kind: str
    words: str = ""
    ruleset: str = ""
    game: str = ""
    id: str = ""
    prefix: str = ""
    edition: str = ""
    lang: str = ""
    source: str = ""
    values: Sequence[str] = ()
    cases: Sequence[str] = ()
    texts: dict[str, str] = field(default_factory=dict)
    clauses: Sequence[str] = ()
    books: Sequence[Path] = ()
    into: Path | None = None


def values_of(request: Request, spoken: str) -> dict[str, Any]:
    """What `--set` gives, under the keys of the book format and in the form of each."""
    forms = {each.name: each.type for each in msgspec.structs.fields(STRUCTS[request.kind])}
    given: dict[str, Any] = {}
    for each in request.values:
        name, equals, value = each.partition("=")
        key, _, code = name.strip().partition(".")
        if not (equals and key in forms):
            known = ", ".join(forms)
            raise RulingsError(f"--set {each!r}: write KEY=TEXT; a {request.kind} has {known}")
        form = forms[key]
        if form == Phrasings:
            given.setdefault(key, {}).setdefault(code or spoken, []).append(value)
        elif form == Text or key == "colours" or (get_origin(form) is dict and code):
            given.setdefault(key, {})[code or ("accent" if key == "colours" else spoken)] = value
        elif key == "sections":
            given.setdefault(key, []).append(_section(value, request.prefix, code or spoken))
        elif get_origin(form) is list:
            item = {code or spoken: value} if get_args(form) == (Text,) else value
            given.setdefault(key, []).append(item)
        else:
            given[key] = value
    for key, value in given.items():
        for fault in faults_of(forms[key], value, (key,)):
            raise RulingsError(f"--set {fault.message}")
    return given


def _section(value: str, prefix: str, spoken: str) -> dict[str, Any]:
    """A section of a ruleset, which is typed as ``1=Piers``."""
    number, _, title = value.partition("=")
    number = number.strip().removeprefix(prefix).strip()
    if not (number.isdecimal() and title):
        raise RulingsError(f"--set sections={value}: write NUMBER=TITLE, such as sections=1=Piers")
    return {"id": f"{prefix} {number}", "title": {spoken: title}}


def reject_faulty(item: Mapping[str, Any], kind: str) -> None:
    """Raise RulingsError for an item that is not of the book format."""
    document = Document(kind)
    convert(document, (), item, STRUCTS[kind])
    if document.problems:
        raise RulingsError(document.problems[0].message)
    if kind in ("card", "term", "source") and not ids.is_slug(str(item["id"])):
        raise RulingsError(f"--id {item['id']!r}: small letters, digits and hyphens only")


def clause_of(book: Book, name: str, prefix: str = "") -> str:
    """The id of the entry that was typed; a number alone is looked for below `prefix` first.
    RulingsError if there is none.
    """
    typed = [f"{prefix} {name}", name] if prefix and name[:1].isdigit() else [name]
    for each in typed:
        if entry := ids.meant(each, book.prefixes(), book.entries):
            return entry
    raise RulingsError(f"clause {name!r} is not in the book; look it up with `rulings search`")


def title_of(asked: str) -> str:
    """A question as a title, cut where it is long."""
    return asked if len(asked) <= _LONGEST_TITLE else f"{asked[: _LONGEST_TITLE - 1]}…"
