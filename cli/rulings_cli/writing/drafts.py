"""What `rulings new` begins: entries, cards, terms, sources, rulesets and games of a book."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulings import ids as identifiers
from rulings import languages
from rulings.checks import faults_of_new
from rulings.disk.changes import alone_in
from rulings.disk.files import save
from rulings.editing import emitter
from rulings.editing.draft import Draft, add, add_item, first_number, next_id, place_in, render
from rulings.errors import RulingsError
from rulings.format.authorities import Authority
from rulings.format.model import Ruleset
from rulings.importing.book_writer import is_imported
from rulings.importing.identifiers import slug
from rulings.kinds import KINDS
from rulings.lookup.event import OWN_RULESET
from rulings.lookup.filters import choices_of, resolve
from rulings.lookup.rules_in_force import find_ruleset
from rulings.reading.book import Loading
from rulings.reading.load import load_book
from rulings.reading.problems import BookError
from rulings.reading.yaml_reader import parse_document
from rulings_cli.places import language, locations
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.terminal.surroundings import today
from rulings_cli.writing.request import Request, clause_of, reject_faulty, title_of, values_of

_DEFAULT_AUTHORITY = {"clause": Authority.AUTHOR, "variant": Authority.PROPOSAL}
_CALLED = {"card": "name", "term": "name", "source": "title", "game": "name", "ruleset": "name"}
_FIRST_TEXT = {"ruling": "question", "fork": "ask"}


def begin(request: Request) -> tuple[str, Path]:
    """Write what is requested into the book it belongs to; returns its id and its file.

    Raises RulingsError where something that it needs is missing, is there already, or is not of
    the book format, and where the book cannot be written.
    """
    begins = request.kind == "game" and request.into is not None and not request.into.exists()
    into = [request.into] if request.into and not begins else []
    loading = load_book([] if begins else locations.books([*request.books, *into]))
    problems = loading.all_problems()
    own = locations.own_book()
    if own not in [*request.books, *into]:  # a fault in one's own calls stops no other book
        problems = [each for each in problems if not Path(each.path).is_relative_to(own)]
    if problems:
        raise BookError(problems)
    if request.kind == "game":
        return _begin_game(request, loading)
    if request.kind == "ruleset":
        return _begin_ruleset(request, loading)
    if request.kind in _CALLED:
        return _begin_item(request, loading)
    return _begin_entry(request, loading)


def _begin_entry(request: Request, loading: Loading) -> tuple[str, Path]:
    book, ruleset = loading.book, _ruleset(request, loading)
    spoken = _language(request, ruleset.languages)
    draft = Draft(request.kind, id=_clause_id(request, loading, ruleset), date=today())
    draft.authority = _DEFAULT_AUTHORITY.get(request.kind, Authority.INTERPRETATION)
    given = values_of(request, spoken)
    given |= {key: {spoken: text} for key, text in request.texts.items() if text}
    if request.words:
        given.setdefault(_FIRST_TEXT.get(request.kind, "title"), {spoken: request.words})
        if request.kind == "ruling":
            given.setdefault("title", {spoken: title_of(request.words)})
    if request.kind == "fork":
        given["cases"] = _cases(request, loading, spoken)
    draft.authority = Authority(given.pop("authority", draft.authority))
    clauses = [clause_of(book, name, ruleset.prefix) for name in request.clauses]
    draft.values = given | {"clauses": [*clauses, *given.get("clauses", [])]}
    draft.source, draft.where = _source(request, loading, ruleset)
    folder = _place(request, loading, f"ruleset:{ruleset.id}")
    least = first_number(book, folder, ruleset)
    identifier = draft.id or next_id(book, ruleset, draft.kind, least=least)
    _reject_faulty_entry(loading, ruleset, draft, identifier)
    return add(book, folder, ruleset, draft)


def _reject_faulty_entry(loading: Loading, ruleset: Ruleset, draft: Draft, identifier: str) -> None:
    """Raise RulingsError where `check` would find an error in the entry that a draft becomes."""
    item = f"{KINDS[draft.kind].key}:\n{render(identifier, ruleset, draft, loading.book)}"
    document = parse_document(item.encode(), identifier)
    for problem in faults_of_new(loading, document, draft.kind, {ruleset.prefix}):
        raise RulingsError(f"{identifier}: {problem.message}")


def _begin_item(request: Request, loading: Loading) -> tuple[str, Path]:
    kind, game = request.kind, _game(request, loading)
    rulesets = [each for each in loading.book.rulesets.values() if each.game == game]
    spoken = _language(request, [code for each in rulesets for code in each.languages])
    item = _named(request, spoken)
    if not item["id"]:
        raise RulingsError(f"a {kind} needs its {_CALLED[kind]}: rulings new {kind} NAME")
    _reject_taken(
        loading, f"source:{item['id']}" if kind == "source" else f"{kind}:{game}/{item['id']}"
    )
    if kind == "source" and request.edition:
        item["edition"] = request.edition
    reject_faulty(item, kind)
    place = f"ruleset:{_ruleset(request, loading).id}" if request.ruleset else f"game:{game}"
    folder = _place(request, loading, place)
    add_item(folder / f"{kind}s.yaml", f"{kind}s", item)
    return item["id"], folder / f"{kind}s.yaml"


def _begin_game(request: Request, loading: Loading) -> tuple[str, Path]:
    spoken = _language(request, [])
    game = _named(request, spoken)
    if not game["id"] or game["id"] in loading.book.games:
        reason = f"the game {game['id']} exists already" if game["id"] else "a game needs its name"
        raise RulingsError(f"{reason}; write for example: rulings new game Harbour --into my-book")
    reject_faulty(game, "game")
    return game["id"], _write_head(_into(request) / game["id"] / "game.yaml", "game", game)


def _begin_ruleset(request: Request, loading: Loading) -> tuple[str, Path]:
    game = _game(request, loading)
    spoken = _language(request, [])
    head = ruleset_head(request, game, spoken)
    if not (head["id"] and request.prefix):
        example = f'rulings new ruleset "Harbour rules" --prefix HB --game {game}'
        raise RulingsError(f"a ruleset needs its name and --prefix; write for example: {example}")
    for known in loading.book.rulesets.values():
        if head["prefix"] == known.prefix or head["id"] == known.id:
            taken = f"the prefix {known.prefix} or the id {known.id}"
            raise RulingsError(f"another ruleset has {taken}; choose another --prefix or --id")
    reject_faulty(head, "ruleset")
    folder = _place(request, loading, f"game:{game}")
    return head["id"], _write_head(folder / head["id"] / "ruleset.yaml", "ruleset", head)


def ruleset_head(request: Request, game: str, spoken: str) -> dict[str, Any]:
    """A ruleset under the keys of the book format."""
    named = _named(request, spoken)
    return {
        "id": named.pop("id"),
        "prefix": request.prefix,
        "game": game,
        "name": named.pop("name"),
        "edition": request.edition or today(),
        "languages": [spoken],
        **named,
    }


def _named(request: Request, spoken: str) -> dict[str, Any]:
    """A thing with its id and what it is called first; the id is empty where it has no name."""
    values, key = values_of(request, spoken), _CALLED[request.kind]
    called = ({spoken: request.words} if request.words else {}) | values.pop(key, {})
    name = called.get("en") or next(filter(None, called.values()), "")
    return {"id": name and (request.id or slug(name)), key: called, **values}


def _write_head(path: Path, key: str, head: Mapping[str, Any]) -> Path:
    """Write a file with a ``game:`` or ``ruleset:`` in it; RulingsError if it exists."""
    if path.exists():
        raise RulingsError(f"{path} exists already; give another --id")
    with alone_in(path.parent):
        save(path, emitter.head(key, head).encode(), inside=path.parent)
    return path


def _clause_id(request: Request, loading: Loading, ruleset: Ruleset) -> str:
    """The id that is typed, with its prefix; only a clause needs one."""
    if not request.id and request.kind == "clause":
        example = f'--id "{ruleset.prefix} 1.1"'
        raise RulingsError(f"a clause needs its number; add for example {example}")
    typed = emitter.one_line(request.id)
    named = f"{ruleset.prefix} {typed}" if typed[:1].isdigit() else typed
    _reject_taken(loading, named)
    return named


def _reject_taken(loading: Loading, name: str) -> None:
    if name in loading.origins:
        plain = name.rsplit("/", maxsplit=1)[-1].removeprefix("source:")
        raise RulingsError(
            f"{plain} exists already: {loading.origins[name].place}; give another --id"
        )


def _cases(request: Request, loading: Loading, spoken: str) -> list[dict[str, Any]]:
    cases = [each.rpartition("=") for each in request.cases]
    if len(cases) < 2 or not all(when and entry for when, _, entry in cases):
        example = '--case "alone=BR 8.1a" --case "two of them=BR-Q22"'
        raise RulingsError(f"a fork needs two cases or more, such as {example}")
    return [
        {"when": {spoken: when.strip()}, "entry": clause_of(loading.book, entry)}
        for when, _, entry in cases
    ]


def _source(request: Request, loading: Loading, ruleset: Ruleset) -> tuple[str, str]:
    """The source that was named, and the place in it. Where none was: that of the ruleset's first
    entry, else the first source in the folder of the ruleset, else of its game.
    """
    if request.source:
        name, _, where = request.source.partition(":")
        if name.strip() not in loading.book.sources:
            remedy = f'rulings new source "TITLE" --id {slug(name)} --ruleset {ruleset.prefix}'
            raise RulingsError(f"no source {name.strip()!r}; create it: {remedy}")
        return name.strip(), where.strip()
    for entry in loading.book.entries.values():
        if identifiers.prefix_of(entry.id) == ruleset.prefix and entry.sources:
            return entry.sources[0].id, ""
    for place in (f"ruleset:{ruleset.id}", f"game:{ruleset.game}"):
        beside = [name for name in loading.book.sources if _is_beside(loading, name, place)]
        if beside:
            return beside[0], ""
    remedy = f'rulings new source "TITLE" --ruleset {ruleset.prefix}'
    raise RulingsError(f"no source yet; create one: {remedy}")


def _is_beside(loading: Loading, source: str, place: str) -> bool:
    """Whether a source stands in the folder of a ruleset or game."""
    known = [loading.origins.get(name) for name in (f"source:{source}", place)]
    folders = {Path(origin.document.path).parent for origin in known if origin}
    return None not in known and len(folders) == 1


def _ruleset(request: Request, loading: Loading) -> Ruleset:
    """The ruleset named, or configured, or the only one of the books that may be written."""
    named = ruleset_or_default(request.ruleset or None)
    if named:
        return find_ruleset(loading.book, named)
    ours = _ours(request, loading, "ruleset", loading.book.rulesets)
    if len(ours) != 1:
        raise RulingsError("which ruleset is it about? add --ruleset, for example --ruleset BR")
    return loading.book.rulesets[ours[0]]


def _game(request: Request, loading: Loading) -> str:
    """The id of the game named, or that of the ruleset named, or the only one."""
    if request.game:
        return resolve("game", request.game, choices_of(loading.book))[0]
    if request.ruleset:
        return _ruleset(request, loading).game
    ours = _ours(request, loading, "game", loading.book.games)
    if len(ours) != 1:
        raise RulingsError("which game does it belong to? add --game, for example --game harbour")
    return ours[0]


def _ours(request: Request, loading: Loading, kind: str, ids: Iterable[str]) -> list[str]:
    """The rulesets or games of the book to write to; if none is named, of the books named on the
    command line; else of all that may be written, without that of the calls on an event.
    """
    named = [request.into] if request.into else request.books
    written = (each for each in ids if each != OWN_RULESET)
    places = {each: Path(loading.origins[f"{kind}:{each}"].document.path) for each in written}
    return [
        each
        for each, path in places.items()
        if not _reason_against(path.parent) and (not named or any(map(path.is_relative_to, named)))
    ]


def _folder(request: Request, loading: Loading, name: str) -> Path:
    """The book to write to: the one named, or that which holds a ruleset or game; where that may
    not be written, the only book of the user's that may.
    """
    home = Path(loading.origins[name].document.path).parent
    reason = _reason_against(request.into or home)
    if request.into and not reason:
        return request.into
    if not reason:
        return home
    theirs = ("ours", "imported", "own")
    named = locations.named_books(request.books).items()
    books = [Path(path) for path, by in named if by not in theirs]
    books = [path for path in books if path.is_dir() and not _reason_against(path)]
    if request.into or len(books) != 1:
        raise RulingsError(f"{request.into or home} {reason}; name a book of yours with --into")
    return books[0]


def _reason_against(folder: Path) -> str:
    """Why nothing may be written into a folder of a book; empty where something may."""
    if is_imported(folder):
        return "was imported"
    may = "site-packages" not in folder.parts and (
        not folder.exists() or os.access(folder, os.W_OK)
    )
    return "" if may else "cannot be written"


def _place(request: Request, loading: Loading, name: str) -> Path:
    """The folder for what belongs to a ruleset or game: that which holds its description. What is
    written on a ruleset of a book that may not be written stands in a folder of its name.
    """
    book = _folder(request, loading, name)
    if folder := place_in(book, name):
        if reason := _reason_against(folder):
            raise RulingsError(f"{folder} {reason}; name a book of yours with --into")
        return folder
    kind, _, identifier = name.partition(":")
    home = Path(loading.origins[name].document.path).parent
    if kind == "game" or request.kind in ("card", "term") or not _reason_against(home):
        raise RulingsError(
            f"{book} does not hold the {kind} {identifier}; name its book with --into"
        )
    return book / identifier


def _into(request: Request) -> Path:
    """The book that a game goes into."""
    if request.into or request.books:
        return request.into or request.books[-1]
    raise RulingsError("which book is it for? add --into, for example --into my-book")


def _language(request: Request, known: Sequence[str]) -> str:
    """The language of what was typed: as said, that of the book, or by its script."""
    if request.lang:
        return request.lang
    chosen = language.choose(None, request.words + "".join(request.texts.values()))[0]
    there = list(dict.fromkeys(known))
    return languages.nearest(there, chosen) if there else chosen
