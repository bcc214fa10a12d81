"""Giving an entry, card or term another id, with everything that cites it, or another file.

The file of the renamed entry, or the new file of a moved one, is written first. If the command is
stopped after that, the same command again does the rest: the others still find a renamed entry by
its old id under `formerly`, and a moved one is in both files with the same words. Everything is
planned before the first file is written.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rulings import ids
from rulings.disk.changes import FileChange
from rulings.editing.draft import next_id
from rulings.editing.editor import Editor
from rulings.errors import RulingsError
from rulings.kinds import KINDS
from rulings.reading.book import Loading
from rulings.reading.book_files import YAML_ENDINGS, Pointer, path_in_book, texts_in
from rulings.reading.layers import ASKED_KEY
from rulings.reading.load import load_book
from rulings.reading.yaml_reader import Document

NEXT = "next"
"""What is typed in place of a new id to get the next free one."""

_LISTS = {links.key for kind in KINDS.values() for links in kind.links}
ID_KEYS = frozenset({*_LISTS, "id", "entry", "entries", "formula", "overrules"})
_BY_ID = ("checked_against", ASKED_KEY)
"""Mappings whose keys are ids."""


class BookChanges:
    """Planned changes, each on top of those before it; nothing is written yet.

    `loading` is what the books hold after the changes so far.
    `refused`: why nothing may be written into files, by their paths.
    """

    def __init__(self, loading: Loading, refused: Mapping[str, str]) -> None:
        self.loading, self.refused = loading, refused
        self.changes: dict[Path, FileChange] = {}

    def editor(self, path: Path) -> Editor:
        """An editor of a file, which may be new, after the changes so far; else RulingsError."""
        if reason := self.refused.get(str(path)):
            raise RulingsError(reason)
        return Editor(path, self.loading.content_of(path))

    def add(self, contents: Mapping[Path, bytes], *, renames: bool) -> None:
        """Add the new contents of files, in the order of writing. RulingsError if the books would
        lose an item, or change at all although nothing `renames`.
        """
        step = {
            path: FileChange(self.loading.content_of(path), content)
            for path, content in contents.items()
        }
        after = load_book(self.loading.paths, contents, self.loading.contents)
        is_less = len(after.origins) < len(self.loading.origins)
        if is_less or (not renames and after.book != self.loading.book):
            files = " and ".join(map(str, contents))
            raise RulingsError(f"what {files} hold would not be read as now; choose another place")
        for path, change in step.items():
            self.changes[path] = self.changes.get(path, change)._replace(after=change.after)
        self.loading = after


class Name(NamedTuple):
    """What is renamed: its kind (``entry``, ``card``, ``term``), its game, if any, and its id."""

    kind: str
    game: str
    id: str

    @property
    def cited(self) -> str:
        """How a text cites it between brackets."""
        return f"{self.kind}:{self.id}" if self.game else self.id

    @property
    def known(self) -> str:
        """Its key in `Loading.origins`."""
        return f"{self.kind}:{self.game}/{self.id}" if self.game else self.id


def plan_rename(plan: BookChanges, old: str, new: str) -> str:
    """Plan to rename `old` to `new`, or only the citations if that was done before. If an id is
    used twice, only the last entry is renamed, and citations stay. Returns the new id.

    RulingsError if `old` is unknown, `new` is taken or has the wrong form, or a file is unreadable.
    """
    loading = plan.loading
    for document in loading.documents:
        if document.data is None and document.path not in plan.refused:
            raise RulingsError(f"{document.problems[0]}; correct it first")
    former = find_former(loading, old)
    if former and (new == NEXT or new_id(loading, former[1], new) == former[1].id):
        _rewrite(plan, former[0], former[1].id, [])
        return former[1].id
    name = find(loading, old)
    places = places_of(loading, name)
    new = new_id(loading, name, new)
    if taken := loading.origins.get(name._replace(id=new).known):
        raise RulingsError(f"{new} is there already: {taken.where}; choose another")
    document, pointer = places[-1]
    editor = plan.editor(Path(document.path))
    if name.known in loading.book.laid_over:
        raise RulingsError(f"{old} is laid over that of another book, so it must keep the same id")
    if len(places) == 1:
        _rewrite(plan, name, new, places)
    else:
        editor.replace((*pointer, "id"), new)
        plan.add({editor.path: editor.content()}, renames=True)
    return new


def _rewrite(
    plan: BookChanges, name: Name, new: str, places: list[tuple[Document, Pointer]]
) -> None:
    """Plan the new id in all files, first in that of the thing itself (at `places`)."""
    home = {document.path for document, _ in places}
    renamed, contents = name._replace(id=new), dict[Path, bytes]()
    for document in sorted(plan.loading.documents, key=lambda each: each.path not in home):
        cited = list(_citations(plan.loading, document, name))
        if cited and document.path not in plan.refused:
            editor = plan.editor(Path(document.path))
            for pointer, how in cited:
                _cite(editor, pointer, how, name, renamed)
            contents[editor.path] = editor.content()
    if contents:
        plan.add(contents, renames=True)


def _cite(editor: Editor, pointer: Pointer, how: str, name: Name, new: Name) -> None:
    """Write another id at a place; what is renamed keeps its old one under `formerly`."""
    if how == "key":
        editor.rename_keys(pointer[:-1], {name.id: new.id})
    elif how == "text":
        editor.replace_citations(pointer, {name.cited: new.cited})
    else:
        editor.replace(pointer, new.id)
        if len(pointer) == 3 and pointer[2] == "id":
            former = editor.value(pointer[:2]).get("formerly") or []
            if new.id in former:  # it gets an old id back, which is no former one then
                editor.replace((*pointer[:2], "formerly", former.index(new.id)), name.id)
            else:
                editor.add_first(pointer[:2], "formerly", [name.id])


def move_to_file(plan: BookChanges, typed: str, file: str) -> Name:
    """Plan to move what is typed to a file of its book; a bare name means a file beside its own.
    Returns its name. RulingsError if a file may not be written, or the text cannot be taken out.
    """
    name = find(plan.loading, typed)
    origin = plan.loading.origins[name.known]
    source = plan.editor(Path(origin.document.path)).path
    path = source.parent / file if Path(file).name == file else Path(file)
    goal = Path(path_in_book(plan.loading.paths[origin.layer], path))
    if goal.suffix not in YAML_ENDINGS:
        raise RulingsError(f"{goal}: a file of a book ends in .yaml")
    places = places_of(plan.loading, name)
    items = [document.data[str(key)][int(number)] for document, (key, number) in places]
    if any(item != items[0] for item in items):
        where = " and ".join(f"{each.path}:{each.position(at)[0]}" for each, at in places)
        raise RulingsError(f"{name.cited} stands twice, at {where}; give one of them another id")
    contents, lines = dict[Path, bytes](), list[str]()
    for document, pointer in places:
        if Path(document.path).resolve() != goal.resolve():
            editor = plan.editor(Path(document.path))
            lines.append(editor.remove_item(pointer))
            contents[editor.path] = editor.content()
    if len(lines) == len(places):
        editor = plan.editor(goal)
        editor.append(str(places[0][1][0]), lines[0])
        contents = {goal: editor.content()} | contents
    if contents:
        plan.add(contents, renames=False)
    return name


def new_id(loading: Loading, name: Name, new: str) -> str:
    """The new id as the book writes it, the next free one for `NEXT`; RulingsError for no id."""
    book = loading.book
    if name.kind != "entry":
        slug = new.removeprefix(f"{name.kind}:")
        if slug == NEXT:
            raise RulingsError(f"a {name.kind} has no next id; write its new one")
        if reason := ids.no_slug(slug):
            raise RulingsError(reason)
        return slug
    kind = ids.kind_of(name.id) or ""
    if new == NEXT and KINDS[kind].letter:
        ruleset = book.ruleset_of(name.id)
        head, origin = loading.origins[f"ruleset:{ruleset.id}"], loading.origins[name.known]
        return next_id(loading, ruleset, kind, at_home=origin.layer <= head.layer)
    candidates = ids.parse(new, book.prefixes()).candidates
    possible = [each for each in candidates if ids.kind_of(each) == kind]
    if not possible:
        example = KINDS[kind].example(ids.prefix_of(name.id))
        raise RulingsError(f"{new!r} is no id of a {kind}; write it like {example}")
    same = (each for each in possible if ids.prefix_of(each) == ids.prefix_of(name.id))
    chosen = next(same, possible[0])
    if (owner := book.now_called().get(chosen, name.id)) != name.id:
        raise RulingsError(f"{owner} was {chosen} before, and calls may name it; choose another")
    return chosen


def find(loading: Loading, typed: str) -> Name:
    """What an id means, in any of the forms people type; RulingsError where it is not there."""
    book = loading.book
    if entry := ids.known_id(typed, book.prefixes(), book.entries):
        return Name("entry", "", entry)
    kind, _, slug = typed.partition(":")
    games = [game for game, each in book.shelves.get(kind, ()) if each == slug]
    if len(games) == 1:
        return Name(kind, games[0], slug)
    if games:
        raise RulingsError(f"{typed} is in {' and in '.join(games)}; name one book with --book")
    if typed in book.rulesets:
        raise RulingsError(f"{typed} is a ruleset, which keeps its id and its place")
    if former := find_former(loading, typed):
        raise RulingsError(f"{typed} is {former[1].cited} now; write that")
    raise RulingsError(f"{typed!r} is not in the book; look it up with `rulings search`")


def find_former(loading: Loading, typed: str) -> tuple[Name, Name] | None:
    """What had an id before, by that id and by the one it has now; None where nothing had it."""
    book = loading.book
    now = book.now_called()
    former = ids.meant(typed, book.prefixes(), now) or typed
    if former not in now:
        return None
    current = find(loading, now[former])
    return current._replace(id=former.removeprefix(f"{current.kind}:")), current


def places_of(loading: Loading, name: Name) -> list[tuple[Document, Pointer]]:
    """Where a thing is defined in its book; several places if an id was used twice."""
    key = KINDS[ids.kind_of(name.id) or ""].key if name.kind == "entry" else f"{name.kind}s"
    of_its_book = loading.contents[loading.origins[name.known].layer]
    return [
        (document, (key, number))
        for document in loading.documents
        if document.path in of_its_book
        for number, item in enumerate((document.data or {}).get(key) or ())
        if isinstance(item, dict) and item.get("id") == name.id
        if _is_of_game(loading, document, (key, number), name)
    ]


def _citations(loading: Loading, document: Document, name: Name) -> Iterator[tuple[Pointer, str]]:
    """Where a document has the id: as a ``whole`` value, inside a ``text``, or as a ``key``."""
    for pointer, text in texts_in(document.data):
        if text == name.id and _means(loading, document, pointer, name):
            yield pointer, "whole"
        elif name.cited in ids.citations_in(text) and _is_of_game(loading, document, pointer, name):
            yield pointer, "text"
    if name.kind == "entry":
        for pointer in document.positions:
            if len(pointer) > 1 and pointer[-1] == name.id and pointer[-2] in _BY_ID:
                yield pointer, "key"


def _means(loading: Loading, document: Document, pointer: Pointer, name: Name) -> bool:
    """Whether a scalar that looks like the id is a citation of the thing, or its own id."""
    above, last = ["", "", *(step for step in pointer if isinstance(step, str))][-2:]
    if name.kind == "entry":
        return last in ID_KEYS
    is_cited = f"{name.kind}s" in (last, above if last == "id" else "")
    return is_cited and _is_of_game(loading, document, pointer, name)


def _is_of_game(loading: Loading, document: Document, pointer: Pointer, name: Name) -> bool:
    """Whether a value is of the game of a card or term; always for an entry."""
    for known, origin in loading.origins.items():
        if name.game and origin.document is document and origin.pointer == pointer[:2]:
            kind, _, rest = known.partition(":")
            if kind in loading.book.shelves:
                return rest.startswith(f"{name.game}/")
            return not rest and loading.book.ruleset_of(known).game == name.game
    return not name.game
