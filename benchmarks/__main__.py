"""`python -m benchmarks [PART…]`: prints the tables, all of them or those named."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from benchmarks import machine, places

PARTS = {
    "start": "whole processes against bare Python",
    "editing": "the search after a call, an edit, a touch, beside a plain one",
    "warm": "searches of the book in one process",
    "quality": "answers to questions on the book, by kind and ruleset",
    "manners": "the same questions, put politely or within a story",
    "heldout": "the book asked with its own phrasings, taken out before",
    "calibrate": "when a hit is sure enough to be an answer",
    "jsquad": "paragraphs of the Japanese Wikipedia, beside published figures",
    "localgov": "Japanese citizens' questions over a city's questions and answers",
    "clauses": "questions on the imported Magic Comprehensive Rules",
    "anybook": "books that the search was not made for, beside the one that it was",
    "processes": "what one machine serves, by one process and by two",
    "scale": "books of 1,000 to 100,000 entries, beside SQLite FTS5 and tantivy",
}
"""What can be asked for; each is a module here with a function `tables`."""


def main() -> None:
    """Measure, and print Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    parser.add_argument(
        "--questions",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="more questions to calibrate by; several times for several files",
    )
    arguments = parser.parse_args()
    chosen = arguments.part or list(PARTS)
    if unknown := [name for name in chosen if name not in PARTS]:
        parser.error(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    print(f"{machine.described()}\n")
    for name in chosen:
        _print(name, arguments.questions)


def _print(name: str, questions: Sequence[Path]) -> None:
    try:
        tables = import_module(f"benchmarks.{name}").tables
        for table in tables(questions) if name == "calibrate" else tables():
            print(table.markdown(), flush=True)
    except (places.MissingError, ModuleNotFoundError) as missing:
        print(f"(no table `{name}` here: {missing})\n", flush=True)


if __name__ == "__main__":
    main()
