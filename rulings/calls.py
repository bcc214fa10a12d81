"""The calls of a user's own book: changed in place, exported, merged with another machine's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rulings.books import Book
from rulings.edits import BEFORE, CALLS, save_text, text_of, with_item
from rulings.errors import RulingsError
from rulings.identifiers import is_own, plain
from rulings.importers import emitter
from rulings.model import Authority, Ruling, Status
from rulings.saving.several import alone_in

_BLOCK = re.compile(r"^  - id: (?P<id>\S+)[^\S\n]*\n(?:(?!  - ).*\n)*(?:(?!  - ).+\Z)?", re.M)
"""An entry of the list in a file of calls, as we write it."""


class Merged(NamedTuple):
    """What a merge brought: the ids taken over, and pairs of calls that contradict each other."""

    taken: list[str]
    contradictions: list[tuple[Ruling, Ruling]]


def calls_of(book: Book) -> list[Ruling]:
    """The calls of a book, in the order in which they were made."""
    found = [
        entry
        for entry in book.entries.values()
        if isinstance(entry, Ruling) and entry.authority is Authority.HOUSE and is_own(entry.id)
    ]
    return sorted(found, key=lambda one: one.call.made if one.call else "")


def in_force(book: Book, event: str) -> list[Ruling]:
    """The calls in force that were made at an event."""
    return [
        one
        for one in calls_of(book)
        if one.status is Status.ACTIVE and one.call and one.call.event == event
    ]


def find_call(calls: Iterable[Ruling], typed: str) -> Ruling:
    """The call that an id, or the beginning of its number, means; RulingsError for none or two."""
    wanted = re.sub(r"[^0-9a-z]", "", plain(typed))
    found = [
        one
        for one in calls
        if re.sub(r"[^0-9a-z]", "", plain(one.id)) == wanted
        or (wanted and one.id.rpartition("Q")[2].startswith(wanted))
    ]
    if len(found) == 1:
        return found[0]
    problem = "several calls begin" if found else "no call"
    raise RulingsError(f"{problem} {typed!r}; `rulings calls` lists them")


def rewrite(folder: Path, entry: Ruling) -> None:
    """Put a call in place of the one with its id; RulingsError where the file cannot be changed."""

    def changed(text: str) -> str:
        blocks = [one for one in _BLOCK.finditer(text) if one["id"] == entry.id]
        if len(blocks) != 1:
            raise RulingsError(f"{entry.id} does not stand in {CALLS} as written; edit it by hand")
        (block,) = blocks
        after = f"{text[: block.start()]}{_render(entry)}\n{text[block.end() :]}"
        return after.rstrip() + "\n"

    _change(folder, changed)


def undo(folder: Path) -> None:
    """Put back the calls as they were before the last change; a second `undo` undoes the first."""
    before = folder / BEFORE
    if not before.exists():
        raise RulingsError("nothing to undo: no call was made or changed here")
    text = text_of(before)
    _change(folder, lambda _: text)


def as_json(calls: Sequence[Ruling]) -> list[dict[str, Any]]:
    """Calls as plain data, which `merge` takes."""
    return [msgspec.to_builtins(one) for one in calls]


def merge(folder: Path, ours: Sequence[Ruling], files: Sequence[tuple[str, bytes]]) -> Merged:
    """Add the calls that other machines exported, each once. Of two states of one call the one with
    the longer history stays. Calls that contradict each other are left to a person.
    """
    known = {one.id: one for one in ours}
    merged = Merged([], [])
    for theirs in (call for name, content in files for call in _read(name, content)):
        mine = known.get(theirs.id)
        if mine is None:
            _change(folder, partial(with_item, key="rulings", item=_render(theirs)))
            against = (one for one in known.values() if _contradict(one, theirs))
            merged.contradictions.extend((one, theirs) for one in against)
        elif len(theirs.history) > len(mine.history):
            rewrite(folder, theirs)
        else:
            if mine != theirs and len(theirs.history) == len(mine.history):
                merged.contradictions.append((mine, theirs))
            continue
        known[theirs.id] = theirs
        merged.taken.append(theirs.id)
    return merged


def _read(name: str, content: bytes) -> list[Ruling]:
    try:
        return msgspec.convert(json.loads(content)["calls"], list[Ruling])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RulingsError(f"{name}: holds no calls of `rulings calls export` ({error})") from error


def _contradict(one: Ruling, other: Ruling) -> bool:
    """Whether two calls in force rule differently on the same entry, or on the same question."""
    if not one.status == other.status == Status.ACTIVE or one.verdict == other.verdict:
        return False
    above = [set(each.call.overrules) if each.call else set() for each in (one, other)]
    asked = [{plain(text) for text in each.question.values()} for each in (one, other)]
    return bool(above[0] & above[1] or asked[0] & asked[1])


def _change(folder: Path, change: Callable[[str], str]) -> None:
    path = folder / CALLS
    with alone_in(folder):
        before = text_of(path)
        save_text(path, before, change(before))


def _given(value: Any) -> Any:
    """Plain data without what is empty."""
    if isinstance(value, list):
        return [_given(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _given(one) for key, one in value.items() if one not in (None, "", [], {})}


def _render(entry: Ruling) -> str:
    """A call as one list item, written as when it was made."""
    return emitter.block(_given(msgspec.to_builtins(entry)))
