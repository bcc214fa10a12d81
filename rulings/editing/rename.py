"""Giving an entry, card, term or source another id, with everything that cites it.

Nothing is written here: the new contents of the files come back, for a diff, or for
`rulings.disk.several.save_all`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rulings import ids
from rulings.disk.several import Change
from rulings.editing.citations import Rewriting
from rulings.editing.draft import next_id
from rulings.errors import RulingsError
from rulings.format.model import Ruleset
from rulings.kinds import KINDS
from rulings.lookup.links import citations_in
from rulings.reading.book import Book, Loading
from rulings.reading.load import load_book
from rulings.reading.phrasings import KEY as ASKED
from rulings.reading.yaml_reader import Document, Pointer, strings

NEXT = "next"
"""What is typed in place of a new id to get the next free one."""

_LISTS = {links.key for kind in KINDS.values() for links in kind.links}
ID_KEYS = frozenset({*_LISTS, "id", "entry", "entries", "formula", "overrules"})
"""Keys whose values are ids, or lists of them."""
_BY_ID = ("numbered_in", "checked_against", ASKED)
"""Mappings whose keys are ids."""


class Name(NamedTuple):
    """What is renamed: its kind (``entry``, ``card``, ``term``, ``source``), its game where ids
    belong to one, and its id.
    """

    kind: str
    game: str
    id: str

    @property
    def cited(self) -> str:
        """How a text cites it between brackets."""
        return self.id if self.kind in ("entry", "source") else f"{self.kind}:{self.id}"

    @property
    def known(self) -> str:
        """Its key in `Loading.origins`."""
        if self.kind == "entry":
            return self.id
        return f"{self.kind}:{self.game}/{self.id}" if self.game else f"{self.kind}:{self.id}"


class Place(NamedTuple):
    """Where an id or name stands (as a ``whole`` scalar, within a ``text``, or as the ``key`` of
    the value there), and what replaces it.
    """

    pointer: Pointer
    how: str
    old: str
    new: str


def with_new_id(
    loading: Loading, old: str, new: str, writable: Collection[str], at: str = ""
) -> dict[Path, Change]:
    """What the files hold once `old` is called `new`, by path.

    `writable` are the paths of the documents that may be written. Where an id stands twice, `at`
    (``path:line``) says which one gets the new id; what cites it is not changed. RulingsError where
    `old` is not in the book, or `new` is no id of its kind, or is taken.
    """
    refuse_unread(loading, writable)
    name = find(loading, old)
    twins = _places_of_its_own(loading, name)
    wanted = new_id(loading.book, name, new)
    refuse_taken(loading, name, wanted)
    if len(twins) > 1:
        return _one_of(twins, name, wanted, at)
    document = twins[0][0].path if twins else ""
    if document not in writable:
        raise RulingsError(f"{old}: {document} cannot be written; name a book with --book")
    found: dict[Path, Change] = {}
    for each in loading.documents:
        if each.path in writable and (places := list(_places(loading, each, name, wanted))):
            rewriting = rewritten(each, places, keep_old=name.kind != "source")
            found[Path(each.path)] = rewriting.change()
    return found


def new_id(book: Book, name: Name, new: str) -> str:
    """The new id as the book writes it; RulingsError where such a thing cannot have it."""
    if name.kind != "entry":
        wanted = new.removeprefix(f"{name.kind}:")
        if not ids.is_slug(wanted):
            raise RulingsError(f"{new!r}: small letters, digits and hyphens only")
        return wanted
    kind = ids.kind_of(name.id) or ""
    if new == NEXT and KINDS[kind].letter:
        return next_id(book, book.ruleset_of(name.id), kind)
    reference = ids.parse(new, book.prefixes())
    candidates = reference.candidates if reference else ()
    given = [one for one in candidates if ids.kind_of(one) == kind]
    if not given:
        raise RulingsError(f"{new!r} is no id of a {kind}; write it like {KINDS[kind].example}")
    same = (one for one in given if ids.prefix_of(one) == ids.prefix_of(name.id))
    return next(same, given[0])


def id_in(book: Book, name: Name, ruleset: Ruleset) -> str:
    """The id of an entry in another ruleset: the next free one, or its number for a clause.

    RulingsError where it is no entry, or is in that ruleset already.
    """
    kind = ids.kind_of(name.id) or ""
    if name.kind != "entry" or ids.prefix_of(name.id) == ruleset.prefix:
        raise RulingsError(f"{name.cited} cannot be moved to {ruleset.id}; name a file instead")
    if KINDS[kind].letter:
        return next_id(book, ruleset, kind)
    return f"{ruleset.prefix} {name.id.partition(' ')[2]}"


def find(loading: Loading, typed: str) -> Name:
    """What an id means, in any of the forms people type; RulingsError where it is not there."""
    book = loading.book
    found = ids.meant(typed, book.prefixes(), book.entries)
    if found:
        return Name("entry", "", found)
    kind, _, slug = typed.partition(":")
    games = [game for game, one in book.shelves.get(kind, ()) if one == slug]
    if len(games) == 1:
        return Name(kind, games[0], slug)
    if kind == "source" and slug in book.sources:
        return Name("source", "", slug)
    if games:
        raise RulingsError(f"{typed} is in {' and in '.join(games)}; name one book with --book")
    examples = "BR-Q22, card:escape-rope, source:handbook"
    raise RulingsError(f"{typed!r} is not in the book; write an id such as {examples}")


def cited_in(loading: Loading, name: Name) -> list[str]:
    """The files in which it is cited."""
    return [each.path for each in loading.documents if any(_places(loading, each, name, ""))]


def refuse_unread(loading: Loading, writable: Collection[str]) -> None:
    """RulingsError where a file cannot be read, since it may cite anything."""
    for document in loading.documents:
        if document.path in writable and document.data is None:
            raise RulingsError(f"{document.problems[0]}; correct it first")


def refuse_taken(loading: Loading, name: Name, wanted: str) -> None:
    """RulingsError where another thing has the new id already."""
    taken = loading.origins.get(name._replace(id=wanted).known)
    if taken:
        raise RulingsError(f"{wanted} is there already: {taken.place}; choose another")
    if wanted in loading.unread:
        raise RulingsError(f"{wanted} is in {loading.unread[wanted]}, which cannot be read")


def refuse_lost(loading: Loading, changes: Mapping[Path, Change], name: Name, wanted: str) -> None:
    """RulingsError where the books with the changes would not hold all that they hold now, one
    thing under its new id, and say the same of what keeps its id.
    """
    after = load_book(loading.paths, {path: change.after for path, change in changes.items()})
    now = {name.known: name._replace(id=wanted).known}
    lost = [one for one in loading.origins if now.get(one, one) not in after.origins]
    if lost or (wanted == name.id and after.book != loading.book):
        what = lost[0] if lost else name.cited
        raise RulingsError(f"{what} would not be read there as it is now; choose another place")


def _places_of_its_own(loading: Loading, name: Name) -> list[tuple[Document, Pointer]]:
    """Where the thing itself stands: at one place, or at more if two got the same id."""
    key = f"{name.kind}s"
    if name.kind == "entry":
        key = KINDS[ids.kind_of(name.id) or ""].key
    layer = loading.origins[name.known].layer
    layers = {origin.document.path: origin.layer for origin in loading.origins.values()}
    return [
        (document, (key, number))
        for document in loading.documents
        if layers.get(document.path, layer) == layer
        for number, item in enumerate((document.data or {}).get(key) or ())
        if isinstance(item, dict) and item.get("id") == name.id
        if name.game in ("", _game(loading, document, (key, number)))
    ]


def _one_of(
    twins: list[tuple[Document, Pointer]], name: Name, wanted: str, at: str
) -> dict[Path, Change]:
    """The change of the one at a place, among several with the same id; what cites it stays."""
    for document, pointer in twins:
        if at == document.line((*pointer, "id")):
            places = [Place((*pointer, "id"), "whole", name.id, wanted)]
            return {Path(document.path): rewritten(document, places, keep_old=False).change()}
    where = " or ".join(f"--at {document.line((*way, 'id'))}" for document, way in twins)
    raise RulingsError(f"{name.id} stands twice; say which: {where}")


def rewritten(document: Document, places: Iterable[Place], *, keep_old: bool = True) -> Rewriting:
    """The changes to a file at some places; `keep_old` keeps an old id under `formerly`."""
    rewriting = Rewriting(Path(document.path))
    for place in sorted(places, key=lambda one: one.how == "key"):  # what is below a key first
        if place.how == "key":
            rewriting.rename_key(place.pointer, place.new)
            continue
        rewriting.renumber(place.pointer, place.old, place.new, whole=place.how == "whole")
        if keep_old and len(place.pointer) == 3 and place.pointer[2] == "id":
            rewriting.add_to_list(place.pointer[:2], "formerly", place.old)
    return rewriting


def _places(loading: Loading, document: Document, name: Name, wanted: str) -> Iterator[Place]:
    """All places where a document says the id."""
    for pointer, text in strings(document.data):
        if text == name.id and _means(loading, document, pointer, name):
            yield Place(pointer, "whole", name.id, wanted)
        elif name.kind == "source" or name.cited not in citations_in(text):
            continue
        elif name.game in ("", _game(loading, document, pointer)):
            yield Place(pointer, "text", name.cited, name._replace(id=wanted).cited)
    if name.kind == "entry":
        for pointer in document.places:
            if len(pointer) > 1 and pointer[-1] == name.id and pointer[-2] in _BY_ID:
                yield Place(pointer, "key", name.id, wanted)


def _means(loading: Loading, document: Document, pointer: Pointer, name: Name) -> bool:
    """Whether a scalar that looks like the id is a citation of the thing, or its own id."""
    *above, last = [step for step in pointer if isinstance(step, str)] or [""]
    if name.kind == "entry":
        return last in ID_KEYS
    if name.kind == "source":
        return last == "id" and above[-1:] == ["sources"]
    own = last == "id" and above == [f"{name.kind}s"]
    return (own or last == f"{name.kind}s") and _game(loading, document, pointer) == name.game


def _game(loading: Loading, document: Document, pointer: Pointer) -> str:
    """The game of the entry, card or term that holds a value."""
    for known, origin in loading.origins.items():
        if origin.document is document and origin.pointer == pointer[:2]:
            kind, _, rest = known.partition(":")
            if kind in ("card", "term"):
                return rest.partition("/")[0]
            return loading.book.ruleset_of(known).game if not rest else ""
    return ""
