"""The calls of a user's own book: kept, changed, exported, merged with another machine's."""

import hashlib
import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rulings import checks
from rulings.disk.changes import locked_folder
from rulings.disk.files import save
from rulings.editing import emitter
from rulings.editing.editor import Editor
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Authority, Status
from rulings.format.model import HistoryItem, Ruling, SourceReference, Text
from rulings.ids import in_own_range, kind_of, parse, prefix_of
from rulings.lookup.event import OWN_PREFIX
from rulings.lookup.links import contradictions
from rulings.reading.book import Book
from rulings.reading.convert import convert
from rulings.reading.layers import as_now_called
from rulings.reading.load import load_book
from rulings.reading.yaml_reader import Document, parse_document

CALLS, SOURCE = "calls.yaml", "table-calls"
"""The file of own calls, and the source that they name."""

_KEY = "rulings"
_MOST_NAMED = 20
_MADE = re.compile("[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]")


class OwnCalls:
    """The calls of the user's own book, in a locked folder, read together with other `books`."""

    def __init__(self, books: Sequence[Path], folder: Path) -> None:
        self._folder, self._path = folder, folder / CALLS
        self._editor = Editor(self._path)
        # templates: the source that all calls cite, the ruleset of calls that belong to no rules
        self._missing = {
            folder / file.name: file.read_bytes()
            for file in (Path(__file__).parent / "own_book").iterdir()
            if not (folder / file.name).exists()
        }
        others = (path for path in books if not (path.exists() and path.samefile(folder)))
        self.loading = load_book([*others, folder], self._missing)
        self.book = self.loading.book
        entries = self.book.entries.values()
        self.rulings = {each.id: each for each in entries if isinstance(each, Ruling)}
        self.numbers = {
            name: int(origin.pointer[1])
            for name, origin in self.loading.origins.items()
            if origin.document.path == str(self._path) and origin.pointer[0] == _KEY
        }

    def __getitem__(self, identifier: str) -> Ruling:
        """A call as it is now; RulingsError where the file does not hold it."""
        if identifier not in self.numbers:
            raise RulingsError(f"{identifier} does not stand in {self._path}; edit it by hand")
        return self.rulings[identifier]

    def save(self, calls: Sequence[Ruling], rejected: dict[str, str] | None = None) -> None:
        """Write new and changed calls. RulingsError, and nothing is written, if some are `rejected`
        already, or if `check` would reject one.
        """
        own = map(self._without_added, calls)
        items = {call.id: emitter.item(_without_empty(msgspec.to_builtins(call))) for call in own}
        reasons = (rejected or {}) | (self._new_problems(items) if items else {})
        if reasons:
            named = "; ".join(f"{name}: {why}" for name, why in [*reasons.items()][:_MOST_NAMED])
            raise RulingsError(f"nothing is kept; {named}")
        if not items:
            return
        for name in filter(self.numbers.__contains__, items):
            self._editor.replace_item((_KEY, self.numbers[name]), items[name])
        if new := [item for name, item in items.items() if name not in self.numbers]:
            self._editor.append(_KEY, "\n".join(new))
        content = self._editor.content()
        for path, text in self._missing.items():
            if path.name == "sources.yaml" or any(prefix_of(name) == OWN_PREFIX for name in items):
                save(path, text, inside=self._folder)
        save(self._path, content, inside=self._folder)

    def _without_added(self, call: Ruling) -> Ruling:
        """A call without the phrasings that stand in a file of their own."""
        added = [each.phrasings for each in self.loading.added_phrasings if each.entry == call.id]
        own = {
            code: [text for text in texts if not any(text in each.get(code, ()) for each in added)]
            for code, texts in call.asked.items()
        }
        return replace(call, asked=own)

    def _new_problems(self, items: Mapping[str, str]) -> dict[str, str]:
        """The first new problem of each call. Those that it has already do not count, so that a
        call can be withdrawn although what it cites is gone.
        """
        document = parse_document(f"{_KEY}:\n{''.join(items.values())}".encode(), str(self._path))
        if document.data is None:
            raise RulingsError(f"{document.problems[0]}")
        now = checks.of_entries(self.loading, [name for name in items if name in self.numbers])
        known = {(problem.code, problem.message) for problem in now}
        starts = [document.position((_KEY, number))[0] for number in range(len(items))]
        first: dict[str, str] = {}
        for problem in checks.errors_in_new(self.loading, document, "ruling", self.book.by_prefix):
            name = [*items][bisect_right(starts, problem.line) - 1]
            if (problem.code, problem.message) not in known:
                first.setdefault(name, f"{problem.code} {problem.message}")
        return first


def calls_of(book: Book) -> list[Ruling]:
    """The calls of a book, in the order in which they were made."""
    rulings = (entry for entry in book.entries.values() if isinstance(entry, Ruling))
    calls = [ruling for ruling in rulings if ruling.call and in_own_range(ruling.id)]
    return sorted(calls, key=lambda call: call.call.made if call.call else "")


def calls_in_force(book: Book, event: str) -> list[Ruling]:
    """The calls in force at an event: those made at it, and those made without an event."""
    active = (each for each in calls_of(book) if each.status is Status.ACTIVE)
    return [each for each in active if each.call and each.call.event in ("", event)]


def find_call(calls: Collection[Ruling], typed: str) -> Ruling:
    """The call whose id or number was typed; else RulingsError with the ids that begin so."""
    prefixes = {prefix.lower(): prefix for prefix in (prefix_of(call.id) for call in calls)}
    text = f"q{typed.strip()}" if typed.strip().isdecimal() else typed
    candidates = parse(text, prefixes).candidates
    meant = [call for call in calls if call.id in candidates]
    if len(meant) != 1:
        begun = sorted(call.id for call in calls if call.id.startswith(candidates))
        several = f"; it may be {', '.join(begun[:_MOST_NAMED])}" if begun else ""
        raise RulingsError(f"no call {typed!r}; give its id, as `rulings calls` prints it{several}")
    return meant[0]


def call_from(data: Any) -> Ruling:
    """Plain data as a call; RulingsError where it is no ruling of the book format."""
    document = Document("")
    call = convert(document, (), data, Ruling)
    if call is None:
        raise RulingsError(document.problems[0].message)
    return call


def changed(call: Ruling, changes: Mapping[str, Any], date: str, note: Text) -> Ruling:
    """A call with other keys; its history gets the date, the reason, and the state before."""
    after = replace(call, **changes)
    row = HistoryItem(date=date, status=after.status, note=note, before=_digest(call))
    return replace(after, history=[*call.history, row])


def merge(
    books: Sequence[Path], folder: Path, files: Sequence[tuple[str, bytes]]
) -> tuple[list[tuple[Ruling, Ruling | None]], list[tuple[Ruling, Ruling]]]:
    """Add the calls that other machines exported, or their newer states of our calls. RulingsError,
    and nothing is added, if one is no call or has problems.

    Returns what was added, each with our state that it replaces, and the pairs that contradict each
    other, which a person must settle.
    """
    taken, rejected = dict[str, Ruling](), dict[str, str]()
    unlike: list[tuple[Ruling, Ruling]] = []
    listed = [each for name, content in files for each in _read(name, content)]
    with locked_folder(folder):
        kept = OwnCalls(books, folder)
        for place, data in listed:
            try:
                theirs, ours = _call_of(data, kept)
            except RulingsError as error:
                rejected[place] = str(error)
                continue
            before = taken.get(theirs.id, ours)
            if before is None or _replaces(theirs, before):
                taken[theirs.id] = theirs
            elif not (_agree(before, theirs) or _replaces(before, theirs)):
                unlike.append((before, theirs))
        kept.save([*taken.values()], rejected)
    calls = {**kept.rulings, **taken}
    against = contradictions(calls.values())
    pairs = {  # by both ids, so that each pair is listed once
        frozenset((name, other.id)): (calls[name], other)
        for name in dict.fromkeys(data["id"] for _, data in listed)
        for other in against.get(name, ())
    }
    added = [(call, kept.rulings.get(name)) for name, call in taken.items()]
    return added, [*unlike, *pairs.values()]


def _replaces(theirs: Ruling, ours: Ruling) -> bool:
    """Whether their state of a call replaces ours: if it was made from ours, or if both changed and
    only ours was withdrawn. If both say the same, the smaller digest wins on every machine.
    """
    before, after = _states(ours), _states(theirs)
    if before[-1] in after or after[-1] in before:
        return before[-1] in after[:-1]
    if _agree(ours, theirs):
        return after[-1] < before[-1]
    is_given_up = len({*before}.difference(after)) > 1
    return is_given_up and ours.status == Status.WITHDRAWN != theirs.status


def _states(call: Ruling) -> list[str]:
    """The digests of the states of a call, from the first to this one."""
    return [*filter(None, (row.before for row in call.history)), _digest(call)]


def _agree(ours: Ruling, theirs: Ruling) -> bool:
    """Whether two versions of a call say the same, or both are withdrawn."""
    are_withdrawn = ours.status == theirs.status == Status.WITHDRAWN
    return are_withdrawn or replace(ours, asked=theirs.asked, history=theirs.history) == theirs


def _digest(call: Ruling) -> str:
    """A digest of a state of a call, without `asked`, which differs between machines."""
    state = json.dumps(_without_empty(msgspec.to_builtins(replace(call, asked={}))), sort_keys=True)
    return hashlib.sha256(state.encode()).hexdigest()[:32]


def _read(name: str, content: bytes) -> Iterator[tuple[str, Any]]:
    """The calls of an exported file, each with its name for messages."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    listed = data.get("calls") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        raise RulingsError(f"{name}: holds no calls of `rulings calls export`")
    for number, call in enumerate(listed, start=1):
        identifier = call.get("id") if isinstance(call, dict) else None
        named = identifier if isinstance(identifier, str) else f"call {number}"
        yield f"{named} of {name}", call


def _call_of(data: Any, kept: OwnCalls) -> tuple[Ruling, Ruling | None]:
    """A call of another machine, and our state of it; RulingsError if it is no judge's call."""
    call = as_now_called(call_from(_without_empty(data)), kept.book.now_called())
    if kind_of(call.id) != "ruling" or not in_own_range(call.id):
        raise RulingsError("is no id of a call")
    known = kept.rulings.get(call.id)
    if known and known != call and call.id not in kept.numbers:
        raise RulingsError("is in the book already, and says something else there")
    is_made = call.call and _MADE.fullmatch(call.call.made)
    is_house = call.authority is Authority.HOUSE and call.sources == [SourceReference(id=SOURCE)]
    if known != call and not (is_made and is_house):
        reason = f"one has the authority house, the source {SOURCE}, and when it was made"
        raise RulingsError(f"is no call of a judge: {reason}")
    return call, known


def _without_empty(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_empty(each) for each in value]
    if not isinstance(value, dict):
        return value
    kept = ((key, _without_empty(each)) for key, each in value.items())
    return {key: each for key, each in kept if each not in (None, "", [], {})}
