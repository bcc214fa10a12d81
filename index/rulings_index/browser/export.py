"""An index as plain data, for a search that runs elsewhere: the phone page's, in a browser.

Everything comes from the modules that search here, so a changed weight, name or word of the book
is in the next page that is made. Each script lies beside the module that it follows step by step,
and finds the same entries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise, product
from types import ModuleType
from typing import Any

from rulings import ids
from rulings.format.model import Fork
from rulings.format.record import Record
from rulings.lookup import filters
from rulings.lookup.event import NO_EVENT, Event
from rulings.reading.book import Book
from rulings_index import weights
from rulings_index.asking_back import calls, numbers, ties
from rulings_index.asking_back.calls import touch_of
from rulings_index.asking_back.forks import CaseWords
from rulings_index.building.build import build_from
from rulings_index.building.write import K1, step_of
from rulings_index.current_index import default_cache
from rulings_index.games import Game, Opened
from rulings_index.lexicon import homophones, names, wordlists
from rulings_index.query import analysed, syntax
from rulings_index.ranking import confidence, scoring
from rulings_index.results import shown_texts, substance
from rulings_index.storage.segment import Segment
from rulings_index.storage.table import Postings, Table
from rulings_index.text import analysis, sounds, stems

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""One character for 0 to 63, none of which HTML or JSON would escape."""

_IMPACTS = ["".join(pair) for pair in product(DIGITS, repeat=2)]
"""Two characters for each impact, in steps."""

_MORE = len(DIGITS) // 2
"""Added to a digit when the number goes on."""

SCRIPTS = (
    *("text/analysis.js", "text/stems.js", "text/sounds.js", "lexicon/names.js"),
    *("lexicon/spelling.js", "lexicon/homophones.js", "query/analysed.js", "query/syntax.js"),
    *("storage/segment.js", "ranking/scoring.js", "ranking/confidence.js"),
    *("asking_back/forks.js", "asking_back/ties.js", "asking_back/numbers.js"),
    *("games.js", "index.js"),
)
"""The same search as scripts, in the order in which they build on each other."""


def export(book: Book, event: Event = NO_EVENT) -> dict[str, Any]:
    """The index of a book as data, for the questions of an event.

    The calls in the book must be the event's. `games` has the data of each collection of a game:
    the `name` of the game, its `forms`, the `inflected` forms of its words, how many `entries`
    there are, and the postings of each word by field (`words`, and `asked` for phrasings).
    `facets` are the entries of each value of a filter, `forks` the cases of each fork and the forks
    of each entry, `expected` the facets of what the event is played by.
    """
    built = build_from(book, default_cache())
    opened = Opened(Table(built.register), list(built.parts.values()))
    known = opened.known
    records = [opened.parsed(number) for number in range(opened.entries)]
    filtered = [f"{field}:" for field in filters.FIELDS]
    facets = (facet for begin in filtered for facet in opened.register.terms_from("facet", begin))
    renamed = book.now_called().items()
    number_of = {record["id"]: number for number, record in enumerate(records)}
    return {
        **_of_records(records),
        "games": [_game(game) for game in opened.games],
        "prefixes": known["prefixes"],
        "choices": filters.ALWAYS | known["choices"],
        "rulesets": {ruleset.id: ruleset.name for ruleset in book.rulesets.values()},
        "facets": {facet: list(opened.documents(facet)) for facet in facets},
        "forks": {"of": known["forks"], "records": dict(_forks(book, known["case_words"]))},
        "formulas": known["formulas"],
        "formerly": {old: number_of[new] for old, new in renamed if new in number_of},
        "phrasings": [
            len(game.segment.phrasings_of(entry))
            for game in opened.games
            for entry in game.segment.order
        ],
        "expected": list(scoring.expected_of(event)),
        "not_played": scoring.not_played(event, known["rulesets"]),
    }


def _of_records(records: Sequence[Record]) -> dict[str, Any]:
    """Data of each entry: entries that say the same have the same number in `substances`. `calls`
    has the calls in force that touch an entry, by its id: their number, how closely, when made;
    `overruled` has the entries that each call overrules.
    """
    number_of = {text: number for number, text in enumerate(dict.fromkeys(map(substance, records)))}
    return {
        "entries": [record["id"] for record in records],
        "titles": [record["title"] for record in records],
        "texts": [list(shown_texts(record)) for record in records],
        "examples": {
            number: [
                {key: each[key] for key in ("formula", "given", "expect")}
                for each in record["worked"]
            ]
            for number, record in enumerate(records)
            if record.get("worked")
        },
        "rests_on": [ties.rests_on(record) for record in records],
        "substances": [number_of[substance(record)] for record in records],
        "calls": dict(_calls(records)),
        "overruled": dict(_overruled(records)),
    }


def _game(game: Game) -> dict[str, Any]:
    segment = game.segment
    return {
        "name": game.name,
        "entries": segment.entries,
        "forms": game.forms,
        "inflected": game.forms.inflected,
        "words": _field(segment, "words", segment.order),
        "asked": _field(segment, "asked", chain(*map(segment.phrasings_of, segment.order))),
    }


_MODULES: Sequence[ModuleType] = (
    *(analysis, stems, sounds, homophones, names, analysed, scoring, confidence),
    *(calls, ties, numbers, syntax, filters, ids),
)
"""Those whose lists and patterns the scripts read, by the names that they have here."""


def scripts() -> list[str]:
    """The scripts of the search, to run in this order in one scope, after their constants."""
    stated = "\n".join(f"const {name} = {code};" for name, code in constants().items())
    return [stated, *_written()]


def constants() -> dict[str, str]:
    """The constants of the scripts as code, by name: all weights, and what the scripts name."""
    named = set(re.findall(r"\b[A-Z][A-Z_]+\b", "".join(_written())))
    values = {
        name: value for module in _MODULES for name, value in vars(module).items() if name in named
    }
    values |= {name: value for name, value in vars(weights).items() if name.isupper()}
    values |= {"SOUND_ALIKES": wordlists.sound_alikes()._asdict(), "DIGITS": DIGITS}
    return {name: _code_of(value) for name, value in values.items()}


def _written() -> list[str]:
    package = files("rulings_index")
    return [package.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]


def _code_of(value: Any) -> str:
    """A value as JavaScript. Browsers read the patterns that are exported as Python does."""
    if isinstance(value, re.Pattern):
        return f"new RegExp({_code_of(value.pattern.replace('(?P<', '(?<'))}, 'g')"
    return json.dumps(sorted(value) if isinstance(value, frozenset) else value, ensure_ascii=False)


@cache
def encode(number: int) -> str:
    """A number as characters: five bits each, the lowest first, and whether more follow."""
    written = ""
    while number >= _MORE:
        written += DIGITS[_MORE + number % _MORE]
        number //= _MORE
    return written + DIGITS[number]


def _calls(records: Sequence[Record]) -> Iterator[tuple[str, list[tuple[int, int, str]]]]:
    """The calls in force that touch each entry."""
    in_force = [
        (number, record, call["made"])
        for number, record in enumerate(records)
        if record["status"] == "active" and (call := record.get("call"))
    ]
    for record in records if in_force else ():
        touches = ((number, touch_of(call, record), made) for number, call, made in in_force)
        if touching := [touch for touch in touches if touch[1]]:
            yield record["id"], touching


def _overruled(records: Sequence[Record]) -> Iterator[tuple[int, list[int]]]:
    """The numbers of the entries that each call overrules."""
    numbers = {record["id"]: number for number, record in enumerate(records)}
    for number, record in enumerate(records):
        if call := record.get("call"):
            yield number, [numbers[name] for name in call["overrules"] if name in numbers]


def _forks(book: Book, words: dict[str, list[CaseWords]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for entry in book.entries.values():
        if isinstance(entry, Fork):
            cases = [
                {"when": case.when, "verdict": case.verdict, "entry": case.entry, **of_case}
                for case, of_case in zip(entry.cases, words[entry.id], strict=True)
            ]
            yield entry.id, {"ask": entry.ask, "cases": cases}


def _field(segment: Segment, field: str, order: Iterable[int]) -> dict[str, Any]:
    """The terms of a field, and for each the gaps between its documents with their impacts; the
    documents are numbered in reading order.
    """
    step = step_of(K1[field])
    numbers = {document: number for number, document in enumerate(order)}
    encoded = {
        term: _encoded(postings, numbers, step)
        for term in segment.terms_from(field, "")
        if (postings := segment.postings(field, term))
    }
    return {"step": step, "terms": "\n".join(encoded), "postings": "\n".join(encoded.values())}


def _encoded(postings: Postings, numbers: Mapping[int, int], step: float) -> str:
    documents, impacts = postings
    ordered = sorted(zip(map(numbers.__getitem__, documents), impacts, strict=True))
    return "".join(
        encode(number - last - 1) + _IMPACTS[round(impact / step)]
        for (last, _), (number, impact) in pairwise([(-1, 0.0), *ordered])
    )
