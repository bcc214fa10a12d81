"""Builds one index in a process of its own, so that its memory can be told.

`python -m benchmarks.writing ENGINE BOOK FOLDER` prints the seconds and the MB that it took.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.engines import ENGINES, documents_of
from benchmarks.machine import peak_memory
from benchmarks.places import megabytes
from rulings.reading.load import open_book
from rulings_index import open_index

OURS = "rulings"
ALL = (OURS, *ENGINES)


class Built(NamedTuple):
    """What building took: seconds, the most memory in MB, and MB on disk."""

    seconds: float
    memory: float
    size: float


def build(engine: str, book: Path, folder: Path) -> Built:
    """Read a book and build an index of it, in a new process."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "benchmarks.writing", engine, str(book), str(folder)]
    printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    seconds, memory = printed.split()
    return Built(float(seconds), float(memory), megabytes(folder))


def main() -> None:
    """Build what the command line says."""
    engine, book, folder = sys.argv[1:]
    began = perf_counter()
    if engine == OURS:
        open_index([book], cache_dir=folder)
    else:
        ENGINES[engine](Path(folder)).write(documents_of(open_book([book])))
    print(perf_counter() - began, peak_memory() / 2**20)


if __name__ == "__main__":
    main()
