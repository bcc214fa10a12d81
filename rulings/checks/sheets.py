"""Checks of the sheets that a book holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from rulings.checks.base import Check
from rulings.errors import FilterError
from rulings.format.sheets import Select, Sheet
from rulings.lookup.filters import Choices, Filter, choices_of
from rulings.reading.problems import Problem
from rulings.reading.yaml_reader import Pointer


class SheetNamesNothing(Check):
    """A sheet that names an entry, a variant, a ruleset or a formula that is not there."""

    code = "B308"
    summary = "a sheet names what is not in the book"
    remedy = "correct the id in the sheet, or take it out"
    needs_all = True

    def problems(self) -> Iterator[Problem]:
        """Every such name of every sheet."""
        for name, sheet in self.book.sheets.items():
            for pointer, target in self._missing(sheet):
                message = f"{target!r} is not in the book; correct the id"
                yield self.fault(f"sheet:{name}", pointer, message)

    def _missing(self, sheet: Sheet) -> Iterator[tuple[Pointer, str]]:
        for number, target in enumerate(sheet.variants or ()):
            if not self._known(target):
                yield ("variants", number), target
        for place, section in enumerate(sheet.sections):
            at: Pointer = ("sections", place)
            for number, target in enumerate(section.entries):
                if not self._known(target):
                    yield (*at, "entries", number), target
            yield from self._unknown(section.select, (*at, "select"))
            for number, table in enumerate(section.tables):
                for line, row in enumerate(table.rows):
                    if not self._has_formula(row.formula):
                        yield (*at, "tables", number, "rows", line, "formula"), row.formula

    def _unknown(self, asked: Select | None, at: Pointer) -> Iterator[tuple[Pointer, str]]:
        for field, name in msgspec.structs.asdict(asked).items() if asked else ():
            try:
                Filter.of(self._choices, **{field: name})
            except FilterError:
                yield (*at, field), name

    @cached_property
    def _choices(self) -> Choices:
        return choices_of(self.book)

    def _known(self, target: str) -> bool:
        there = target in self.book.entries or target in self.loading.unread
        return there or bool(self.book.section(target))

    def _has_formula(self, target: str) -> bool:
        entry = self.book.entries.get(target)
        return target in self.loading.unread or (entry is not None and entry.formula is not None)
