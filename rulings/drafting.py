"""New entries: the next free id, the text of a draft, and its place in a book's files."""

from __future__ import annotations

import json
import re
import secrets
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rulings import identifiers
from rulings.books import Book, Loading, load_book
from rulings.inputs import LARGEST_FILE
from rulings.kinds import KINDS
from rulings.model import Authority, Call, Ruleset
from rulings.phrasings import KEY, both
from rulings.problems import RulingsError
from rulings.saving.files import read, real_place, save
from rulings.saving.locks import alone_in

CALLS, BEFORE = "calls.yaml", ".calls-before"
"""The file of own calls, and what it was before its last change."""
ASKED = "asked.yaml"
"""The file of a user's own phrasings, for entries of any book."""

_LOWEST_OWN = 10**11
"""Own numbers have twelve digits drawn by lot: of a million calls hardly two are alike."""

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


@dataclass(slots=True)
class Draft:
    """What is known of a new entry; texts are language -> words, empty ones become a TODO."""

    kind: str
    title: dict[str, str] = field(default_factory=dict)
    verdict: dict[str, str] = field(default_factory=dict)
    question: dict[str, str] = field(default_factory=dict)
    answer: dict[str, str] = field(default_factory=dict)
    asked: dict[str, list[str]] = field(default_factory=dict)
    clauses: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    remark: dict[str, str] = field(default_factory=dict)
    call: Call | None = None
    authority: Authority = Authority.INTERPRETATION
    source: str = ""
    date: str = ""
    complete: bool = False


def next_id(book: Book, ruleset: Ruleset, kind: str, own: bool = False, written: str = "") -> str:
    """The next free id of a kind; an `own` one, of a user's own book, that no other machine gives.

    Ids are never used again, so the next one follows the highest, not the first gap; those in
    `written`, a file that another process may have extended since the book was read, count too.
    """
    letter = KINDS[kind].letter
    start = f"{ruleset.prefix}-{letter}"
    numbers = [int(name.removeprefix(start)) for name in book.entries if name.startswith(start)]
    numbers += map(int, re.findall(rf"\b{start}([0-9]{{1,9}})\b", written))
    if own:
        return f"{start}{_LOWEST_OWN + secrets.randbelow(9 * _LOWEST_OWN)}"
    taken = [number for number in numbers if number < identifiers.FIRST_OWN_NUMBER]
    return f"{start}{max(taken, default=0) + 1}"


def add(
    book: Book, folder: Path, ruleset: Ruleset, draft: Draft, own: bool = False
) -> tuple[str, Path]:
    """Write a draft into the book in `folder`; gives its id and file. Nothing else is changed.

    Raises RulingsError where the file cannot be extended as text without harm.
    """
    key = KINDS[draft.kind].key
    path = _file_for(folder, ruleset, key, own)
    with alone_in(path.parent):
        return _append(book, path, ruleset, draft, own), path


def _append(book: Book, path: Path, ruleset: Ruleset, draft: Draft, own: bool) -> str:
    before = text_of(path)
    identifier = next_id(book, ruleset, draft.kind, own, before)
    start = before.rstrip() or f"{KINDS[draft.kind].key}:"
    gap = "\n" if start.endswith(":") else "\n\n"
    line_end = "\r\n" if "\r\n" in before else "\n"
    after = start + (gap + render(identifier, ruleset, draft)).replace("\n", line_end)
    fault = first_fault(after)
    if fault:
        raise RulingsError(f"{path} cannot take an entry at its end ({fault}); add it by hand")
    if own:
        save(path.parent / BEFORE, before.encode(), inside=path.parent)
    save(path, after.encode(), inside=path.parent)
    return identifier


def add_phrasing(folder: Path, identifier: str, language: str, text: str) -> Path:
    """Write a way in which an entry of any book is asked into the book in `folder`; gives the file.

    RulingsError where the file cannot be changed as text without harm.
    """
    path = folder / ASKED
    with alone_in(folder):
        before = text_of(path)
        wanted = {one.entry: one.phrasings for one in _tried(before).asked}
        added = {language: [one_line(text)]}
        wanted[identifier] = both(wanted.get(identifier, {}), added)
        said = json.dumps(wanted[identifier], ensure_ascii=False)
        after = _with_line(before, identifier, f"  {identifier}: {said}\n")
        if {one.entry: one.phrasings for one in _tried(after).asked} != wanted:
            fault = first_fault(before) or "it is not written as we write it"
            raise RulingsError(f"{path} cannot be changed ({fault}); add it by hand")
        save(path, after.encode(), inside=folder)
    return path


def _with_line(before: str, identifier: str, line: str) -> str:
    """A file of phrasings with the line of an entry, in place of what it said of that entry."""
    start = before.rstrip() or f"{KEY}:"
    own = re.compile(rf"^  {re.escape(identifier)}:.*\n(?:   .*\n)*", re.M)
    if own.search(f"{start}\n"):
        return own.sub(lambda _: line, f"{start}\n", count=1)
    return f"{start}\n{line}"


def first_fault(text: str) -> str:
    """What is wrong with the form of a file of a book, before it becomes one."""
    faults = [problem for problem in _tried(text).all_problems() if problem.code < "B2"]
    return f"line {faults[0].line}: {faults[0].message}" if faults else ""


def _tried(text: str) -> Loading:
    """A file of a book as it would be read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "draft.yaml"
        path.write_bytes(text.encode())
        return load_book([path])


def text_of(path: Path) -> str:
    """A file of a book as text, empty where there is none; RulingsError where it is not UTF-8."""
    content = read(real_place(path, inside=path.parent), LARGEST_FILE) or b""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise RulingsError(f"{path} is not UTF-8; save it as UTF-8 in your editor") from error


def render(identifier: str, ruleset: Ruleset, draft: Draft) -> str:
    """The YAML of one list item; it passes the checks as it stands."""
    lines = [f"  - id: {identifier}"]
    lines += _text("title", draft.title, ruleset, draft, "what it is about, in a few words")
    if draft.kind == "ruling":
        lines += _text("verdict", draft.verdict, ruleset, draft, "one line, said aloud")
        lines += _text("question", draft.question, ruleset, draft, "the situation in full")
        lines += _text("answer", draft.answer, ruleset, draft, "the verdict with its details")
    else:
        lines += _text("text", draft.answer, ruleset, draft, "what it says")
    if not draft.complete:
        lines += ["    asked:", "      en: []", "      ja: []"]
    for key, value in (
        ("asked", draft.asked),
        ("cards", draft.cards),
        ("terms", draft.terms),
        ("remark", draft.remark),
        ("call", msgspec.to_builtins(draft.call)),
    ):
        if value:
            lines.append(f"    {key}: {json.dumps(value, ensure_ascii=False)}")
    if draft.kind == "ruling":
        lines.append(f"    clauses: [{', '.join(draft.clauses)}]")
    lines.append(f"    authority: {draft.authority.value}")
    lines.append(f"    status: {'active' if draft.complete else 'draft'}")
    if draft.date:
        status = "active" if draft.complete else "draft"
        lines.append(f'    history: [{{date: "{draft.date}", status: {status}}}]')
    lines.append(f"    checked_against: {{{ruleset.id}: {_quoted(ruleset.edition)}}}")
    lines.append(f"    sources: [{{id: {draft.source}}}]")
    return "\n".join(lines) + "\n"


def _text(key: str, words: dict[str, str], ruleset: Ruleset, draft: Draft, hint: str) -> list[str]:
    languages = list(words) if draft.complete else list(ruleset.languages)
    lines = [f"    {key}:"]
    lines += [
        f"      {language}: {_quoted(words.get(language) or f'TODO: {hint}')}"
        for language in languages
    ]
    return lines


def _quoted(text: str) -> str:
    """A double-quoted YAML scalar; JSON strings without control characters are such."""
    return json.dumps(one_line(text), ensure_ascii=False)


def one_line(text: str) -> str:
    """A text as a draft keeps it: on one line, without control characters."""
    return _UNPRINTABLE.sub(" ", text).strip()


def _file_for(folder: Path, ruleset: Ruleset, key: str, own: bool) -> Path:
    if own:
        return folder / CALLS
    loading = load_book([folder])
    for name, origin in loading.origins.items():
        if name == f"ruleset:{ruleset.id}":
            return Path(origin.document.path).parent / f"{key}.yaml"
    raise RulingsError(
        f"{folder} does not hold the ruleset {ruleset.id}; name its book with --into"
    )
