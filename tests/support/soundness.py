"""Whether a book that a test made is sound."""

from __future__ import annotations

from rulings.checks import run
from rulings.reading.book import Loading


def errors_in(loading: Loading) -> list[str]:
    """The errors that the checks find in a book."""
    return [str(problem) for problem in run(loading) if problem.severity == "error"]
