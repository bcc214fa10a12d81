"""The calls of a user's own book: kept, changed, exported, merged with another machine's."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rulings import checks
from rulings.disk.files import save
from rulings.disk.several import alone_in
from rulings.editing import emitter
from rulings.editing.editor import item_at, line_end_of, refuse_unless, text_of, with_item
from rulings.errors import RulingsError
from rulings.format.model import Authority, Ruling, Status
from rulings.ids import is_own, kind_of, plain, prefix_of
from rulings.lookup.event import OWN_PREFIX, OWN_RULESET
from rulings.reading.book import Book, Loading
from rulings.reading.convert import convert
from rulings.reading.load import load_book
from rulings.reading.yaml_reader import Document, parse_document

CALLS, SOURCE = "calls.yaml", "table-calls"
"""The file of own calls, and the source that they name."""

SOURCES = f"""sources:
  - id: {SOURCE}
    title: {{en: Our own table calls, ja: 自分たちのテーブルでの裁定}}
"""
EVENT_RULES = f"""game:
  id: {OWN_RULESET}
  name: {{en: Calls on the event, ja: 大会運営の裁定}}
ruleset:
  id: {OWN_RULESET}
  prefix: {OWN_PREFIX}
  game: {OWN_RULESET}
  name: {{en: Calls on the event, ja: 大会運営の裁定}}
  edition: own
"""
"""The ruleset of the calls that belong to an event and to no rules."""

_KEY = "rulings"
_MOST_NAMED = 20


class Merged(NamedTuple):
    """What a merge brought: the ids taken over, and pairs of calls that contradict each other."""

    taken: list[str]
    contradictions: list[tuple[Ruling, Ruling]]


class OwnCalls:
    """The calls of a user's own book, with the books that it lies above, as they are now."""

    def __init__(self, books: Sequence[Path], folder: Path) -> None:
        self._folder, self._path = folder, folder / CALLS
        self._text = text_of(self._path)
        others = (path for path in books if not (path.exists() and path.samefile(folder)))
        self._books = [*others, folder]
        self._loading = load_book(self._books)
        self.entries = self._loading.book.entries
        self._numbers = {
            name: int(origin.pointer[1])
            for name, origin in self._loading.origins.items()
            if origin.document.path == str(self._path) and origin.pointer[0] == _KEY
        }

    def __contains__(self, identifier: str) -> bool:
        """Whether such a call stands in the file."""
        return identifier in self._numbers

    def written(self, identifier: str) -> Ruling:
        """A call as it stands in the file; RulingsError where it does not."""
        if identifier not in self:
            raise RulingsError(f"{identifier} does not stand in {self._path}; edit it by hand")
        item = self._data()[_KEY][self._numbers[identifier]]
        return msgspec.convert(item, Ruling, strict=False)

    def save(self, items: Mapping[str, str], rejected: Mapping[str, str] | None = None) -> None:
        """Write calls, each a list item by its id, in place of those with their ids or behind the
        last: all of them, or none and RulingsError where some are `rejected` or `check` would
        reject one.
        """
        changes: dict[Path, bytes] = {}
        reasons = dict(rejected or {})
        if items:
            changes = self._heads(items) | {self._path: self._with(items).encode()}
            reasons |= self._new_faults(changes, items)
        if reasons:
            named = "; ".join(f"{name}: {why}" for name, why in [*reasons.items()][:_MOST_NAMED])
            more = len(reasons) - _MOST_NAMED
            raise RulingsError(f"nothing is kept; {named}{f'; {more} more' if more > 0 else ''}")
        for path, content in changes.items():
            save(path, content, inside=self._folder)

    def _new_faults(self, changes: Mapping[Path, bytes], ids: Collection[str]) -> dict[str, str]:
        """The first fault of each call that would have one which it does not have now: a call
        that cites what is gone can still be withdrawn.
        """
        before = _faults(self._loading, self._path, [one for one in ids if one in self])
        after = _faults(load_book(self._books, changes), self._path, ids)
        new = {
            name: [fault for fault in faults if fault not in before.get(name, ())]
            for name, faults in after.items()
        }
        return {name: faults[0] for name, faults in new.items() if faults}

    def _data(self) -> dict[str, Any]:
        """What the file holds; RulingsError where that cannot be read."""
        document = parse_document(self._text.encode(), str(self._path))
        data = document.data or {}
        if document.problems or not isinstance(data, dict):
            fault = next(iter(document.problems), f"{self._path}: holds no {_KEY}")
            raise RulingsError(f"{fault}; correct it first")
        return data

    def _with(self, items: Mapping[str, str]) -> str:
        """The text of the file with the items; RulingsError where it cannot take them."""
        data, new, end = self._data(), dict(items), line_end_of(self._text)
        lines = self._text.splitlines(keepends=True)
        listed = [*(data.get(_KEY) or ())]
        made = parse_document(f"{_KEY}:\n{''.join(items.values())}".encode(), "").data[_KEY]
        by_id = dict(zip(items, made, strict=True))
        for name, number in sorted(self._numbers.items(), key=lambda one: -one[1]):
            if name in new:
                document = self._loading.origins[name].document
                old = item_at(self._text, self._path, document, (_KEY, number))
                lines[old.own : old.end] = [new.pop(name).replace("\n", end)]
                listed[number] = by_id[name]
        text = "".join(lines)
        if new:
            text = with_item(text, _KEY, "\n".join(new.values()), self._path)
        wanted = [*listed, *(by_id[name] for name in new)]
        refuse_unless(text.encode(), self._path, {**data, _KEY: wanted})
        return text

    def _heads(self, items: Iterable[str]) -> dict[Path, bytes]:
        """The files that describe what calls name, where the own book lacks them."""
        of_event = any(prefix_of(name) == OWN_PREFIX for name in items)
        files = {"sources.yaml": SOURCES} | ({"event.yaml": EVENT_RULES} if of_event else {})
        places = {self._folder / name: text.encode() for name, text in files.items()}
        return {path: text for path, text in places.items() if not path.exists()}


@contextmanager
def own_calls(books: Sequence[Path], folder: Path) -> Iterator[OwnCalls]:
    """The calls of the own book in `folder`, which nobody else changes meanwhile.

    RulingsError where they cannot be read or written.
    """
    with alone_in(folder):
        yield OwnCalls(books, folder)


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


def find_call(calls: Collection[Ruling], typed: str) -> tuple[Ruling, bool]:
    """The call that is typed, and whether its id or its number was typed in full and not only how
    it begins; RulingsError for none or several.
    """
    wanted = _letters(typed)
    known = [(call, (_letters(call.id), call.id.rpartition("Q")[2])) for call in calls]
    whole = [call for call, names in known if wanted in names]
    begun = [call for call, names in known if any(name.startswith(wanted) for name in names)]
    found = whole or (begun if any(map(str.isdecimal, wanted)) else [])
    if len(found) == 1:
        return found[0], bool(whole)
    problem = "several calls begin" if found else "no call"
    raise RulingsError(f"{problem} {typed!r}; `rulings calls` lists them")


def as_json(calls: Sequence[Ruling]) -> list[dict[str, Any]]:
    """Calls as plain data, which `merge` takes."""
    return [msgspec.to_builtins(one) for one in calls]


def rendered(call: Ruling) -> str:
    """A call as one list item, written as when it was made; RulingsError where it holds what no
    call does.
    """
    if call.formula or call.worked:
        key = "formula" if call.formula else "worked"
        raise RulingsError(f"{call.id}: a call holds no {key}; take it out")
    return emitter.block(_given(msgspec.to_builtins(call)))


def merge(books: Sequence[Path], folder: Path, files: Sequence[tuple[str, bytes]]) -> Merged:
    """Add the calls that other machines exported, each once; all, or none and RulingsError where
    one of them is no call, or `check` would reject it.

    Of two states of one call the one with the longer history stays. Calls that contradict each
    other are left to a person.
    """
    taken: dict[str, Ruling] = {}
    items: dict[str, str] = {}
    unlike: list[tuple[Ruling, Ruling]] = []
    rejected: dict[str, str] = {}
    with own_calls(books, folder) as own:
        known = {name: call for name, call in own.entries.items() if isinstance(call, Ruling)}
        for place, data in (each for name, content in files for each in _read(name, content)):
            try:
                theirs, item = _call_of(data, own)
            except RulingsError as error:
                rejected[place] = str(error)
                continue
            mine = taken.get(theirs.id) or known.get(theirs.id)
            if mine is None or len(theirs.history) > len(mine.history):
                taken[theirs.id], items[theirs.id] = theirs, item
            elif mine != theirs and len(theirs.history) == len(mine.history):
                unlike.append((mine, theirs))
        own.save(items, rejected)
    calls = {call.id: call for call in calls_of(Book(entries={**known, **taken}))}
    return Merged([*taken], [*unlike, *_contradictions(calls, taken)])


def _read(name: str, content: bytes) -> Iterator[tuple[str, Any]]:
    """What a file of exported calls holds, each with what names it in a message."""
    try:
        listed = [*json.loads(content)["calls"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RulingsError(f"{name}: holds no calls of `rulings calls export` ({error})") from error
    for number, data in enumerate(listed, start=1):
        identifier = data.get("id") if isinstance(data, dict) else None
        named = identifier if isinstance(identifier, str) else f"call {number}"
        yield f"{named} of {name}", data


def _call_of(data: Any, own: OwnCalls) -> tuple[Ruling, str]:
    """A call that another machine exported, and its list item; RulingsError with the reason where
    it is none.
    """
    document = Document("")
    call = convert(document, (), data, Ruling)
    if call is None:
        raise RulingsError(document.problems[0].message)
    if kind_of(call.id) != "ruling" or not is_own(call.id):
        raise RulingsError("is no id of a call")
    if call.id not in own and own.entries.get(call.id, call) != call:
        raise RulingsError("is in the book already, and says something else there")
    if call.authority is not Authority.HOUSE:
        raise RulingsError(f"has the authority {call.authority}; that of a call is house")
    return call, rendered(call)


def _contradictions(
    calls: Mapping[str, Ruling], taken: Iterable[str]
) -> Iterator[tuple[Ruling, Ruling]]:
    """The pairs of calls in force, one of them `taken`, that rule differently on the same entry or
    on the same question.
    """
    by_subject: dict[str, dict[str, Ruling]] = {}
    for call in calls.values():
        for subject in _subjects(call):
            by_subject.setdefault(subject, {})[call.id] = call
    for name in taken:
        others: dict[str, Ruling] = {}
        for subject in _subjects(calls[name]):
            del by_subject[subject][name]  # so that each pair comes once
            others |= by_subject[subject]
        for other in others.values():
            if other.verdict != calls[name].verdict:
                yield other, calls[name]


def _subjects(call: Ruling) -> set[str]:
    """What a call in force rules on: the entries it overrules, and its question."""
    if call.status != Status.ACTIVE:
        return set()
    asked = {f"? {plain(text)}" for text in call.question.values()}
    return asked | set(call.call.overrules if call.call else ())


def _faults(loading: Loading, path: Path, ids: Collection[str]) -> dict[str, list[str]]:
    """What `check` says against some calls of the file at `path`; RulingsError where it says it
    against the file.
    """
    document = next((one for one in loading.documents if one.path == str(path)), None)
    if document is None:
        return {}
    if document.data is None:
        raise RulingsError(f"{document.problems[0]}")
    origins = {name: loading.origins.get(name) for name in ids}
    read = [name for name, origin in origins.items() if origin and origin.document is document]
    found = {name: ["cannot be read"] for name in ids if name not in read}
    listed = document.data.get(_KEY) or ()
    starts = [document.place((_KEY, number))[0] for number in range(len(listed))]
    errors = [one for one in checks.of_entries(loading, read) if one.severity == "error"]
    for problem in [*errors, *document.problems]:
        number = bisect_right(starts, problem.line) - 1
        item = listed[number] if number >= 0 else None
        name = str(item.get("id")) if isinstance(item, dict) else ""
        if name in ids:
            found[name] = [f"{problem.code} {problem.message}", *found.get(name, ())]
    return found


def _letters(text: str) -> str:
    """The letters and digits of an id, however it is typed."""
    return re.sub(r"[^0-9a-z]", "", plain(text))


def _given(value: Any) -> Any:
    """Plain data without what is empty."""
    if isinstance(value, list):
        return [_given(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _given(one) for key, one in value.items() if one not in (None, "", [], {})}
