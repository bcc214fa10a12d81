"""Checks of what a book is published under."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check
from rulings.errors import RulingsError
from rulings.format.imprint import DARK, LEAST_CONTRAST, LIGHT, contrast, is_readable, logo_of
from rulings.reading.problems import Problem


class ColourUnreadable(Check):
    """A colour in which text cannot be read on its background."""

    code = "B901"
    summary = "a colour that cannot be read on its ground"
    remedy = "take a darker accent, or a lighter one for `dark`"

    def problems(self) -> Iterator[Problem]:
        """Each colour of the imprint with too little contrast."""
        imprint = self.book.imprint
        if imprint is None or imprint.colours is None:
            return
        for key, colour, grounds, way in (
            ("accent", imprint.colours.accent, LIGHT, "darker"),
            ("dark", imprint.colours.dark, DARK, "lighter"),
        ):
            if colour and not is_readable(colour, grounds):
                found = min(contrast(colour, ground) for ground in grounds)
                message = f"{colour} has a contrast of {found:.1f}; take a {way} one, "
                message += f"{LEAST_CONTRAST} or more"
                yield self.fault("book", ("colours", key), message)


class LogoUnusable(Check):
    """A logo that is missing, too large, or no picture."""

    code = "B902"
    summary = "a logo that cannot be used"
    remedy = "put a PNG, JPEG or SVG of at most 100 KB beside book.yaml"

    def problems(self) -> Iterator[Problem]:
        """What keeps the logo from being shown."""
        imprint, folder = self.book.imprint, self.book.imprint_folder
        if imprint is None or folder is None:
            return
        try:
            logo_of(imprint, folder)
        except RulingsError as error:
            yield self.fault("book", ("logo",), str(error))
