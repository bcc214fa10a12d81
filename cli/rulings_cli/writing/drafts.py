"""What `rulings new` begins: entries, cards, terms, sources, rulesets and games of a book."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulings.checks import errors_in_new
from rulings.disk.changes import FileChange, save_changes
from rulings.editing import emitter
from rulings.editing.draft import append_item, editions_cited, next_id, render
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Authority
from rulings.format.model import TODO, Ruleset
from rulings.ids import slug
from rulings.kinds import KINDS
from rulings.lookup.filters import choices_of, resolve
from rulings.lookup.records import LONGEST_TITLE, first_words
from rulings.lookup.rules_in_force import find_ruleset
from rulings.reading.book import Loading
from rulings.reading.load import load_book, problem_lines
from rulings.reading.problems import BookError
from rulings.reading.yaml_reader import parse_document
from rulings_cli.clock import today
from rulings_cli.places import locations
from rulings_cli.places.configuration import configured, project, ruleset_or_default
from rulings_cli.places.language import typed_language
from rulings_cli.terminal.output import warn
from rulings_cli.writing.changing import why_read_only
from rulings_cli.writing.request import NewRequest, entry_id, named, ruleset_head, values_of

_DEFAULT_AUTHORITY = {"clause": Authority.AUTHOR, "variant": Authority.PROPOSAL}
_FIRST_TEXT = {"ruling": "question", "fork": "ask"}


def begin(request: NewRequest) -> tuple[str, Path]:
    """Write what is requested into its book, else RulingsError; returns its id and its file."""
    if request.into and request.into.is_file():
        raise RulingsError(f"--into {request.into}: name the folder of a book, not a file in it")
    is_new = request.kind == "game" and request.into is not None and not request.into.exists()
    named_books = [*request.books, *([request.into] if request.into and not is_new else [])]
    books = [] if is_new else locations.books(named_books)
    calls = locations.own_book()  # a fault in the user's calls must not stop work on other books
    loading = load_book([book for book in books if book != calls or book in named_books])
    if loading.problems or loading.incomplete:  # what cannot be read may hold the next id
        raise RulingsError(f"{BookError(loading.all_problems())}; nothing was written")
    warn(*problem_lines(loading, books))
    return (_begin_entry if request.kind in KINDS else _begin_named)(request, loading)


def _begin_entry(request: NewRequest, loading: Loading) -> tuple[str, Path]:
    ruleset, kind, key = _ruleset(request, loading), request.kind, KINDS[request.kind].key
    folder = _folder_to_write(request, loading, f"ruleset:{ruleset.id}")
    at_home = folder == _folder_of(loading, f"ruleset:{ruleset.id}")
    values = _values_of_entry(request, loading, ruleset)
    values["id"] = values["id"] or next_id(loading, ruleset, kind, at_home=at_home)
    item = render(kind, values, ruleset, loading.book, today())
    document = parse_document(f"{key}:\n{item}".encode(), values["id"])
    for problem in errors_in_new(loading, document, kind, {ruleset.prefix}):
        raise RulingsError(f"{values['id']}: {problem.message}")
    append_item(loading, folder / f"{key}.yaml", key, item)
    return values["id"], folder / f"{key}.yaml"


def _values_of_entry(request: NewRequest, loading: Loading, ruleset: Ruleset) -> dict[str, Any]:
    language, kind = _language(request, ruleset.languages), request.kind
    typed = {"id": _id_given(request, loading, ruleset)} | values_of(request, language)
    texts = request.texts | {_FIRST_TEXT.get(kind, "title"): request.words}
    if kind == "ruling":
        texts["title"] = first_words(request.words, LONGEST_TITLE)
    for key, text in texts.items():
        if text:
            typed[key] = {language: text} | typed.get(key, {})
    if kind == "ruling":
        typed.setdefault("question", typed.get("title", {}))
    if kind == "fork":
        typed["cases"] = _cases(request, loading, language, ruleset.languages)
    clauses = [entry_id(loading.book, name, ruleset.prefix) for name in request.clauses]
    entries = loading.book.entries
    if unread := [name for name in clauses if not getattr(entries[name], "text", True)]:
        warn(f"the text of {', '.join(unread)} is not at hand; read it in the document")
    changes = kind == "variant" and not {"modifies", "adds_to"} & typed.keys()
    key = "modifies" if changes else "clauses"
    usual = _DEFAULT_AUTHORITY.get(kind, Authority.INTERPRETATION).value
    return {
        **typed,
        key: [*clauses, *typed.get(key, [])],
        "authority": typed.get("authority", usual),
        "sources": [_source(request, loading, ruleset)],
    }


def _begin_named(request: NewRequest, loading: Loading) -> tuple[str, Path]:
    """Begin a card, term, source, game or ruleset."""
    kind = request.kind
    game = "" if kind == "game" else _game(request, loading)
    rulesets = [each for each in loading.book.rulesets.values() if each.game == game]
    language = _language(request, [code for each in rulesets for code in each.languages])
    taken = loading.book.by_prefix
    is_ruleset = kind == "ruleset"
    item = ruleset_head(request, game, language, taken) if is_ruleset else named(request, language)
    name = str(item["id"])
    scope = f"{kind}:{game}/" if kind in ("card", "term") else f"{kind}:"
    _reject_taken(loading, scope + name)
    if now := loading.book.now_called().get(f"{kind}:{name}"):
        raise RulingsError(f"{now} was {name} before, and books may name it; give another --id")
    if kind == "game":
        if not (request.into or request.books):
            raise RulingsError("which book is it for? add --into, for example --into my-book")
        folder = request.into or request.books[-1]
    else:
        place = f"ruleset:{_ruleset(request, loading).id}" if request.ruleset else f"game:{game}"
        folder = _folder_to_write(request, loading, place)
    if kind in ("game", "ruleset"):
        path = folder / name / f"{kind}.yaml"
        if path.exists():
            raise RulingsError(f"{path} exists already; give another --id")
        save_changes({path: FileChange(b"", emitter.head(kind, item).encode())})
        return name, path
    if kind != "source" and (cited := editions_cited(item, loading.book)):
        item = {**item, "checked_against": cited | item.get("checked_against", {})}
    append_item(loading, folder / f"{kind}s.yaml", f"{kind}s", emitter.item(item))
    return name, folder / f"{kind}s.yaml"


def _id_given(request: NewRequest, loading: Loading, ruleset: Ruleset) -> str:
    """The id that is typed, with its prefix; only a clause needs one."""
    if not request.id and request.kind == "clause":
        example = f'--id "{ruleset.prefix} 1.1"'
        raise RulingsError(f"a clause needs its number; add for example {example}")
    typed = emitter.typed_line(request.id)
    identifier = f"{ruleset.prefix} {typed}" if typed[:1].isdigit() else typed
    _reject_taken(loading, identifier)
    return identifier


def _reject_taken(loading: Loading, name: str) -> None:
    if taken := loading.origins.get(name):
        raise RulingsError(f"{name} exists already: {taken.where}; give another --id")


def _cases(request: NewRequest, loading: Loading, language: str, known: Sequence[str]) -> list[Any]:
    cases = [each.rpartition("=") for each in request.cases]
    wrong = [each for each in request.cases if not all(each.rpartition("=")[::2])]
    if len(cases) < 2 or wrong:
        example = '--case "Poison alone=BR 8.1a" --case "Poison and Burn=BR-Q22"'
        few = "a fork needs two cases or more"
        fault = few if len(cases) < 2 else f"--case {wrong[0]!r}: write CASE=ID"
        raise RulingsError(f"{fault}, such as {example}")
    todo = dict.fromkeys(known, TODO)
    labels = [todo | {language: emitter.typed_line(when)} for when, _, _ in cases]
    entries = [entry_id(loading.book, entry) for *_, entry in cases]
    return [{"when": when, "entry": entry} for when, entry in zip(labels, entries, strict=True)]


def _source(request: NewRequest, loading: Loading, ruleset: Ruleset) -> dict[str, str]:
    """The source that was typed, with the place in it; else the first in the ruleset's folder."""
    if request.source:
        name, _, where = map(emitter.typed_line, request.source.partition(":"))
        if name not in loading.book.sources:
            remedy = f'rulings new source "TITLE" --id {slug(name)} --ruleset {ruleset.prefix}'
            raise RulingsError(f"no source {name!r}; create it: {remedy}")
        return {"id": name, "where": where} if where else {"id": name}
    for place in (f"ruleset:{ruleset.id}", f"game:{ruleset.game}"):
        for name in loading.book.sources:
            if _folder_of(loading, f"source:{name}") == _folder_of(loading, place):
                return {"id": name}
    remedy = f'rulings new source "TITLE" --ruleset {ruleset.prefix}'
    raise RulingsError(f"no source yet; create one: {remedy}")


def _folder_of(loading: Loading, name: str) -> Path | None:
    origin = loading.origins.get(name)
    return Path(origin.document.path).parent if origin else None


def _ruleset(request: NewRequest, loading: Loading) -> Ruleset:
    """The ruleset named, or configured, or the only one of the books that may be written."""
    if chosen := ruleset_or_default(request.ruleset or None):
        return find_ruleset(loading.book, chosen)
    question = "which ruleset is it about? add --ruleset, for example --ruleset BR"
    return loading.book.rulesets[_only_one(request, loading, "ruleset", question)]


def _game(request: NewRequest, loading: Loading) -> str:
    """The id of the game: that of --game, or of the ruleset of --ruleset, or the only one."""
    if request.game:
        return resolve("game", request.game, choices_of(loading.book))[0]
    if request.ruleset:
        return _ruleset(request, loading).game
    question = "which game does it belong to? add --game, for example --game harbour"
    return _only_one(request, loading, "game", question)


def _only_one(request: NewRequest, loading: Loading, kind: str, question: str) -> str:
    """The only ruleset or game in the books that are named or writable; else RulingsError."""
    books = [request.into] if request.into else request.books
    names = loading.book.rulesets if kind == "ruleset" else loading.book.games
    folders = {name: _folder_of(loading, f"{kind}:{name}") for name in names}
    ours = [
        name
        for name, folder in folders.items()
        if folder and not why_read_only(folder)
        if not books or any(map(folder.is_relative_to, books))
    ]
    if len(ours) != 1:
        raise RulingsError(question)
    return ours[0]


def _folder_to_write(request: NewRequest, loading: Loading, name: str) -> Path:
    """The folder for what belongs to a ruleset or game: that of its description, or in another
    book (of --into, or of the project) a folder with the ruleset's name.
    """
    kind, _, identifier = name.partition(":")
    home = _folder_of(loading, name) or Path()
    into = request.into
    books = [each for each in configured().books if not why_read_only(Path(each))]
    is_home = into is None or home.resolve().is_relative_to(into.resolve())
    if into is None and project() and len(books) == 1 and why_read_only(home):
        into, is_home = Path(books[0]), False
    book = home if is_home or into is None else into
    if refusal := why_read_only(book):
        raise RulingsError(f"{book} {refusal.reason}; name a book of yours with --into")
    if is_home:
        return home
    if kind == "game" or request.kind in ("card", "term") or not why_read_only(home):
        message = f"{book} does not hold the {kind} {identifier}"
        raise RulingsError(f"{message}; name its book with --into")
    return book / identifier


def _language(request: NewRequest, known: Sequence[str]) -> str:
    return typed_language(request.words + "".join(request.texts.values()), known, request.lang)
