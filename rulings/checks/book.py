"""Checks of what a book is published under, and of the sheets that it holds."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check
from rulings.errors import RulingsError
from rulings.format.imprint import DARK, LEAST_CONTRAST, LIGHT, is_readable, logo_of
from rulings.format.sheets import Sheet
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
        for key, grounds, better in (("accent", LIGHT, "darker"), ("dark", DARK, "lighter")):
            colour = getattr(imprint.colours, key)
            if colour and not is_readable(colour, grounds):
                message = f"{colour} has a contrast below {LEAST_CONTRAST}; choose a {better} one"
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
            for pointer, target in _names_in(sheet):
                exists = target in self.book.entries or target in self.loading.unread
                if not exists and not self.book.section(target):
                    message = f"{target!r} is not in the book; correct the id"
                    yield self.fault(f"sheet:{name}", pointer, message)


def _names_in(sheet: Sheet) -> Iterator[tuple[Pointer, str]]:
    for number, target in enumerate(sheet.variants or ()):
        yield ("variants", number), target
    for place, section in enumerate(sheet.sections):
        for number, target in enumerate(section.entries):
            yield ("sections", place, "entries", number), target
