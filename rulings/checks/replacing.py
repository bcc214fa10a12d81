"""What one book replaces of another."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check
from rulings.reading.problems import Problem


class Replaces(Check):
    """An entry, source, card or term that differs from one with the same id in a book below."""

    code = "B801"
    severity = "note"
    summary = "what replaces that of another book"
    remedy = "leave it if you mean it; each answer names your book. Else give it an id of its own"

    def problems(self) -> Iterator[Problem]:
        for name, below in self.loading.replaced.items():
            plain = name.partition("/")[2] if "/" in name else name.removeprefix("source:")
            yield self.fault(name, (), f"{plain} replaces that of {below.place}")
