"""What is typed after `rulings new`, and its values under the keys of the book format."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from rulings import ids
from rulings.editing.emitter import typed_line
from rulings.errors import RulingsError
from rulings.format.imprint import Imprint
from rulings.format.model import ENTRY_TYPES, Card, Game, Phrasings, Ruleset, Source, Term, Text
from rulings.languages import is_language
from rulings.reading.book import Book
from rulings.reading.convert import faults_of
from rulings_cli.clock import today

STRUCTS: dict[str, type[msgspec.Struct]] = {
    **ENTRY_TYPES,
    **{"card": Card, "term": Term, "source": Source, "game": Game, "ruleset": Ruleset},
    "book": Imprint,
}
"""What can be begun, and the form that it has in a book."""


@dataclass(slots=True)
class NewRequest:
    """What is to begin, as it was typed; `values` are ``key=value`` or ``key.language=value``."""

    kind: str
    words: str = ""
    ruleset: str = ""
    game: str = ""
    id: str = ""
    prefix: str = ""
    edition: str = ""
    source: str = ""
    lang: str = ""
    languages: Sequence[str] = ()
    values: Sequence[str] = ()
    cases: Sequence[str] = ()
    texts: dict[str, str] = field(default_factory=dict)
    clauses: Sequence[str] = ()
    books: Sequence[Path] = ()
    into: Path | None = None

    def speak(self, codes: Sequence[str]) -> None:
        """Set the languages of --lang. RulingsError for an unknown one, or too many."""
        if wrong := [code for code in codes if not is_language(code)]:
            message = "no such language; write a code such as de or pt-BR"
            raise RulingsError(f"--lang {wrong[0]}: {message}")
        if len(codes) > 1 and self.kind not in ("book", "ruleset"):
            message = "is typed in one language; add others with --set"
            raise RulingsError(f"--lang: a {self.kind} {message}")
        self.lang, self.languages = codes[0] if codes else "", codes


def values_of(request: NewRequest, language: str) -> dict[str, Any]:
    """What `--set` gives, under the keys of the book format and in the form of each."""
    forms = {each.name: each.type for each in msgspec.structs.fields(STRUCTS[request.kind])}
    options = [f"--{key.removesuffix('s')}" for key in ("id", "sources") if forms.pop(key, None)]
    given: dict[str, Any] = {}
    for each in request.values:
        name, equals, value = each.partition("=")
        value = typed_line(value)
        key, _, code = name.strip().partition(".")
        if not (equals and key in forms):
            known = ", ".join([*forms, *options])
            raise RulingsError(f"--set {each!r}: write KEY=TEXT; a {request.kind} has {known}")
        form = forms[key]
        if form == Phrasings:
            given.setdefault(key, {}).setdefault(code or language, []).append(value)
        elif form == Text or key == "colours" or (get_origin(form) is dict and code):
            given.setdefault(key, {})[code or ("accent" if key == "colours" else language)] = value
        elif key == "related":
            given.setdefault(key, []).append({"id": value, "type": code or "similar"})
        elif key == "sections":
            number, _, title = value.removeprefix(request.prefix).partition("=")  # 1=Piers
            name = f"{request.prefix} {number.strip()}"
            given.setdefault(key, []).append({"id": name, "title": {code or language: title}})
        elif get_origin(form) is list:
            item = {code or language: value} if get_args(form) == (Text,) else value
            given.setdefault(key, []).append(item)
        else:
            given[key] = value
    for key, value in given.items():
        for fault in faults_of(forms[key], value, (key,)):
            raise RulingsError(f"--set {fault.message}")
    return given


def named(request: NewRequest, language: str, **more: str) -> dict[str, Any]:
    """A named thing in the book format; RulingsError if it has no name, or does not fit."""
    kind, values = request.kind, values_of(request, language)
    key = "title" if kind == "source" else "name"
    called = ({language: request.words} if request.words else {}) | values.pop(key, {})
    name = called.get("en") or next(filter(None, called.values()), "")
    if not name:
        example = f"rulings new {kind} NAME{' --into my-book' if kind == 'game' else ''}"
        raise RulingsError(f"a {kind} needs its {key}: {example}")
    edition = {"edition": request.edition} if kind == "source" and request.edition else {}
    item = {"id": request.id or ids.slug(name), key: called} | more | edition | values
    for fault in faults_of(STRUCTS[kind], item, ()):
        raise RulingsError(fault.message)
    if kind in ("card", "term", "source") and (reason := ids.no_slug(item["id"])):
        raise RulingsError(f"--id {reason}")
    return item


def ruleset_head(
    request: NewRequest, game: str, language: str, taken: Collection[str]
) -> dict[str, Any]:
    """A ruleset of the book format; RulingsError as `named`, or where it has no prefix, or one of
    those that are `taken`.
    """
    if not request.prefix:
        example = f'rulings new ruleset "Harbour rules" --prefix HB --game {game}'
        raise RulingsError(f"a ruleset needs its name and --prefix; write for example: {example}")
    if request.prefix in taken:
        raise RulingsError(f"a ruleset has the prefix {request.prefix}; choose another --prefix")
    head = {"prefix": request.prefix, "game": game, "edition": request.edition or today()}
    languages = list(dict.fromkeys([language, *request.languages]))
    return named(request, language, **head) | {"languages": languages}


def entry_id(book: Book, name: str, prefix: str = "") -> str:
    """The id of the entry that was typed, a bare number first with `prefix`; else RulingsError."""
    typed = [f"{prefix} {name}", name] if prefix and name[:1].isdigit() else [name]
    for each in typed:
        if entry := ids.known_id(each, book.prefixes(), book.entries):
            return entry
    now = book.now_called()
    if former := ids.meant(name, book.prefixes(), now):
        raise RulingsError(f"{name} is {now[former]} now; write that")
    raise RulingsError(f"{name!r} is not in the book; look it up with `rulings search`")
