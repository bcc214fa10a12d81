"""The book asked with its own phrasings, each taken out before it is asked.

Harder than real questions, since a phrasing was written to differ from its neighbours, and only
its own entry counts; but there are thousands of them, so that they show small differences.
"""

from __future__ import annotations

from benchmarks import places
from benchmarks.partial import Memory, without_phrasings
from benchmarks.tables import Table
from rulings.reading.load import open_book

FOLDS = 6


def tables() -> list[Table]:
    """How often the entry of a phrasing that was taken out is found first, and among three."""
    book = open_book([places.BOOK])
    ranks: dict[str, list[int]] = {"en": [], "ja": []}
    for fold in range(FOLDS):
        rest, taken = without_phrasings(book, fold, FOLDS)
        memory = Memory(rest)
        for text, entry, language in taken:
            answers = memory.best(text)
            ranks[language].append(answers.index(entry) + 1 if entry in answers else 0)
    head = ("", "questions", "first", "among 3", "MRR@10")
    rows = [(name, *_figures(of_language)) for name, of_language in ranks.items()]
    both = ("both", *_figures([*ranks["en"], *ranks["ja"]]))
    return [Table("Phrasings of the book, taken out and asked", head, [*rows, both])]


def _figures(ranks: list[int]) -> tuple[int, str, str, str]:
    size = len(ranks)
    first = sum(rank == 1 for rank in ranks) / size
    three = sum(0 < rank <= 3 for rank in ranks) / size
    mean = sum(1 / rank for rank in ranks if rank) / size
    return size, f"{first:.3f}", f"{three:.3f}", f"{mean:.3f}"
