"""Tables in Markdown, as they are committed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Cell = str | float | int | None


class Table(NamedTuple):
    """A table with its title and what has to be said below it."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""

    def markdown(self) -> str:
        """The table as Markdown, figures to the right."""
        rules = ["---"] + ["---:"] * (len(self.head) - 1)
        lines = [f"### {self.title}", "", _row(self.head), _row(rules)]
        lines += [_row(_text(cell) for cell in row) for row in self.rows]
        if self.note:
            lines += ["", self.note]
        return "\n".join(lines) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(cell: Cell) -> str:
    """Figures to three places at most: 1234, 56.7, 8.90, .123."""
    if cell is None:
        return ""
    if not isinstance(cell, float):
        return f"{cell:,}" if isinstance(cell, int) else cell
    if abs(cell) >= 100:
        return f"{cell:,.0f}"
    return f"{cell:.1f}" if abs(cell) >= 10 else f"{cell:.2f}"
