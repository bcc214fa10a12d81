"""What can be wrong with what somebody asked of a sheet."""

from __future__ import annotations

from rulings.problems import RulingsError


class SheetError(RulingsError):
    """A sheet that cannot be made as asked, told in one line with its remedy."""
