"""What a check is, and all codes of faults: what each finds, and how to fix it."""

import json
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from rulings import ids
from rulings.format.model import AnyEntry, Fork
from rulings.reading.book import Loading, Origin
from rulings.reading.problems import Fault, Severity
from rulings.reading.values import mistyped

_FORM_CODES = Path(__file__).with_name("form_codes.json").read_text(encoding="utf-8")
"""Codes of faults that are found while a book is read: what each finds, and how to fix it."""

SAY_MISSING = frozenset(("B202", "B206", "B301", "B302", "B303", "B308", "B311", "B503", "B602"))
"""Codes of faults that may come from another file that could not be read."""


class Context:
    """A book to check, and what several checks ask of it."""

    def __init__(self, loading: Loading) -> None:
        self.loading = loading
        self.book = loading.book

    def leaves_of(self, name: str) -> set[str]:
        """The entries that an id leads to: itself, or what the cases of a fork lead to."""
        reached = {name, *self.reached_from(name)}
        return {each for each in reached if not isinstance(self.book.entries.get(each), Fork)}

    def reached_from(self, name: str) -> set[str]:
        """The entries that the cases of a fork, or what a call overrules, lead to step by step."""
        reached: set[str] = set()
        left = {name}
        while left:
            entry = self.book.entries.get(left.pop())
            cases = [case.entry for case in entry.cases] if isinstance(entry, Fork) else []
            left |= {*cases, *getattr(entry, "overruled", ())} - reached
            reached |= left
        return reached

    def phrasings_of(self, name: str) -> list[str]:
        """The phrasings of an entry in all languages; none where there is no such entry."""
        entry = self.book.entries.get(name)
        return [text for listed in entry.asked.values() for text in listed] if entry else []

    def remedy(self, written: str, owner: str = "", *, in_text: bool = False) -> str:
        """What to write instead of an unknown id; `in_text`: it stands between brackets. `owner`
        cites it: a bare number is one of its ruleset, and ``stale --fix`` may correct it.
        """
        if signs := mistyped(written):
            return signs
        for typed in (f"{ids.prefix_of(owner)} {written}", written):
            if meant := ids.meant(typed, self.book.prefixes(), self.book.entries):
                return f"write {meant}"
        prefix = ids.prefix_of(written)
        ruleset = self.book.by_prefix.get(prefix)
        parted = written.replace("、", ",").replace(f" {prefix}", f",{prefix}").replace(",,", ",")
        apart = parted.split(",")
        if all(each in self.book.entries for each in apart):
            listed = ", ".join(f"[[{each}]]" if in_text else each for each in apart)
            return f"write {listed}{'' if in_text else ', each as an item'}"
        if owner and ruleset and ruleset.as_published:
            return "`rulings stale --fix` follows what only moved; else correct the id"
        if ruleset:
            return f"correct the id; `rulings list --ruleset {ruleset.prefix}` has all"
        return "correct the id, or add its book with --book"

    @cached_property
    def now_called(self) -> dict[str, str]:
        """From former ids of entries to their present ones."""
        return self.book.now_called()

    @cached_property
    def with_formula(self) -> dict[str, AnyEntry]:
        """The entries with a formula by its name; of two with the same name, the first."""
        entries = reversed(self.book.entries.values())
        return {entry.formula.name: entry for entry in entries if entry.formula}

    @cached_property
    def games(self) -> set[str]:
        """The games that a book describes, or has cards or terms of."""
        return {*self.book.games, *(of for shelf in self.book.shelves.values() for of, _ in shelf)}

    def exists(self, game: str, target: str) -> bool:
        """Whether an entry of a game can cite an entry, section, card or term."""
        kind, _, slug = target.partition(":")
        if kind in self.book.shelves and game in self.games:
            return (game, slug) in self.book.shelves[kind] or slug in self.loading.unread
        sections = (each.id for ruleset in self.book.rulesets.values() for each in ruleset.sections)
        known = (self.book.entries, self.loading.unread, sections)
        return kind in self.book.shelves or any(target in each for each in known)


OfEntry = Callable[[Context, AnyEntry], Iterator[Fault]]
OfBook = Callable[[Context], Iterator[tuple[Origin, Fault]]]
_Function = TypeVar("_Function", OfEntry, OfBook)

ENTRY_CHECKS: dict[str, OfEntry] = {}
"""By code, the checks that look at one entry at a time."""
BOOK_CHECKS: dict[str, OfBook] = {}
"""By code, the checks that look at a whole book; each fault comes with the item that has it."""
EXPLANATIONS: dict[str, tuple[Severity, str, str]] = {
    code: ("error", *texts) for code, texts in json.loads(_FORM_CODES).items()
}
"""Code -> severity, what it finds in one line, and how to fix it."""


def _check(
    checks: dict[str, _Function], code: str, remedy: str, severity: Severity = "error"
) -> Callable[[_Function], _Function]:
    """A decorator: makes a function, whose docstring says what it finds, one of the `checks`."""

    def add(function: _Function) -> _Function:
        summary = (function.__doc__ or "").removesuffix(".")
        EXPLANATIONS[code] = (severity, summary[:1].lower() + summary[1:], remedy)
        checks[code] = function
        return function

    return add


of_entry, of_book = partial(_check, ENTRY_CHECKS), partial(_check, BOOK_CHECKS)
"""Decorators, of checks of entries and of a book: their code, the remedy, and the severity."""
