"""The errors that the command line prints as one line, in a module that is quickly imported."""


class RulingsError(Exception):
    """A mistake of the user: one line that says what is wrong and what to do."""


class FilterError(RulingsError):
    """A filter with a field or a value that does not exist."""
