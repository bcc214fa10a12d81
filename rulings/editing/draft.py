"""New entries: the next free id, the text of a draft, and its place in a book's files."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from rulings import ids
from rulings.disk.changes import alone_in
from rulings.disk.files import save
from rulings.editing import emitter
from rulings.editing.editor import Editor
from rulings.editing.emitter import one_line
from rulings.format.authorities import Authority
from rulings.format.model import ENTRY_TYPES, TODO, Ruleset, is_todo
from rulings.kinds import KINDS
from rulings.languages import SPOKEN, nearest_spoken
from rulings.lookup.links import citations_in
from rulings.reading.book import Book
from rulings.reading.layers import ASKED_KEY, asked_in, both
from rulings.reading.load import load_book
from rulings.reading.yaml_reader import strings

ASKED = "asked.yaml"
"""The file of a user's own phrasings, for entries of any book."""

_LOWEST_OWN = 10**11
"""Own numbers have twelve random digits: even of a million calls, two hardly get the same one."""

HINTS: dict[str, dict[str, str]] = {
    "title": {"en": "what it is about, in a few words", "ja": "何についてか、短く"},
    "verdict": {"en": "one line, said aloud", "ja": "口に出して言う一行"},
    "question": {"en": "the situation in full", "ja": "起きたことを省かずに"},
    "answer": {"en": "the verdict with its details", "ja": "裁定とその詳細"},
    "text": {"en": "what it says", "ja": "規定の内容"},
    "ask": {"en": "what a judge asks back", "ja": "ジャッジが聞き返すこと"},
}
"""What is written behind a TODO, in the languages of the program."""

_LAST = ("cards", "terms", "call", "clauses")
"""Keys that stand behind the texts and phrasings of an entry."""

_NOT_OF_FORKS = frozenset(("authority", "asked", "checked_against", "sources", "history"))


@dataclass(slots=True)
class Draft:
    """What is known of a new entry: `values` are keys of the book format, texts by language. Needed
    texts that are not there become a TODO, but in a `complete` one. A clause comes with its `id`.
    """

    kind: str
    values: dict[str, Any] = field(default_factory=dict)
    authority: Authority = Authority.INTERPRETATION
    source: str = ""
    where: str = ""
    date: str = ""
    complete: bool = False
    id: str = ""


def next_id(
    book: Book, ruleset: Ruleset, kind: str, own: bool = False, written: str = "", least: int = 1
) -> str:
    """The next free id of a kind, from the number `least`; an `own` id, for a user's own book, is a
    random number, so that no other machine gives the same one.

    Ids are never used again, so the next one follows the highest and fills no gap. Ids in `written`
    count too: the text of a file that another process may have extended since the book was read.
    """
    start = f"{ruleset.prefix}-{KINDS[kind].letter}"
    if own:
        return f"{start}{_LOWEST_OWN + secrets.randbelow(9 * _LOWEST_OWN)}"
    names = [*book.entries, *book.now_called()]
    numbers = [int(name.removeprefix(start)) for name in names if name.startswith(start)]
    numbers += map(int, re.findall(rf"\b{start}([0-9]{{1,9}})\b", written))
    most = ids.FIRST_OWN_NUMBER if least == 1 else _LOWEST_OWN
    while (number := _behind(numbers, least, most)) == most:
        most = _next_range(most)  # it is full, so the numbers go on in the next
    return f"{start}{number}"


def _behind(numbers: Iterable[int], least: int, most: int) -> int:
    """The number behind the highest from `least` that is below `most`."""
    return max((each for each in numbers if least <= each < most), default=least - 1) + 1


def _next_range(first: int) -> int:
    """The first number of the next range: 10001 behind 1001."""
    return 10 * (first - 1) + 1


def first_number(book: Book, folder: Path, ruleset: Ruleset) -> int:
    """The number of the first entry that the book in `folder` gives a ruleset. On a ruleset of a
    book below it is 1001, or 10001, …: the first above twice the highest number there.
    """
    loading = load_book([folder])
    if f"ruleset:{ruleset.id}" in loading.origins:
        return 1
    ours = {text for each in loading.documents for _, text in strings(each.data)}
    prefix = ruleset.prefix
    numbered = re.compile(rf"{prefix}-[A-Z]([0-9]{{1,11}})")
    below = map(numbered.fullmatch, {*book.entries} - ours)
    highest = max((int(match[1]) for match in below if match), default=0)
    number = ids.FIRST_OWN_NUMBER
    while number <= 2 * highest:
        number = _next_range(number)
    return number


def add(book: Book, folder: Path, ruleset: Ruleset, draft: Draft) -> tuple[str, Path]:
    """Write a draft into the book in `folder`; returns its id and file. Nothing else is changed.

    It stands beside its ruleset, or in `folder` itself where the ruleset is in a book below.
    RulingsError where the file cannot be extended as text without harm.
    """
    key, least = KINDS[draft.kind].key, first_number(book, folder, ruleset)
    origin = load_book([folder]).origins.get(f"ruleset:{ruleset.id}")
    beside = Path(origin.document.path).parent if origin else folder
    path = beside / f"{key}.yaml"
    with alone_in(path.parent):
        editor = Editor(path)
        written = editor.before.decode()
        identifier = draft.id or next_id(book, ruleset, draft.kind, written=written, least=least)
        _save_with(editor, key, render(identifier, ruleset, draft, book))
        return identifier, path


def add_item(path: Path, key: str, item: Mapping[str, Any]) -> None:
    """Write an item behind the last of the list `key` of a file, which may not be there yet.

    RulingsError as `add`.
    """
    with alone_in(path.parent):
        _save_with(Editor(path), key, emitter.block(item))


def _save_with(editor: Editor, key: str, item: str) -> None:
    editor.append(key, item)
    save(editor.path, editor.content(), inside=editor.path.parent)


def add_phrasing(folder: Path, identifier: str, language: str, text: str) -> Path:
    """Write a phrasing of an entry, of any book, into the book in `folder`; returns the file.

    RulingsError where the file cannot be changed as text without harm.
    """
    path = folder / ASKED
    with alone_in(folder):
        editor = Editor(path)
        asked = {each.entry: each.phrasings for each in asked_in([editor.document], {})}
        phrasings = both(asked.get(identifier, {}), {language: [one_line(text)]})
        listed = (
            f"{code}: [{', '.join(map(emitter.quoted, texts))}]"
            for code, texts in phrasings.items()
        )
        line = f"{identifier}: {{{', '.join(listed)}}}\n"
        if identifier in asked:
            editor.replace_item((ASKED_KEY, identifier), line)
        else:
            editor.append(ASKED_KEY, line)
        save(path, editor.content(), inside=folder)
    return path


def render(identifier: str, ruleset: Ruleset, draft: Draft, book: Book) -> str:
    """The YAML of one list item; it passes the checks as it stands.

    It was checked against the editions that `book` has of what it cites.
    """
    texts = _texts(ruleset, draft)
    entry = {
        "id": identifier,
        **texts,
        **{key: value for key, value in draft.values.items() if key not in (*texts, *_LAST)},
        "asked": _asked(ruleset, draft),
        **{key: draft.values.get(key) or [] for key in _LAST},
    }
    unfinished = not draft.complete and any(is_todo(text) for _, text in strings(entry))
    status = draft.values.get("status") or ("draft" if unfinished else "active")
    checked = {ruleset.id: ruleset.edition} | _editions_cited(entry, book)
    entry |= {
        "authority": draft.authority.value,
        "status": status,
        "history": [{"date": draft.date, "status": status}] if draft.date else [],
        "checked_against": checked | draft.values.get("checked_against", {}),
        "sources": [{"id": draft.source} | ({"where": draft.where} if draft.where else {})],
    }
    known = {field.name for field in msgspec.structs.fields(ENTRY_TYPES[draft.kind])}
    known -= _NOT_OF_FORKS if draft.kind == "fork" else frozenset()
    return emitter.block({key: value for key, value in entry.items() if key in known})


def _editions_cited(entry: Mapping[str, Any], book: Book) -> dict[str, str]:
    """The edition of each ruleset whose clauses an entry cites, in its lists or its texts."""
    named = (name for _, text in strings(entry) for name in [text, *citations_in(text)])
    prefixes = {ids.prefix_of(name) for name in named if ids.kind_of(name) == "clause"}
    return {each.id: each.edition for each in book.rulesets.values() if each.prefix in prefixes}


def _texts(ruleset: Ruleset, draft: Draft) -> dict[str, dict[str, str]]:
    """The texts that an entry cannot do without, and those that are known."""
    kind = KINDS[draft.kind]
    texts: dict[str, dict[str, str]] = {}
    for key in kind.texts:
        words: Any = draft.values.get(key) or {}
        if key == "cases":
            continue
        needed = kind.needs(key, ruleset.as_published) or words
        languages = _languages(ruleset, words) if needed and not draft.complete else [*words]
        texts[key] = {code: words.get(code) or _todo(key, code) for code in languages}
    return texts


def _asked(ruleset: Ruleset, draft: Draft) -> dict[str, list[str]]:
    """The phrasings, with an empty place for them in each language that needs them."""
    asked: dict[str, list[str]] = draft.values.get("asked", {})
    if draft.complete or not KINDS[draft.kind].phrased:
        return asked
    return {code: asked.get(code, []) for code in _languages(ruleset, asked)}


def _languages(ruleset: Ruleset, words: Mapping[str, object]) -> list[str]:
    return list(dict.fromkeys([*ruleset.languages, *words])) or [SPOKEN[0]]


def _todo(key: str, code: str) -> str:
    return f"{TODO}: {HINTS[key][nearest_spoken(code)]}" if key in HINTS else TODO
