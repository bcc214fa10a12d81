"""How cost grows with the book, beside SQLite FTS5 and tantivy on the same work."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks import asking, lookalikes, places
from benchmarks.engines import ENGINES, TOP
from benchmarks.tables import Cell, Table
from benchmarks.timing import Spread, spread
from benchmarks.writing import ALL, OURS, Built, build
from rulings.reading.load import open_book
from rulings_index import Index, open_index

SIZES = (1_000, 10_000, 31_596, 100_000)
IMPORTED = (31_596,)
QUESTIONS = 100
ROUNDS = 3
SOURCE = ("data", "mtgjson-atomic-rulings.json")
Search = Callable[[str], object]


class Measured(NamedTuple):
    """One engine on one book: times by language, the median of all rounds and the first alone."""

    entries: int
    engine: str
    built: Built
    times: dict[str, Spread]
    first: dict[str, Spread]


def tables(
    sizes: Sequence[int] = SIZES, imported: Sequence[int] = IMPORTED, questions: int = QUESTIONS
) -> list[Table]:
    """MTGJSON's rulings as they are, and books of all sizes with every second one in Japanese."""
    source = places.document(*SOURCE)
    plain = [row for size in imported for row in measure(source, size, questions, ())]
    mixed = [row for size in sizes for row in measure(source, size, questions, _sentences())]
    return [
        *_tables("MTGJSON's rulings: text in English, card names in both languages", plain),
        *_tables("the same and look-alikes, every second ruling in Japanese", mixed),
    ]


def measure(
    source: Path, size: int, questions: int, sentences: Sequence[str]
) -> Iterator[Measured]:
    """Build a book of one size with each engine, and ask all of them the same."""
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as place:
        folder = Path(place)
        book = folder / "book"
        lookalikes.write_book(source, size, book, sentences)
        built = {engine: build(engine, book, folder / engine) for engine in ALL}
        index = open_index([book], cache_dir=folder / OURS)
        records = list(_records(index, 20 * questions))
        asked = {
            "ja": asking.japanese(records, questions),
            "en": asking.english(records, questions),
        }
        searches = _searches(index, folder)
        times = {language: _in_turn(searches, asked[language]) for language in asked}
        for engine in ALL:
            of = {language: by_engine[engine] for language, by_engine in times.items()}
            usual = {code: spread([median(rounds) for rounds in of[code]]) for code in of}
            first = {code: spread([rounds[0] for rounds in of[code]]) for code in of}
            row = Measured(size, engine, built[engine], usual, first)
            print(f"measured {row}", file=sys.stderr, flush=True)
            yield row


def _records(index: Index, count: int) -> Iterator[dict[str, Any]]:
    entries = range(index.opened.entries)
    for number in Random(asking.SEED).sample(entries, min(count, len(entries))):
        yield dict(index.opened.register.record(number))


def _searches(index: Index, folder: Path) -> dict[str, Search]:
    """A search of each engine; the others get the terms that ours looks up."""

    def ours(query: str) -> object:
        results = index.search(query, limit=TOP)
        return [hit.record() for hit in (*results.hits, *results.nearest)]

    def other(name: str) -> Search:
        engine = ENGINES[name](folder / name)

        def search(query: str) -> object:
            terms = index.games[0].question(query).terms
            return [json.loads(record) for record in engine.search(list(terms))]

        return search

    return {OURS: ours} | {name: other(name) for name in ENGINES}


def _in_turn(searches: dict[str, Search], questions: Sequence[str]) -> dict[str, list[list[float]]]:
    """Milliseconds of each question in every round by engine, one engine after the other."""
    times: dict[str, list[list[float]]] = {name: [[] for _ in questions] for name in searches}
    for _ in range(ROUNDS):
        for number, question in enumerate(questions):
            for name, search in searches.items():
                began = perf_counter()
                search(question)
                times[name][number].append((perf_counter() - began) * 1000)
    return times


def _sentences() -> list[str]:
    """What our own book says in Japanese, sentence by sentence."""
    entries = open_book([places.BOOK]).entries.values()
    texts = [getattr(entry, "answer", None) or getattr(entry, "text", None) for entry in entries]
    whole = "".join(text["ja"] for text in texts if text and "[[" not in text["ja"])
    return [f"{sentence.strip()}。" for sentence in whole.split("。") if sentence.strip()]


def _tables(title: str, measured: Sequence[Measured]) -> list[Table]:
    costs = ("entries", "engine", "build s", "peak MB", "on disk MB", "times FTS5: build", "size")
    head = ("entries", "engine", "ja p50 ms", "ja p95", "en p50", "en p95")
    first_head = ("asked first: ja p95", "en p95")
    ratios = ("times FTS5: ja p95", "en p95", "times tantivy: ja p95", "en p95")
    built = {(row.entries, row.engine): row for row in measured}
    cost_rows: list[tuple[Cell, ...]] = []
    time_rows: list[tuple[Cell, ...]] = []
    for row in measured:
        fts5, rust = (built[row.entries, name] for name in ("SQLite FTS5", "tantivy"))
        by = (row.built.seconds / fts5.built.seconds, row.built.size / fts5.built.size)
        cost_rows.append((f"{row.entries:,}", row.engine, *row.built, *by))
        ja, en = row.times["ja"], row.times["en"]
        beside = [
            spread.p95 / other.times[language].p95
            for other in (fts5, rust)
            for language, spread in (("ja", ja), ("en", en))
        ]
        first = (row.first["ja"].p95, row.first["en"].p95)
        time_rows.append((f"{row.entries:,}", row.engine, *ja, *en, *first, *beside))
    return [
        Table(f"Building, {title}", costs, cost_rows),
        Table(f"Asking, {title}", (*head, *first_head, *ratios), time_rows),
    ]
