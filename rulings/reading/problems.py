"""What is wrong with a book: a fault of its data, and a problem, which has its place in a file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from rulings.errors import RulingsError

Severity = Literal["error", "warning", "note"]

LONGEST_MESSAGE = 600


class Fix(NamedTuple):
    """A fix where only one is right: the plain data `new` replaces `old`, which is the value at
    `pointer`, or a citation ``[[…]]`` in its text.

    A fix never changes words.
    """

    old: str
    new: Any
    pointer: tuple[str | int, ...] = ()


class Fault(NamedTuple):
    """What is wrong with data: where in it, what, the fix if only one is right, and its code."""

    pointer: tuple[str | int, ...]
    message: str
    fix: Fix | None = None
    code: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A fault at its place; `line` and `column` count from 1; a whole file or folder has 0."""

    path: str
    line: int
    column: int
    code: str
    message: str
    severity: Severity = "error"
    fix: Fix | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Shorten the message to one line, and keep its end, which is the remedy."""
        if len(self.message) > LONGEST_MESSAGE or not self.message.isprintable():
            line, half = " ".join(self.message.split()), LONGEST_MESSAGE // 2
            short = line if len(line) <= LONGEST_MESSAGE else f"{line[:half]}…{line[-half:]}"
            object.__setattr__(self, "message", short)

    @property
    def where(self) -> str:
        """``path:line:column``, or only the path of a whole file or folder."""
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path

    @property
    def stage(self) -> int:
        """Where it was met: 0 reading a file, 1 in the form of its data, 2 and above in its ids."""
        return int(self.code[1])

    def __str__(self) -> str:
        return f"{self.where}: {self.code} {self.message}"


def in_order(problems: Iterable[Problem], last: Sequence[Path] = ()) -> list[Problem]:
    """Problems once each, errors first, by file and line; those of the books `last` come last."""
    ranks = get_args(Severity)

    def rank(each: Problem) -> tuple[bool, int, Problem]:
        is_last = any(Path(each.path).is_relative_to(book) for book in last)
        return is_last, ranks.index(each.severity), each

    return sorted(set(problems), key=rank)


class BookError(RulingsError):
    """A book that cannot be read as it stands; `problems` holds all."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        first, rest = self.problems[0], len(self.problems) - 1
        more = f" (and {rest} more: run `rulings check`)" if rest else ""
        super().__init__(f"{first}{more}")
