"""What can go wrong with a search, told in one line with its remedy."""

from __future__ import annotations

from rulings.errors import FilterError, RulingsError

__all__ = ["FilterError", "IndexUnavailableError"]


class IndexUnavailableError(RulingsError):
    """An index that can neither be opened nor built."""
