"""New entries: the next free id, and the text of a draft."""

import secrets
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec

from rulings import ids
from rulings.disk.changes import FileChange, locked_folder, save_changes
from rulings.disk.files import save
from rulings.editing import emitter
from rulings.editing.editor import Editor
from rulings.format.model import ENTRY_TYPES, TODO, Ruleset, is_todo
from rulings.kinds import KINDS
from rulings.languages import SPOKEN
from rulings.reading.book import Book, Loading
from rulings.reading.book_files import texts_in
from rulings.reading.layers import ASKED_KEY, merged, phrasings_in

ASKED = "asked.yaml"
"""The file of a user's own phrasings, for entries of any book."""


def next_id(loading: Loading, ruleset: Ruleset, kind: str, *, at_home: bool) -> str:
    """The next id of a kind, after the highest, since ids are never used again.

    In another book than the ruleset's (not `at_home`) numbers begin at 1001, 10001 or so on: above
    twice the highest of the ruleset's book, which may still grow.
    """
    start, now = f"{ruleset.prefix}-{KINDS[kind].letter}", loading.book.now_called()
    numbers = {
        int(name.removeprefix(start)): loading.origins[now.get(name, name)].layer
        for name in [*loading.book.entries, *now]
        if name.startswith(start) and not getattr(loading.book.entries.get(name), "call", None)
    }
    home = loading.origins[f"ruleset:{ruleset.id}"].layer
    highest = max((number for number, layer in numbers.items() if layer <= home), default=0)
    if not at_home:
        first = max(10 ** len(str(2 * highest - 1)), ids.FIRST_OWN_NUMBER - 1) + 1
        highest = max((number for number in numbers if number >= first), default=first - 1)
    taken = {*loading.book.entries, *now, *loading.unread}
    return next(each for number in count(highest + 1) if (each := f"{start}{number}") not in taken)


def id_of_call(loading: Loading, ruleset: Ruleset) -> str:
    """A free id for a call, at random so that two machines seldom give the same; usually with four
    digits, which can be said aloud.
    """
    start, _, first = next_id(loading, ruleset, "ruling", at_home=False).rpartition("Q")
    lowest = 2 * 10 ** (len(first) - 1)
    drawn = (f"{start}Q{lowest + secrets.randbelow(4 * lowest)}" for _ in count())
    return next(name for name in drawn if name not in loading.book.entries)


def append_item(loading: Loading, path: Path, key: str, item: str) -> None:
    """Append an item to a list of a file, which may be new; RulingsError where that cannot be."""
    editor = Editor(path, loading.content_of(path))
    editor.append(key, item)
    save_changes({path: FileChange(editor.before, editor.content())})


def add_phrasing(
    folders: Sequence[Path], identifier: str, language: str, text: str, checked: Mapping[str, str]
) -> tuple[Path, list[str]]:
    """Add a phrasing for an entry of any book to the book in the first of the `folders`, and
    remove it from all other entries in all of them. If the entry was `checked` against an edition,
    the phrasing goes into the file of that edition, so that `stale` knows which rule was meant.

    Returns the file, and the entries that lost it. RulingsError if a file cannot be changed.
    """
    phrasing, losing = emitter.typed_line(text), list[str]()
    edition = ids.slug(" ".join(chain.from_iterable(checked.items())))
    chosen = folders[0] / (f"{ASKED_KEY}-{edition}.yaml" if checked else ASKED)
    others = (path for folder in folders for path in sorted(folder.glob(f"{ASKED_KEY}*.yaml")))
    for path in dict.fromkeys([chosen, *others]):
        to = identifier if path == chosen else ""
        with locked_folder(path.parent):
            first = f"checked_against: {emitter.flow(dict(checked))}\n" if checked else ""
            editor = Editor(path, None if path.exists() else first.encode())
            added = {each.entry: each.phrasings for each in phrasings_in([editor.document], {})}
            before = [name for name, each in added.items() if phrasing in each.get(language, ())]
            for name in (name for name in before if name != to):
                losing += {name} - {identifier, *losing}
                added[name][language].remove(phrasing)
                editor.replace_item((ASKED_KEY, name), f"{name}: {emitter.flow(added[name])}\n")
            line = f"{to}: {emitter.flow(merged(added.get(to, {}), {language: [phrasing]}))}\n"
            if to in added:
                editor.replace_item((ASKED_KEY, to), line)
            elif to:
                editor.append(ASKED_KEY, line)
            save(path, editor.content(), inside=path.parent)
    return chosen, losing


def render(kind: str, values: Mapping[str, Any], ruleset: Ruleset, book: Book, date: str) -> str:
    """The YAML of one list item; it passes the checks as it stands.

    `values` are keys of the book format, with the entry's id, authority and sources. Needed texts
    that are not among them become a TODO.
    """
    entry: dict[str, Any] = {"id": values["id"]} | _texts(kind, values, ruleset)
    if KINDS[kind].phrased or kind == "fork":
        asked = values.get("asked", {})
        entry["asked"] = {code: asked.get(code, []) for code in _languages(ruleset, asked)}
    for key, value in {"clauses": [], **values}.items():
        entry.setdefault(key, value)
    is_unfinished = any(is_todo(text) for _, text in texts_in(entry))
    entry.setdefault("status", "draft" if is_unfinished else "active")
    entry = with_history(entry, ruleset, book, date)
    known = {field.name for field in msgspec.structs.fields(ENTRY_TYPES[kind])}
    known -= {"authority", "sources", "history"} if kind == "fork" else set()
    kept = {key: entry[key] for key in entry if key in known and (entry[key] or key == "clauses")}
    return emitter.item(kept)


def with_history(entry: dict[str, Any], ruleset: Ruleset, book: Book, date: str) -> dict[str, Any]:
    """An entry with its first line of history, and the editions that it was checked against."""
    checked = {ruleset.id: ruleset.edition} | editions_cited(entry, book)
    checked |= entry.get("checked_against", {})
    history = [{"date": date, "status": entry["status"]}]
    return entry | {"history": history, "checked_against": checked}


def editions_cited(item: Mapping[str, Any], book: Book) -> dict[str, str]:
    """The editions that `book` has of what an item cites, in its lists or its texts."""
    named = (name for _, text in texts_in(item) for name in [text, *ids.citations_in(text)])
    kinds = ("clause", "ruling")
    prefixes = {ids.prefix_of(name) for name in named if ids.kind_of(name) in kinds}
    return {each.id: each.edition for each in book.rulesets.values() if each.prefix in prefixes}


def _texts(kind: str, values: Mapping[str, Any], ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """The texts that an entry cannot do without, and those that are known."""
    texts: dict[str, dict[str, str]] = {}
    for key in KINDS[kind].texts:
        words = values.get(key) or {}
        if isinstance(words, Mapping) and key != "cases":
            needed = words or KINDS[kind].needs(key, ruleset.as_published)
            codes = _languages(ruleset, words) if needed else ()
            texts[key] = {code: words.get(code) or TODO for code in codes}
    return texts


def _languages(ruleset: Ruleset, words: Mapping[str, object]) -> list[str]:
    return list(dict.fromkeys([*ruleset.languages, *words])) or [SPOKEN[0]]
