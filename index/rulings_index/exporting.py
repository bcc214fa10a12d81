"""An index as plain data, for a search that runs elsewhere: the phone page's, in a browser.

Everything comes from the modules that search here, so that a change of the weights, the names or
the words of the book reaches the page with the next one that is made.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from types import ModuleType
from typing import Any

from rulings.books import Book
from rulings.filters import ALWAYS, FIELDS, ORDERED
from rulings.kinds import KINDS
from rulings_index import searching
from rulings_index.query import analysed as questions
from rulings_index.query import names, spelling
from rulings_index.query import syntax as query
from rulings_index.query.written import written_forms
from rulings_index.ranking import confidence
from rulings_index.ranking import scoring as ranking
from rulings_index.storage.building import build_from
from rulings_index.storage.schema import K1
from rulings_index.storage.segment import Segment
from rulings_index.text import analysis, romaji
from rulings_index.text import stems as english

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""One character for 0 to 63, none of which HTML or JSON would escape."""

_MORE = 32
"""Added to a digit when the number goes on."""

_STEPS = len(DIGITS) ** 2 - 1
"""An impact is stored in so many steps, in two digits; with one, near ties fall otherwise."""


SCRIPTS = (
    *("text/analysis.js", "text/stems.js", "query/names.js", "storage/postings.js"),
    *("query/spelling.js", "query/analysed.js", "ranking/scoring.js", "ranking/confidence.js"),
    "query/syntax.js",
)
"""The same search as scripts, in the order in which they build on each other; each stands beside
the module that it follows step for step."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A search as data: `tables` are its rules, `postings` the entries of each word by field.

    `phrasings` says how many of the documents of the field `asked` belong to each entry, in order.
    """

    entries: list[str]
    phrasings: list[int]
    tables: dict[str, Any]
    forms: dict[str, list[str]]
    prefixes: dict[str, str]
    choices: dict[str, dict[str, str]]
    written: dict[str, str]
    postings: dict[str, dict[str, Any]]


def export(book: Book) -> Exported:
    """Index a book in memory and lay the index out as data."""
    built = build_from(book, None)
    segment = Segment(built.meta, built.read)
    named = json.loads(bytes(built.read(names.NAMES)))
    first, last = segment.entries, segment.entries + segment.phrasings
    owned = Counter(segment.owners[first:last])
    return Exported(
        entries=[entry.id for entry in book.entries.values() if KINDS[entry.kind].searched],
        phrasings=[owned[number] for number in range(segment.entries)],
        tables=tables(),
        forms=named["forms"],
        prefixes=named["prefixes"],
        choices=ALWAYS | named["choices"],
        written=written_forms(book, named["forms"]),
        postings={"words": _field(segment, "words", 0), "asked": _field(segment, "asked", first)},
    )


def scripts() -> list[str]:
    """The scripts of the search, to run in this order in one scope."""
    package = files(__package__)
    return [package.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]


def tables() -> dict[str, Any]:
    """The rules of folding, cutting, spelling and weighing that a searcher must share."""
    return {
        "dropped": "".join(sorted(analysis._DROPPED | analysis._LONG_MARKS)) + "゛゜",
        "dashes": "".join(sorted(analysis._DASHES)),
        "small_kana": analysis._SMALL_KANA,
        "kanji_digits": analysis._KANJI_DIGITS,
        "counted_kanji": analysis._COUNTED_KANJI.pattern,
        "bigrams": analysis.BIGRAM_WEIGHTS,
        "irregular": english._IRREGULAR,
        "number_words": english._NUMBERS,
        "syllables": romaji._TABLE,
        "unvoiced": spelling._UNVOICED,
        "longest_query": query.LONGEST_QUERY,
        "filter_fields": FIELDS,
        "filter_orders": ORDERED,
        "topic": names.TOPIC,
        "considered": searching._CONSIDERED,
        "nearest": searching._NEAREST,
        "most_read": searching._MOST_READ,
        **_numbers_of(analysis),
        **_numbers_of(questions),
        **_numbers_of(ranking),
        **_numbers_of(confidence),
        **_numbers_of(spelling),
    }


def _numbers_of(module: ModuleType) -> dict[str, float]:
    """The weights of a module: its public constants that are numbers, in small letters."""
    return {
        name.lower(): value
        for name, value in vars(module).items()
        if name.isupper() and not name.startswith("_") and isinstance(value, int | float)
    }


def encode(numbers: Iterable[int]) -> str:
    """Numbers as characters: five bits each, the lowest first, and whether more follow."""
    out = []
    for number in numbers:
        left = number
        while left >= _MORE:
            out.append(DIGITS[_MORE + left % _MORE])
            left //= _MORE
        out.append(DIGITS[left])
    return "".join(out)


def _field(segment: Segment, field: str, first: int) -> dict[str, Any]:
    """The terms of a field, and for each the gaps between its documents with their impacts."""
    terms = segment.terms_from(field, "")
    top = K1[field] + 1
    return {
        "top": top / _STEPS,
        "terms": "\n".join(terms),
        "postings": "\n".join(_postings(segment, field, term, first, top) for term in terms),
    }


def _postings(segment: Segment, field: str, term: str, first: int, top: float) -> str:
    found = segment.postings(field, term)
    out = []
    before = first - 1
    for document, impact in zip(*found, strict=True) if found else ():
        step = max(1, round(impact / top * _STEPS))
        out.append(encode([document - before - 1]) + DIGITS[step // 64] + DIGITS[step % 64])
        before = document
    return "".join(out)
