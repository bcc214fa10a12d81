"""The search after something has changed, in processor time beside a plain warm one.

Whole processes, on a copy of the book: what a judge waits for after a call, and a curator after an
edited sentence. The bounds are those that the index was built to hold.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

from benchmarks import places
from benchmarks.start import compile_packages, launcher, quiet_environment
from benchmarks.tables import Table
from benchmarks.timing import process

ROUNDS = 5
CALLS = 20
ENTRIES, PHRASINGS = 1248, 20
"""The curator's book: 1,248 entries with 25,000 phrasings."""

ASKED = "poison and burn, who takes the prize?"
_BIG_BOOK = """game: {id: big, name: {en: Big}}
ruleset: {id: big-rules, prefix: BIG, game: big, name: {en: The Big Rules}, edition: "1"}
rulings:
"""


class _Place:
    """Books of a folder, searched and changed by the command line."""

    def __init__(self, environment: Mapping[str, str], book: Path) -> None:
        self._environment = {**environment, "RULINGS_ONLY": "1", "RULINGS_BOOK": str(book)}
        self.cache = Path(environment["RULINGS_CACHE"])

    def run(self, *words: str) -> float:
        """Milliseconds of the processor that a command takes."""
        return process([*launcher(), *words], self._environment).cpu

    def search(self) -> float:
        """Milliseconds of the processor that a search takes."""
        return self.run("search", ASKED)

    def beside_bare(self) -> tuple[float, float]:
        """The same for bare Python and a warm search, by turns: the speed of a machine changes."""
        self.search()
        bare, warm = [], []
        for _ in range(3 * ROUNDS):
            bare.append(process([sys.executable, "-c", "pass"], self._environment).cpu)
            warm.append(self.search())
        return median(bare), median(warm)

    def after(self, change: Callable[[int], object]) -> float:
        """The same for the search that follows a change; the median of several rounds."""
        times = []
        for number in range(ROUNDS):
            change(number)
            times.append(self.search())
        return median(times)


def tables() -> list[Table]:
    """The ratios, each beside its bound."""
    compile_packages()
    with quiet_environment() as environment, tempfile.TemporaryDirectory() as folder:
        rows, size = _of_our_book(environment, Path(folder))
        rows.append(_of_a_big_book(environment, Path(folder)))
    rows.append((f"MB of cache that {CALLS} calls leave", size, 40))
    head = ("processor time of a search", "times a plain one", "at most")
    return [Table("After something has changed", head, rows)]


def _of_our_book(
    environment: Mapping[str, str], folder: Path
) -> tuple[list[tuple[str, float, float]], float]:
    book = folder / "book"
    shutil.copytree(places.BOOK, book)
    place = _Place(environment, book)
    bare, plain = place.beside_bare()
    before = places.megabytes(place.cache)
    largest = max(book.glob("*/*/clauses.yaml"), key=_size_of_ruleset)
    verdict = ("--verdict", "No, one opponent.")
    called = place.after(lambda number: place.run("call", f"May she see {number} cards?", *verdict))
    for number in range(CALLS - ROUNDS):
        place.run("call", "--ruleset", "RAID", f"May {number} players leave?", *verdict)
        place.search()
    left = places.megabytes(place.cache) - before
    edited = place.after(lambda number: _edit(largest, number))
    rows: list[tuple[str, float, float]] = [
        ("a plain one, beside bare Python", plain / bare, 6.5),
        ("after `rulings call`", called / plain, 2),
        ("after one edited sentence of the largest ruleset", edited / plain, 15),
    ]
    return rows, left


def _of_a_big_book(environment: Mapping[str, str], folder: Path) -> tuple[str, float, float]:
    phrasings = [text for text in _phrasings() if "'" not in text]
    lines = [_BIG_BOOK]
    for number in range(1, ENTRIES + 1):
        asked = (phrasings[(number * PHRASINGS + at) % len(phrasings)] for at in range(PHRASINGS))
        listed = ", ".join(f"'{text}'" for text in asked)
        lines.append(
            f"  - {{id: BIG-Q{number}, title: {{en: Case {number}}}, verdict: {{en: Yes.}},\n"
            f"     question: {{en: What of case {number}?}}, answer: {{en: It is so.}},\n"
            f"     authority: house, asked: {{en: [{listed}]}}}}\n"
        )
    book = folder / "big"
    book.mkdir()
    (book / "rulings.yaml").write_text("".join(lines), "utf-8")
    place = _Place(environment, book)
    _, plain = place.beside_bare()
    edited = place.after(lambda number: _edit(book / "rulings.yaml", number, "It is so."))
    name = (
        f"after one edited sentence of {ENTRIES:,} entries with {ENTRIES * PHRASINGS:,} phrasings"
    )
    return name, edited / plain, 25


def _phrasings() -> list[str]:
    from rulings.reading.load import open_book

    entries = open_book([places.BOOK]).entries.values()
    return [text for entry in entries for text in entry.asked.get("en", ())]


def _size_of_ruleset(clauses: Path) -> int:
    return sum(file.stat().st_size for file in clauses.parent.glob("*.yaml"))


def _edit(file: Path, number: int, sentence: str = "") -> None:
    """Add a word to a sentence of a file: the first one in English that is a text, or the one
    given.
    """
    text = file.read_text("utf-8")
    marked = sentence or next(
        line for line in text.splitlines() if line.startswith("      en: ") and len(line) > 60
    )
    place = text.index(marked) + len(marked.rstrip("'\"."))
    file.write_text(f"{text[:place]} indeed{number}{text[place:]}", "utf-8")
