"""Checks of the sheets that a book holds."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check
from rulings.problems import Problem
from rulings.reader import Pointer
from rulings.sheets import Sheet


class SheetNamesNothing(Check):
    """A sheet that names an entry, a variant, a ruleset or a formula that is not there."""

    code = "B308"
    summary = "a sheet names what is not in the book"
    remedy = "correct the id in the sheet, or take it out"

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
            if section.select and section.select.ruleset not in ("", *self.book.rulesets):
                yield (*at, "select", "ruleset"), section.select.ruleset
            for number, table in enumerate(section.tables):
                for line, row in enumerate(table.rows):
                    if not self._has_formula(row.formula):
                        yield (*at, "tables", number, "rows", line, "formula"), row.formula

    def _known(self, target: str) -> bool:
        there = target in self.book.entries or target in self.loading.unread
        return there or bool(self.book.section(target))

    def _has_formula(self, target: str) -> bool:
        entry = self.book.entries.get(target)
        return target in self.loading.unread or (entry is not None and entry.formula is not None)
