"""The root of every mistake that is told in one line; apart, so that a search starts quickly."""


class RulingsError(Exception):
    """A mistake in what somebody gave us, told in one line with its remedy."""


class FilterError(RulingsError):
    """A filter by a field or a value that does not exist."""
