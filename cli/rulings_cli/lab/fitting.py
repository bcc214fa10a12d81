"""`rulings eval --fit`: the line between answer, perhaps and none, fitted to a book, kept there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.disk.files import save
from rulings.errors import RulingsError
from rulings.format.book_file import LINE_FILE, Line, line_file
from rulings.reading.load import load_book
from rulings_cli.lab.evaluating import cells
from rulings_cli.places import locations
from rulings_index.lab.evaluation import LEVELS, Outcome
from rulings_index.lab.fitting import Fit, fit, samples_of
from rulings_index.ranking.confidence import measure_name

if TYPE_CHECKING:
    from rulings_cli.terminal.output import Output

_NOT_FITTED = ("ours", "imported")
_ROWS = (("before", "as it ships"), ("after", "fitted"), ("held_out", "held out"))
_HONEST = (
    "Fitted on these same questions. Held out: each fifth of them, by a line fitted to the rest."
)
_KINDS = {True: "with an answer", False: "without one"}


class Fitted(NamedTuple):
    """A fit, and the file that holds it; no file if the fit does not help."""

    fit: Fit
    kept: Path | None

    def as_json(self) -> dict[str, Any]:
        """Under the keys of `eval --json`."""
        levels = {
            name: {("answered" if kind else "without"): counts for kind, counts in told.items()}
            for name, _ in _ROWS
            for told in [getattr(self.fit, name)]
        }
        told = {"questions": self.fit.questions, "line": self.fit.lines._asdict()}
        return told | levels | {"kept": str(self.kept) if self.kept else None}


def fit_to_book(place: Path, outcomes: Sequence[Outcome], book: Sequence[Path] | None) -> Fitted:
    """Fit the line to one of the books in use, and keep it in that book if it helps.

    Raises RulingsError where the questions are too few.
    """
    found = fit(samples_of(outcomes, _entries_of(place, book)))
    if not found.helps:
        return Fitted(found, None)
    lines, day = found.lines, date.today().isoformat()
    line = Line(
        answer=lines.answer,
        perhaps=lines.perhaps,
        measured_by=measure_name(),
        questions=found.questions,
        fitted=day,
    )
    save(place / LINE_FILE, line_file(line), inside=place)
    return Fitted(found, place / LINE_FILE)


def book_to_fit(book: Sequence[Path] | None) -> Path:
    """The topmost book that was named; else the user's own. RulingsError where there is none."""
    named = locations.named_books(book)
    mine = [path for path, by in named.items() if by not in (*_NOT_FITTED, "own")]
    mine = mine or [path for path, by in named.items() if by == "own"]
    if not mine:
        raise RulingsError("a line is fitted to a book of yours; name it with --book DIR")
    place = Path(mine[-1])
    if not place.is_dir():
        raise RulingsError(f"{place} is one file; a line is kept in a book's folder")
    return place


def _entries_of(place: Path, book: Sequence[Path] | None) -> set[str]:
    """The entries that come from one of the books in use."""
    paths = locations.books(book)
    layer = paths.index(place)
    return {name for name, origin in load_book(paths).origins.items() if origin.layer == layer}


def print_fit(fitted: Fitted, output: Output) -> None:
    """The certainty of the questions before and after, and on those that it was not fitted to."""
    output.write(f"\n{'line':29}{cells(LEVELS)}\n")
    for answered, kind in _KINDS.items():
        for name, called in _ROWS:
            counts = getattr(fitted.fit, name)[answered]
            row = cells(counts[level] for level in LEVELS)
            output.write(f"  {kind}, {called:{25 - len(kind)}}{row}\n")
    output.line(_HONEST)
    if fitted.kept:
        output.labelled("kept", str(fitted.kept), indent=0)
    else:
        output.line("Held out it is no better than the line that ships, so nothing is written.")
