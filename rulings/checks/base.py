"""What a check is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import ClassVar, NamedTuple

from rulings.format.model import AnyEntry
from rulings.reading.book import Loading
from rulings.reading.problems import Fix, Problem, Severity
from rulings.reading.yaml_reader import Pointer


class Fault(NamedTuple):
    """What is wrong with an entry: where in it, what, and the fix if there is one right one."""

    pointer: Pointer
    message: str
    fix: Fix | None = None


class Check:
    """One kind of fault. Subclasses yield what they find in `problems`, through `self.fault`."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    summary: ClassVar[str]
    remedy: ClassVar[str]
    needs_all: ClassVar[bool] = False
    """Whether it says that something is missing: a file that could not be read may hold it."""

    def __init__(self, loading: Loading) -> None:
        self.loading = loading
        self.book = loading.book

    def problems(self) -> Iterator[Problem]:
        """Every such fault of the book."""
        raise NotImplementedError

    @cached_property
    def now_called(self) -> dict[str, str]:
        """From ids that entries had before to those they have now."""
        return self.book.now_called()

    def fault(self, name: str, pointer: Pointer, message: str, fix: Fix | None = None) -> Problem:
        """A problem at `pointer` inside what is known by `name` (an id, or ``card:game/slug``)."""
        origin = self.loading.origins[name]
        way = (*origin.pointer, *pointer)
        return origin.document.problem(way, self.code, message, self.severity, fix)


class EntryCheck(Check):
    """A check that looks at one entry at a time."""

    def problems(self) -> Iterator[Problem]:
        """Every such fault of every entry."""
        return self.of_entries(self.book.entries)

    def of_entries(self, names: Iterable[str]) -> Iterator[Problem]:
        """Every such fault of some entries, named by their ids."""
        for name in names:
            for found in self.of_entry(self.book.entries[name]):
                yield self.fault(name, *found)

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        """Every such fault of one entry."""
        raise NotImplementedError
