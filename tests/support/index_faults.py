"""Trials that kill the index at work: while it builds, sweeps its cache, or follows edits."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from faults import SEED, Tally, contents, kill_at_random, program

from rulings_index import open_index

PART = "[0-9a-f]{16}-[0-9a-f]{16}"
"""The name of a part in the cache."""

INDEX = """
    import sys
    import rulings_index.building.build
    from rulings_index import open_index
    print("begin", flush=True)
    open_index([sys.argv[1]], cache_dir=sys.argv[2], warn=print).rebuild()
    """
SWEEP = """
    import os, sys
    from rulings.disk.changes import locked
    from rulings_index.storage import cache as stored
    cache, current = sys.argv[1:]
    stored.MOST_BYTES = 0
    print("begin", flush=True)
    with locked(os.path.join(cache, "parts", "lock")):
        stored.sweep(cache, current)
    """
REFRESH = """
    import sys
    from pathlib import Path
    import rulings_index.building.build
    from rulings_index import open_index
    book, cache = sys.argv[1:]
    index = open_index([book], cache_dir=cache, warn=print)
    clauses = Path(book, "rules", "clauses.yaml")
    text = clauses.read_text()
    aside = clauses.with_name(".clauses.new")
    print("begin", flush=True)
    for number in range(8):
        aside.write_text(text.replace("a queen", f"a queen{number % 2 * ' at once'}"))
        aside.replace(clauses)
        index.refresh()
    """


def killed_while_indexing(book: Path, cache: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill an index build; the next search must answer, and nothing may stay behind."""
    before = contents(book)
    turn = iter(range(10**9))

    def start() -> subprocess.Popen[bytes]:
        if next(turn) % 2:
            shutil.rmtree(cache, ignore_errors=True)
        return program(INDEX, str(book), str(cache))

    def look() -> str:
        said: list[str] = []
        index = open_index([book], cache_dir=cache, warn=said.append)
        hits = index.search("pawn queen").hits
        if not hits or hits[0].id != "CH 1.1":
            return f"wrong answer {[hit.id for hit in hits]}"
        index.rebuild()
        if left := said or left_in(cache):
            return f"left behind: {left}"
        return "" if contents(book) == before else "the book was changed"

    return kill_at_random("index build", start, look, rounds, seed)


def left_in(cache: Path) -> list[str]:
    """What stands in a cache of one set of books and should not."""
    sets = sorted(path.name.partition("-")[0] for path in cache.glob("book-*/*"))
    parts = [path.name for path in cache.glob("parts/*") if not re.fullmatch(PART, path.name)]
    return parts + (sets if sets != ["current", "idx"] else [])


def killed_while_sweeping(book: Path, cache: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill a sweep of a crowded cache: what is in use answers, and the next sweep ends it."""
    current = Path(open_index([book], cache_dir=cache).status()["folder"]).parent
    in_use = contents(current) | contents(cache / "parts")
    others = cache.parent / "others"
    open_index([book / "rules", book], cache_dir=others)

    def start() -> subprocess.Popen[bytes]:
        for number in range(60):
            shutil.copytree(next(others.glob("book-*")), cache / f"book-{number:016x}")
            part = cache / "parts" / f"{number:016x}-{number:016x}"
            part.write_bytes(b"x" * 1000)
        return program(SWEEP, str(cache), str(current))

    def look() -> str:
        hits = open_index([book], cache_dir=cache).search("pawn queen").hits
        if not hits or hits[0].id != "CH 1.1":
            return f"wrong answer {[hit.id for hit in hits]}"
        program(SWEEP, str(cache), str(current)).communicate()
        found = contents(current) | contents(cache / "parts")
        left = left_in(cache)
        return f"left behind: {left}" if left or found != in_use else ""

    return kill_at_random("sweep", start, look, rounds, seed)


def killed_while_refreshing(book: Path, cache: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill a program that keeps an index open while the book is edited below it."""

    def start() -> subprocess.Popen[bytes]:
        return program(REFRESH, str(book), str(cache))

    def look() -> str:
        (book / "rules" / ".clauses.new").unlink(missing_ok=True)
        said: list[str] = []
        index = open_index([book], cache_dir=cache, warn=said.append)
        hits = index.search("pawn queen").hits
        if not hits or hits[0].id != "CH 1.1":
            return f"wrong answer {[hit.id for hit in hits]}"
        stated = (book / "rules" / "clauses.yaml").read_text()
        if hits[0].record()["text"]["en"] not in stated:
            return "an answer that the book does not hold"
        index.rebuild()
        left = said or left_in(cache)
        return f"left behind: {left}" if left else ""

    return kill_at_random("refresh", start, look, rounds, seed)
