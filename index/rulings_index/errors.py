"""What can go wrong with a search, told in one line with its remedy."""

from __future__ import annotations

from rulings.errors import RulingsError


class QueryError(RulingsError):
    """A query with a filter that does not exist, or a value that it cannot have."""


class IndexUnavailableError(RulingsError):
    """An index that can neither be opened nor built."""
