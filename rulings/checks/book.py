"""Checks of what a book is published under, and of the sheets that it holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from rulings.checks.base import Check
from rulings.errors import FilterError, RulingsError
from rulings.format.imprint import DARK, LEAST_CONTRAST, LIGHT, contrast, is_readable, logo_of
from rulings.format.sheets import Select, Sheet
from rulings.lookup.filters import Choices, Filter, choices_of
from rulings.reading.problems import Problem
from rulings.reading.yaml_reader import Pointer


class ColourUnreadable(Check):
    code = "B901"
    summary = "a colour that cannot be read on its background"
    remedy = "choose a darker accent, or a lighter one for `dark`"

    def problems(self) -> Iterator[Problem]:
        """Each colour of the imprint with too little contrast."""
        imprint = self.book.imprint
        if imprint is None or imprint.colours is None:
            return
        for key, colour, grounds, better in (
            ("accent", imprint.colours.accent, LIGHT, "darker"),
            ("dark", imprint.colours.dark, DARK, "lighter"),
        ):
            if colour and not is_readable(colour, grounds):
                lowest = min(contrast(colour, ground) for ground in grounds)
                message = f"{colour} has a contrast of {lowest:.1f}; choose a {better} one, "
                message += f"{LEAST_CONTRAST} or more"
                yield self.fault("book", ("colours", key), message)


class LogoUnusable(Check):
    code = "B902"
    summary = "a logo that cannot be used"
    remedy = "put a PNG, JPEG or SVG of at most 100 KB beside book.yaml"

    def problems(self) -> Iterator[Problem]:
        """Why the logo cannot be shown."""
        imprint, folder = self.book.imprint, self.book.imprint_folder
        if imprint is None or folder is None:
            return
        try:
            logo_of(imprint, folder)
        except RulingsError as error:
            yield self.fault("book", ("logo",), str(error))


class SheetNamesNothing(Check):
    code = "B308"
    summary = "a sheet names what is not in the book"
    remedy = "correct the id in the sheet, or remove it"
    skip_if_incomplete = True

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

    def _unknown(self, select: Select | None, at: Pointer) -> Iterator[tuple[Pointer, str]]:
        for field, name in msgspec.structs.asdict(select).items() if select else ():
            try:
                Filter.of(self._choices, **{field: name})
            except FilterError:
                yield (*at, field), name

    @cached_property
    def _choices(self) -> Choices:
        return choices_of(self.book)

    def _known(self, target: str) -> bool:
        exists = target in self.book.entries or target in self.loading.unread
        return exists or bool(self.book.section(target))

    def _has_formula(self, target: str) -> bool:
        entry = self.book.entries.get(target)
        return target in self.loading.unread or (entry is not None and entry.formula is not None)
