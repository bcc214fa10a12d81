"""What `rulings new` begins: entries, cards, terms, sources, rulesets and games of a book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulings import ids as identifiers
from rulings import languages
from rulings.checks import faults_of_new
from rulings.disk.changes import alone_in
from rulings.disk.files import save
from rulings.editing import emitter
from rulings.editing.draft import Draft, add, add_item, first_number, next_id, render
from rulings.errors import RulingsError
from rulings.format.authorities import Authority
from rulings.format.model import Ruleset
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
from rulings_cli.writing.changing import reason_against
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
    own = locations.own_book()
    ignored = own not in [*request.books, *into]  # a fault in one's own calls stops no other book
    for problem in loading.all_problems():
        if not (ignored and Path(problem.path).is_relative_to(own)):
            raise BookError([problem])
    begin_kind = {"game": _begin_game, "ruleset": _begin_ruleset}
    by_name = _begin_item if request.kind in _CALLED else _begin_entry
    return begin_kind.get(request.kind, by_name)(request, loading)


def _begin_entry(request: Request, loading: Loading) -> tuple[str, Path]:
    book, ruleset = loading.book, _ruleset(request, loading)
    spoken = _language(request, ruleset.languages)
    draft = Draft(request.kind, id=_id_given(request, loading, ruleset), date=today())
    given = values_of(request, spoken)
    given |= {key: {spoken: text} for key, text in request.texts.items() if text}
    if request.words:
        given.setdefault(_FIRST_TEXT.get(request.kind, "title"), {spoken: request.words})
        if request.kind == "ruling":
            given.setdefault("title", {spoken: title_of(request.words)})
    if request.kind == "fork":
        given["cases"] = _cases(request, loading, spoken)
    usual = _DEFAULT_AUTHORITY.get(request.kind, Authority.INTERPRETATION)
    draft.authority = Authority(given.pop("authority", usual))
    clauses = [clause_of(book, name, ruleset.prefix) for name in request.clauses]
    draft.values = given | {"clauses": [*clauses, *given.get("clauses", [])]}
    draft.source, draft.where = _source(request, loading, ruleset)
    folder = _place(request, loading, f"ruleset:{ruleset.id}")
    _reject_faulty_entry(loading, ruleset, draft, folder)
    return add(book, folder, ruleset, draft)


def _reject_faulty_entry(loading: Loading, ruleset: Ruleset, draft: Draft, folder: Path) -> None:
    """Raise RulingsError where `check` would find an error in the entry that a draft becomes."""
    least = first_number(loading.book, folder, ruleset)
    identifier = draft.id or next_id(loading.book, ruleset, draft.kind, least=least)
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


def _id_given(request: Request, loading: Loading, ruleset: Ruleset) -> str:
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
        name, _, where = (part.strip() for part in request.source.partition(":"))
        if name not in loading.book.sources:
            remedy = f'rulings new source "TITLE" --id {slug(name)} --ruleset {ruleset.prefix}'
            raise RulingsError(f"no source {name!r}; create it: {remedy}")
        return name, where
    for entry in loading.book.entries.values():
        if identifiers.prefix_of(entry.id) == ruleset.prefix and entry.sources:
            return entry.sources[0].id, ""
    for place in (f"ruleset:{ruleset.id}", f"game:{ruleset.game}"):
        for name in loading.book.sources:
            if _folder_of(loading, f"source:{name}") == _folder_of(loading, place):
                return name, ""
    remedy = f'rulings new source "TITLE" --ruleset {ruleset.prefix}'
    raise RulingsError(f"no source yet; create one: {remedy}")


def _folder_of(loading: Loading, name: str) -> Path | None:
    origin = loading.origins.get(name)
    return Path(origin.document.path).parent if origin else None


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
    folders = {name: _folder_of(loading, f"{kind}:{name}") for name in ids if name != OWN_RULESET}
    return [
        name
        for name, folder in folders.items()
        if folder and not reason_against(folder)
        if not named or any(map(folder.is_relative_to, named))
    ]


def _place(request: Request, loading: Loading, name: str) -> Path:
    """The folder for what belongs to a ruleset or game: that of its description. What is written on
    a ruleset that may not be written stands in a folder of its name, in the book that is named, or
    in the only book of the user's that may be written.
    """
    kind, _, identifier = name.partition(":")
    home, book = _folder_of(loading, name) or Path(), request.into
    reason = reason_against(home)
    is_home = book is None or home.resolve().is_relative_to(book.resolve())
    if is_home and not reason:
        return home
    if book is None:
        book = _only_book(request) or home
    elif is_home:
        book = home
    if against := reason_against(book):
        raise RulingsError(f"{book} {against}; name a book of yours with --into")
    if kind == "game" or request.kind in ("card", "term") or not reason:
        message = f"{book} does not hold the {kind} {identifier}"
        raise RulingsError(f"{message}; name its book with --into")
    return book / identifier


def _only_book(request: Request) -> Path | None:
    """The book that may be written, where there is one alone."""
    named = locations.named_books(request.books).items()
    books = [Path(path) for path, by in named if by not in ("ours", "imported", "own")]
    writable = [path for path in books if path.is_dir() and not reason_against(path)]
    return writable[0] if len(writable) == 1 else None


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
