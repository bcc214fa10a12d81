"""Opens books that have faults, for everything that answers.

Only what is faulty (a book, a file or an entry) is left out, and a line says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rulings.reading.book import Book, Loading
from rulings.reading.load import load_book
from rulings.reading.problems import Problem

_NAMED = 3


def open_readable(paths: Sequence[Path | str]) -> tuple[Book, list[str]]:
    """The books without what is faulty in them, and a line for each book that has faults: which
    entry, where, and what to do. Faults in their files raise nothing.
    """
    loading = load_book(paths)
    return loading.book, faults_of(loading, paths)


def faults_of(loading: Loading, paths: Sequence[Path | str]) -> list[str]:
    """A line for each book that was read with faults, and one on the calls that are shelved."""
    problems = [
        problem
        for problem in loading.all_problems()
        if problem.code != "B206" or problem.place not in loading.shelved
    ]
    lines = [line for path in paths if (line := _line(Path(path), problems, loading))]
    return lines + _shelved(loading)


def _line(path: Path, problems: Sequence[Problem], loading: Loading) -> str:
    """The line for one book; empty if it has no faults."""
    own = [problem for problem in problems if Path(problem.path).is_relative_to(path)]
    if not own:
        return ""
    first = min(own, key=_cause)
    more = f" (and {len(own) - 1} more)" if len(own) > 1 else ""
    names = [name for name, file in loading.unread.items() if Path(file).is_relative_to(path)]
    rest = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    left_out = f"; left out: {', '.join(names[:_NAMED])}{rest}" if names else ""
    return f"{first}{more}{left_out}; `rulings check {path}` shows all"


def _cause(problem: Problem) -> tuple[bool, Problem]:
    """Sorts faults of form first: an unreadable ruleset (B1…) causes B206 in all its entries."""
    return problem.code >= "B2", problem


def _shelved(loading: Loading) -> list[str]:
    """A line on the calls whose rulesets are not open; they come back with their book."""
    if not loading.shelved:
        return []
    counted = Counter(loading.shelved.values())
    number = sum(counted.values())
    calls = "1 call" if number == 1 else f"{number} calls"
    which = ", ".join(sorted(counted))
    return [f"{calls} kept for rulesets that are not open: {which}; add their book with --book"]
