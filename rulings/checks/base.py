"""What a check is, and all checks that there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import ClassVar, NamedTuple

from rulings.format.model import AnyEntry
from rulings.reading.book import Loading
from rulings.reading.problems import Fix, Problem, Severity
from rulings.reading.yaml_reader import Pointer

CHECKS: dict[str, type[Check]] = {}
"""Every check by its code. A class with a `code` in one of the files here is a check."""


class Fault(NamedTuple):
    """What is wrong with an entry: where in it, what, and the fix if only one is right."""

    pointer: Pointer
    message: str
    fix: Fix | None = None


class Check:
    """One kind of fault. Subclasses yield each in `problems`, through `self.fault`."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    summary: ClassVar[str]
    remedy: ClassVar[str]
    skip_if_incomplete: ClassVar[bool] = False
    """Whether it says that something is missing: a file that cannot be read may hold it."""

    def __init_subclass__(cls) -> None:
        """Add the check to the list of all."""
        if "code" in vars(cls):
            CHECKS[cls.code] = cls

    def __init__(self, loading: Loading) -> None:
        self.loading = loading
        self.book = loading.book

    def problems(self) -> Iterator[Problem]:
        """Every such fault of the book."""
        raise NotImplementedError

    @cached_property
    def now_called(self) -> dict[str, str]:
        """From former ids of entries to their present ones."""
        return self.book.now_called()

    def fault(self, name: str, pointer: Pointer, message: str, fix: Fix | None = None) -> Problem:
        """A problem at `pointer` inside an item: an entry's id, ``card:game/slug`` and so on."""
        origin = self.loading.origins[name]
        path = (*origin.pointer, *pointer)
        return origin.document.problem(path, self.code, message, self.severity, fix)


class EntryCheck(Check):
    """A check that looks at one entry at a time."""

    def problems(self) -> Iterator[Problem]:
        """Every such fault of every entry."""
        return self.of_entries(self.book.entries)

    def of_entries(self, names: Iterable[str]) -> Iterator[Problem]:
        """Every such fault of some entries, named by their ids."""
        for name in names:
            for fault in self.of_entry(self.book.entries[name]):
                yield self.fault(name, *fault)

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        """Every such fault of one entry."""
        raise NotImplementedError
