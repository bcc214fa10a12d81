"""All fault trials in full, counted: ``python tests/faults [--rounds 200] [--seconds 60]``."""

from __future__ import annotations

import argparse
import runpy
import sys
import tempfile
from pathlib import Path
from textwrap import dedent

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [
    str(TESTS / "support"),
    *map(str, (TESTS.parent / each for each in ("", "index", "cli"))),
]

import faults  # noqa: E402
import index_faults  # noqa: E402
import renaming_faults  # noqa: E402

OF_THE_INDEX = {
    "index": index_faults.killed_while_indexing,
    "sweep": index_faults.killed_while_sweeping,
    "refresh": index_faults.killed_while_refreshing,
}
OF_CALLS = {
    "calls": faults.killed_while_keeping_calls,
    "merge": faults.killed_while_merging_calls,
}
TRIALS = (*OF_THE_INDEX, "import", "stale", "rename", *OF_CALLS, "crowd")


def small_book(folder: Path) -> Path:
    for file, text in runpy.run_path(str(TESTS / "conftest.py"))["SMALL_BOOK"].items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


def run(trial: str, place: Path, rounds: int, seconds: float, seed: int) -> str:
    book = small_book(place / "book")
    if trial in OF_THE_INDEX:
        return str(OF_THE_INDEX[trial](book, place / "cache", rounds, seed))
    old, new = sorted((TESTS / "data" / "editions").glob("*.txt"))
    if trial == "stale":
        house = faults.stale_book(place / "house")
        return str(faults.killed_while_fixing((old, new), house, rounds, seed))
    if trial == "rename":
        book = renaming_faults.cited_often(book)
        return str(renaming_faults.killed_while_renaming(book, rounds, seed))
    if trial == "import":
        return str(faults.killed_while_importing((old, new), place / "in" / "book", rounds, seed))
    if trial in OF_CALLS:
        return str(OF_CALLS[trial](book, place / "own", rounds, seed))
    *searchers, rebuilt = faults.crowded(book, place / "cache", 8, seconds)
    told = [said.split() for said in searchers]
    asked, wrong, warned = (sum(int(each[at]) for each in told) for at in range(3))
    counts = f"{asked} answers, {wrong} wrong, {warned} warnings, {rebuilt}"
    return f"8 searching for {seconds:.0f} s: {counts}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="*", choices=[[], *TRIALS])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=faults.SEED)
    options = parser.parse_args()
    for trial in options.trials or TRIALS:
        with tempfile.TemporaryDirectory() as place:
            print(
                run(trial, Path(place), options.rounds, options.seconds, options.seed), flush=True
            )


if __name__ == "__main__":
    main()
