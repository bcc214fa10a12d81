"""How well the search does on books that it was not tuned on, beside the one that it was tuned on.

The whole Comprehensive Rules, imported beside our book and asked in players' words; our own
questions beside three editions of them and 31,596 rulings on cards; thirty rulings of another game,
alone and beside ours; the Japanese Wikipedia; our own book with few of its phrasings, or none; and
our own book as it is. Whole searches, with what is refused as no answer.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import clauses, jsquad, places, quality
from benchmarks.tables import Cell, Table
from rulings.importing.formats.mtg_cr import RULESET, TARGET, MagicWriter, read_rules
from rulings.importing.formats.mtgjson import import_mtgjson
from rulings.reading.book_files import book_files
from rulings.reading.yaml_reader import read_document
from rulings_index import Index, open_index
from rulings_index.lab.evaluation import DEPTH, Outcome, read_questions

EDITIONS = ("2022-10-07", "2023-11-17", "2026-01-16")
"""Of the Comprehensive Rules, all installed at once, later ones on top."""

KEPT = (0, 1, 3)
"""Phrasings a language that an entry of our book keeps."""

_HEAD = ("book", "asked", "questions", "first", "among 3", "among 10", "`none`", "false answers")
_OTHERS = ("dev.yaml", "table-dev.yaml")


def tables() -> list[Table]:
    """The one table; a part whose documents are not here is named below it."""
    rows: list[tuple[Cell, ...]] = []
    missing: list[str] = []
    for part in (_rules, _beside, _thin, _paragraphs, _cut, _whole):
        try:
            with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as place:
                rows += part(Path(place))
        except places.MissingError as fault:
            missing.append(f"Left out: {fault}.")
    return [Table("Any book", _HEAD, rows, " ".join(missing))]


def _rules(place: Path) -> Iterator[tuple[Cell, ...]]:
    document = places.document(*clauses.DOCUMENT)
    MagicWriter(TARGET, read_rules(document)).write(place / "book", document.name)
    index = open_index([places.BOOK, place / "book"], cache_dir=place / "cache")
    for name in ("mtg-cr-dev-2.yaml", "mtg-cr-dev.yaml"):
        file = places.document("eval", name)
        yield row("Comprehensive Rules", index, file, ruleset=RULESET)


def _beside(place: Path) -> Iterator[tuple[Cell, ...]]:
    books = [places.BOOK]
    for edition in EDITIONS:
        document = places.document("data", "mtg-cr", f"MagicCompRules-{edition}.txt")
        books.append(place / edition)
        MagicWriter(TARGET, read_rules(document)).write(books[-1], document.name)
    books.append(place / "rulings")
    import_mtgjson(places.document("data", "mtgjson-atomic-rulings.json"), books[-1], EDITIONS[-1])
    index = open_index(books, cache_dir=place / "cache")
    for file in (*places.HELD_OUT, *(places.document("eval", name) for name in _OTHERS)):
        yield row("ours, beside Magic's rules and rulings", index, file)


def _thin(place: Path) -> Iterator[tuple[Cell, ...]]:
    book, file = places.document("eval", "thin-book"), places.document("eval", "thin-dev.yaml")
    for name, books in (("alone", [book]), ("beside ours", [places.BOOK, book])):
        yield row(f"thin book {name}", open_index(books, cache_dir=place / name), file)


def _paragraphs(_: Path) -> Iterator[tuple[Cell, ...]]:
    paragraphs = jsquad.read_paragraphs()
    asked = jsquad.count(paragraphs)
    first, ten = jsquad.recall(paragraphs)
    yield "Japanese Wikipedia", "jsquad", asked, _share(first), None, _share(ten), None, None


def _cut(place: Path) -> Iterator[tuple[Cell, ...]]:
    for kept in KEPT:
        book = place / f"keeps-{kept}"
        write_cut(places.BOOK, book, kept)
        index = open_index([book], cache_dir=place / "cache")
        for file in places.HELD_OUT:
            yield row(f"ours, {kept} phrasings", index, file)


def _whole(place: Path) -> Iterator[tuple[Cell, ...]]:
    index = open_index([places.BOOK], cache_dir=place)
    for file in quality.OURS:
        yield row("ours", index, file)
    for name in _OTHERS:
        yield row("ours", index, places.document("eval", name))


def row(book: str, index: Index, file: Path, ruleset: str | None = None) -> tuple[Cell, ...]:
    """What a file of questions finds in a book, asked of one ruleset or of all."""
    outcomes = [
        Outcome.of(question, index.search(question.query, ruleset=ruleset, limit=DEPTH))
        for question in read_questions(file)
    ]
    answered = [outcome for outcome in outcomes if outcome.question.relevant]
    without = [outcome for outcome in outcomes if not outcome.question.relevant]
    best = [min(outcome.ranks, default=DEPTH + 1) for outcome in answered]
    shares = (
        _share(sum(rank <= depth for rank in best) / len(best)) if best else None
        for depth in (1, 3, DEPTH)
    )
    refused = sum(outcome.certainty == "none" for outcome in answered)
    wrong = f"{sum(outcome.certainty == 'answer' for outcome in without)} of {len(without)}"
    return book, file.name, len(outcomes), *shares, refused, wrong if without else None


def _share(value: float) -> str:
    return f"{value:.3f}"


def write_cut(book: Path, place: Path, kept: int) -> None:
    """A copy of a book whose entries keep so many phrasings a language."""
    for file in map(Path, book_files(book)):
        copy = place / file.relative_to(book)
        copy.parent.mkdir(parents=True, exist_ok=True)
        content = _trimmed(read_document(file).data, kept)
        copy.write_text(json.dumps(content, ensure_ascii=False), "utf-8")  # JSON is YAML too


def _trimmed(value: Any, kept: int) -> Any:
    """Plain data with so many of each list of phrasings."""
    if isinstance(value, list):
        return [_trimmed(part, kept) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _of_entry(part, kept) if key == "asked" else _trimmed(part, kept)
        for key, part in value.items()
    }


def _of_entry(asked: Any, kept: int) -> Any:
    """Phrasings by language, or by entry and language as `asked.yaml` holds them."""
    if isinstance(asked, list):
        return asked[:kept]
    return {key: _of_entry(listed, kept) for key, listed in (asked or {}).items()}
