"""Questions a second that one machine answers, by processes, and what a process needs of memory."""

from __future__ import annotations

import tempfile
from itertools import cycle, islice
from multiprocessing import Queue, get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from time import monotonic, process_time
from typing import NamedTuple

from benchmarks import asking, lookalikes, places
from benchmarks.machine import peak_memory
from benchmarks.tables import Cell, Table
from rulings_index import open_index
from rulings_index.lab.evaluation import read_questions

PROCESSES = (1, 2)
LARGE = 31_596
SOURCE = ("data", "mtgjson-atomic-rulings.json")
SECONDS = 5.0
_LEAST = 50


class Served(NamedTuple):
    """What one process did: questions, seconds by the clock and of its processor, megabytes."""

    questions: int
    wall: float
    cpu: float
    memory: float


def tables(large: int = LARGE, seconds: float = SECONDS) -> list[Table]:
    """Our book, and the rulings of MTGJSON, each asked by one process and by two at a time."""
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as place:
        folder = Path(place)
        ours = [question.query for question in read_questions(places.document("eval", "dev.yaml"))]
        rows = list(_rows("our book", places.BOOK, folder / "ours", ours, seconds))
        book = folder / "book"
        lookalikes.write_book(places.document(*SOURCE), large, book, ())
        index = open_index([book], cache_dir=folder / "large")
        records = [dict(index.opened.register.record(number)) for number in range(0, large, 16)]
        texts = asking.english(records, 100)
        rows += _rows(f"{large:,} rulings of MTGJSON", book, folder / "large", texts, seconds)
    head = ("book", "processes", "questions a second", "CPU ms a question", "MB a process")
    note = "Each process keeps `Index.search` open and asks one question after another."
    return [Table("What one machine serves", head, rows, note)]


def _rows(
    name: str, book: Path, cache: Path, queries: list[str], seconds: float
) -> list[tuple[Cell, ...]]:
    open_index([book], cache_dir=cache)
    rows: list[tuple[Cell, ...]] = []
    for count in PROCESSES:
        served = _serve(count, book, cache, queries, seconds)
        rate = sum(each.questions / each.wall for each in served)
        cpu = 1000 * sum(each.cpu for each in served) / sum(each.questions for each in served)
        rows.append((name, count, rate, cpu, max(each.memory for each in served)))
    return rows


def _serve(count: int, book: Path, cache: Path, queries: list[str], seconds: float) -> list[Served]:
    """Ask in so many processes at once, which begin together."""
    context = get_context("spawn")
    barrier, done = context.Barrier(count), context.Queue()
    workers = [
        context.Process(target=_work, args=(book, cache, queries, seconds, barrier, done))
        for _ in range(count)
    ]
    for worker in workers:
        worker.start()
    served = [done.get() for _ in workers]
    for worker in workers:
        worker.join()
    return served


def _work(
    book: Path,
    cache: Path,
    queries: list[str],
    seconds: float,
    barrier: Barrier,
    done: Queue[Served],
) -> None:
    index = open_index([book], cache_dir=cache)
    for query in islice(cycle(queries), _LEAST):
        index.search(query)
    barrier.wait()
    start, cpu, questions = monotonic(), process_time(), 0
    for query in cycle(queries):
        index.search(query)
        questions += 1
        if monotonic() - start >= seconds:
            break
    done.put(Served(questions, monotonic() - start, process_time() - cpu, peak_memory() / 2**20))
