"""Trials that kill the index at work: while it builds, sweeps its cache, or follows edits."""

from __future__ import annotations

import re
import shutil
from itertools import cycle
from pathlib import Path

from faults import SEED, Begin, Tally, contents, how_long, kill_at_random

from rulings.disk.changes import locked
from rulings_index import open_index
from rulings_index.storage import cache as stored

PART = "[0-9a-f]{16}-[0-9a-f]{16}"
"""The name of a part in the cache."""


def killed_while_indexing(book: Path, cache: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill an index build; the next search must answer, and nothing may stay behind."""
    before = contents(book)
    turn = cycle([False, True])

    def prepare() -> None:
        if next(turn):
            shutil.rmtree(cache, ignore_errors=True)

    def work(begin: Begin) -> None:
        begin()
        open_index([book], cache_dir=cache, warn=print).rebuild()

    def look() -> str:
        warnings: list[str] = []
        index = open_index([book], cache_dir=cache, warn=warnings.append)
        hits = index.search("pawn queen").hits
        if not hits or hits[0].id != "CH 1.1":
            return f"wrong answer {[hit.id for hit in hits]}"
        index.rebuild()
        if left := warnings or left_in(cache):
            return f"left behind: {left}"
        return "" if contents(book) == before else "the book was changed"

    return kill_at_random("index build", work, look, rounds, seed, prepare)


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

    def crowd() -> None:
        for number in range(60):
            shutil.copytree(next(others.glob("book-*")), cache / f"book-{number:016x}")
            part = cache / "parts" / f"{number:016x}-{number:016x}"
            part.write_bytes(b"x" * 1000)

    def work(begin: Begin) -> None:
        stored.MOST_BYTES = 0  # in this process alone
        begin()
        with locked(str(cache / "parts" / "lock")):
            stored.sweep(str(cache), str(current))

    def look() -> str:
        hits = open_index([book], cache_dir=cache).search("pawn queen").hits
        if not hits or hits[0].id != "CH 1.1":
            return f"wrong answer {[hit.id for hit in hits]}"
        how_long(work)
        files = contents(current) | contents(cache / "parts")
        left = left_in(cache)
        return f"left behind: {left}" if left or files != in_use else ""

    return kill_at_random("sweep", work, look, rounds, seed, crowd)


def killed_while_refreshing(book: Path, cache: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill a program that keeps an index open while the book is edited below it."""

    clauses = book / "rules" / "clauses.yaml"
    aside = clauses.with_name(".clauses.new")

    def work(begin: Begin) -> None:
        index = open_index([book], cache_dir=cache, warn=print)
        text = clauses.read_text()
        begin()
        for number in range(8):
            aside.write_text(text.replace("a queen", f"a queen{number % 2 * ' at once'}"))
            aside.replace(clauses)
            index.refresh()

    def look() -> str:
        aside.unlink(missing_ok=True)
        warnings: list[str] = []
        index = open_index([book], cache_dir=cache, warn=warnings.append)
        hits = index.search("pawn queen").hits
        if not hits or hits[0].id != "CH 1.1":
            return f"wrong answer {[hit.id for hit in hits]}"
        if hits[0].record()["text"]["en"] not in clauses.read_text():
            return "an answer that the book does not hold"
        index.rebuild()
        left = warnings or left_in(cache)
        return f"left behind: {left}" if left else ""

    return kill_at_random("refresh", work, look, rounds, seed)
