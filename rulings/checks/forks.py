"""Checks of forks: each leads somewhere, and somewhere else in each case."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import EntryCheck, Fault
from rulings.format.model import AnyEntry, Fork, Text
from rulings.reading.book import Book


class ForkInCircle(EntryCheck):
    """A fork with a case that leads back to it."""

    code = "B309"
    summary = "a fork that leads back to itself"
    remedy = "let the case lead to the entry that holds then"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if isinstance(entry, Fork):
            for number, case in enumerate(entry.cases):
                if entry.id in _reached(self.book, case.entry):
                    message = f"{case.entry} leads back to {entry.id}"
                    yield Fault(("cases", number, "entry"), message)


class CasesAlike(EntryCheck):
    """Two cases of a fork with the same condition, entry or verdict, so that nothing is asked, or
    with the same words, which then settle neither.
    """

    code = "B310"
    summary = "two cases of a fork that say the same"
    remedy = "say what tells them apart, or take one of them out"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if not isinstance(entry, Fork):
            return
        seen: dict[tuple[str, str], int] = {}
        for number, case in enumerate(entry.cases):
            target = self.book.entries.get(case.entry)
            facts = [("entry", case.entry)]
            facts += [("condition", text.strip()) for text in case.when.values()]
            verdict: Text = getattr(target, "verdict", {})
            facts += [("verdict", text) for text in verdict.values() if text]
            words = (text for listed in case.said.values() for text in listed)
            facts += [("words", text.strip().casefold()) for text in words]
            for what, value in facts:
                first = seen.setdefault((what, value), number)
                if first != number:
                    message = f"the same {what} as case {first + 1}: {value}"
                    yield Fault(("cases", number), message)
                    break


def _reached(book: Book, start: str) -> set[str]:
    """The entries and forks that a case leads to, directly or through other forks."""
    reached: set[str] = set()
    left = [start]
    while left:
        name = left.pop()
        fork = book.entries.get(name)
        if isinstance(fork, Fork) and name not in reached:
            left += [case.entry for case in fork.cases]
        reached.add(name)
    return reached
