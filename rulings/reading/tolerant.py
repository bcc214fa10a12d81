"""Opens books that have faults, for everything that answers.

Only the faulty parts (a book, a file or an entry) are left out, and a line says so.
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
    """The books without their faulty parts, and a line for each book that has faults: which
    entry, where, and what to do. Faults in their files raise nothing.
    """
    loading = load_book(paths)
    return loading.book, faults_of(loading, paths)


def faults_of(loading: Loading, paths: Sequence[Path | str]) -> list[str]:
    """A line for each book that was read with faults, and one for calls without a ruleset."""
    problems = [
        problem
        for problem in loading.all_problems()
        if problem.code != "B206" or problem.place not in loading.calls_without_ruleset
    ]
    lines = [line for path in paths if (line := _line(Path(path), problems, loading))]
    return lines + _calls_without_ruleset(loading)


def _line(path: Path, problems: Sequence[Problem], loading: Loading) -> str:
    """The line for one book; empty if it has no faults."""
    inside = [problem for problem in problems if Path(problem.path).is_relative_to(path)]
    if not inside:
        return ""
    first = min(inside, key=_cause)
    more = f" (and {len(inside) - 1} more)" if len(inside) > 1 else ""
    names = [name for name, file in loading.unread.items() if Path(file).is_relative_to(path)]
    rest = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    left_out = f"; left out: {', '.join(names[:_NAMED])}{rest}" if names else ""
    return f"{first}{more}{left_out}; `rulings check {path}` shows all"


def _cause(problem: Problem) -> tuple[bool, Problem]:
    """Sorts faults of form first: an unreadable ruleset (B1…) causes B206 in all its entries."""
    return problem.code >= "B2", problem


def _calls_without_ruleset(loading: Loading) -> list[str]:
    """A line about calls whose rulesets are not open; they come back with their book."""
    if not loading.calls_without_ruleset:
        return []
    prefixes = Counter(loading.calls_without_ruleset.values())
    number = sum(prefixes.values())
    calls = "1 call" if number == 1 else f"{number} calls"
    which = ", ".join(sorted(prefixes))
    return [f"{calls} kept for rulesets that are not open: {which}; add their book with --book"]
