"""Giving a game, a ruleset or its prefix another name, with everything that cites it.

The old name stays as an alias, by which filters and typed ids still find it; entries that get
another prefix keep their old ids under `formerly`. Nothing is written here, as in
`rulings.renaming`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from rulings import identifiers
from rulings.books import Loading
from rulings.errors import RulingsError
from rulings.kinds import KINDS
from rulings.links import citations_in
from rulings.phrasings import KEY as ASKED
from rulings.reader import Document, Pointer, strings
from rulings.renaming import ID_KEYS, Place, refuse_unread, rewritten
from rulings.saving.several import Change

_PREFIX = re.compile(r"[A-Z][A-Z0-9]{0,11}")
_LONGEST_ID = 60
_ENTRY_LISTS = {kind.key for kind in KINDS.values()}
_NAMED: dict[str, tuple[Pointer, ...]] = {
    "game": (("game", "id"), ("ruleset", "game")),
    "ruleset": (("ruleset", "id"), ("ruleset", "base")),
    "prefix": (("ruleset", "prefix"),),
}
"""Where a file names a game, a ruleset, a prefix."""


class Head(NamedTuple):
    """What is renamed: a ``game``, a ``ruleset`` or a ``prefix``, and its present name."""

    kind: str
    id: str

    @property
    def cited(self) -> str:
        """How it is typed."""
        return f"{self.kind}:{self.id}"

    @property
    def key(self) -> str:
        """The key of a file that names it."""
        return "game" if self.kind == "game" else "ruleset"


def find_head(loading: Loading, typed: str) -> Head | None:
    """What ``game:…``, ``ruleset:…`` or ``prefix:…`` means; None for anything else.

    RulingsError where there is no such thing.
    """
    kind, _, name = typed.partition(":")
    book = loading.book
    known = {
        "game": {one: one for one in book.games},
        "ruleset": {one: one for one in book.rulesets},
        "prefix": {one.prefix.lower(): one.prefix for one in book.rulesets.values()},
    }.get(kind)
    if known is None:
        return None
    if name.lower() not in known:
        there = f"; there are {', '.join(known.values())}" if known else ""
        raise RulingsError(f"{typed!r} is not in the book{there}")
    return Head(kind, known[name.lower()])


def with_new_name(
    loading: Loading, head: Head, new: str, writable: Collection[str]
) -> dict[Path, Change]:
    """What the files hold once a game, ruleset or prefix is called `new`, by path.

    `writable` are the paths of the documents that may be written. RulingsError where the new name
    cannot be one or is taken, or where another document holds what is renamed.
    """
    refuse_unread(loading, writable)
    wanted = _new_name(loading, head, new)
    found: dict[Path, Change] = {}
    for document in loading.documents:
        if document.path not in writable and _belongs(document, head):
            raise RulingsError(
                f"{head.cited}: {document.path} cannot be written; name a book with --book"
            )
        if document.path in writable and _cites(document, head):
            found[Path(document.path)] = _rewritten(document, head, wanted)
    return found


def files_citing(loading: Loading, head: Head) -> list[str]:
    """The files that name it."""
    return [document.path for document in loading.documents if _cites(document, head)]


def _new_name(loading: Loading, head: Head, new: str) -> str:
    """The new name as the book writes it."""
    wanted = new.removeprefix(f"{head.kind}:")
    if head.kind == "prefix":
        wanted = wanted.upper()
        taken = {one.prefix for one in loading.book.rulesets.values()}
        if not _PREFIX.fullmatch(wanted):
            raise RulingsError(f"{new!r} is no prefix; write at most 12 letters and digits: BR")
    else:
        taken = {*(loading.book.games if head.kind == "game" else loading.book.rulesets)}
        if not identifiers.is_slug(wanted) or len(wanted) > _LONGEST_ID:
            raise RulingsError(f"{new!r}: small letters, digits and hyphens only")
    if wanted in taken:
        raise RulingsError(f"{head.kind}:{wanted} is there already; choose another")
    return wanted


def _belongs(document: Document, head: Head) -> bool:
    """Whether a document says what the thing is, or holds entries with the prefix."""
    data = document.data or {}
    said = data.get(head.key)
    key = "prefix" if head.kind == "prefix" else "id"
    if isinstance(said, dict) and said.get(key) == head.id:
        return True
    return head.kind == "prefix" and any(
        len(pointer) == 3 and pointer[0] in _ENTRY_LISTS and pointer[2] == "id"
        for pointer, *_ in _places(document, head, "")
    )


def _cites(document: Document, head: Head) -> bool:
    return any(_places(document, head, ""))


def _rewritten(document: Document, head: Head, new: str) -> Change:
    rewriting = rewritten(document, _places(document, head, new))
    if _belongs(document, head) and head.key in document.data:
        rewriting.add_alias((head.key,), head.id)
    return rewriting.change()


def _places(document: Document, head: Head, new: str) -> Iterator[Place]:
    """All places where a document says the name, or an id with the prefix."""
    for pointer, text in strings(document.data):
        if text == head.id and _means(pointer, head):
            yield Place(pointer, "whole", text, new)
        if _is_id_place(pointer) and (to := _moved(text, head, new)):
            yield Place(pointer, "whole", text, to)
        for cited in dict.fromkeys(citations_in(text)):
            if to := _moved(cited, head, new):
                yield Place(pointer, "text", cited, to)
    for pointer in document.places:
        above, last = ("", "", *map(str, pointer))[-2:]
        if head.kind == "ruleset" and above == "checked_against" and last == head.id:
            yield Place(pointer, "key", last, new)
        elif above in ("numbered_in", ASKED) and (to := _moved(last, head, new)):
            yield Place(pointer, "key", last, to)


def _means(pointer: Pointer, head: Head) -> bool:
    """Whether a value that looks like the name means the thing."""
    return pointer in _NAMED[head.kind] or pointer[-2:] == ("select", head.key)


def _is_id_place(pointer: Pointer) -> bool:
    return next((step for step in reversed(pointer) if isinstance(step, str)), "") in ID_KEYS


def _moved(identifier: str, head: Head, new: str) -> str:
    """An id with the new prefix; empty if it has another prefix than the one that is renamed."""
    if head.kind != "prefix":
        return ""
    if identifiers.prefix_of(identifier) != head.id or not identifiers.kind_of(identifier):
        return ""
    return new + identifier[len(head.id) :]
