"""What a check is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from rulings.books import Loading
from rulings.links import Links
from rulings.model import AnyEntry
from rulings.problems import Fix, Problem, Severity
from rulings.reader import Pointer


class Check:
    """One kind of fault. Subclasses say what they look for in `run`, through `self.fault`."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    summary: ClassVar[str]
    remedy: ClassVar[str]
    needs_all: ClassVar[bool] = False
    """Whether it says that something is nowhere, which a file that nobody could read may hold."""

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

    def links(self) -> Links:
        """The links of the book."""
        return Links(self.book)

    def fault(self, name: str, pointer: Pointer, message: str, fix: Fix | None = None) -> Problem:
        """A problem at `pointer` inside what is known by `name` (an id, or ``card:game/slug``)."""
        origin = self.loading.origins[name]
        line, column = origin.document.place((*origin.pointer, *pointer))
        return Problem(origin.document.path, line, column, self.code, message, self.severity, fix)


class EntryCheck(Check):
    """A check that looks at one entry at a time."""

    def problems(self) -> Iterator[Problem]:
        """Every such fault of every entry."""
        for entry in self.book.entries.values():
            yield from self.of_entry(entry)

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        """Every such fault of one entry."""
        raise NotImplementedError
