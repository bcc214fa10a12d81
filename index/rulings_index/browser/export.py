"""An index as plain data, for a search that runs elsewhere: the phone page's, in a browser.

Everything comes from the modules that search here, so a changed weight, name or word of the book
is in the next page that is made. Each script lies beside the module that it follows step by step,
and finds the same entries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, product
from typing import Any

from rulings import ids
from rulings.format.model import Fork, Text
from rulings.format.record import Record
from rulings.lookup import filters
from rulings.lookup.event import NO_EVENT, Event
from rulings.reading.book import Book
from rulings_index import weights
from rulings_index.asking_back import ties
from rulings_index.asking_back.calls import OVERRULES, touch_of
from rulings_index.building.build import build_from
from rulings_index.building.write import K1, step_of
from rulings_index.games import Game, Opened
from rulings_index.grouping import substance
from rulings_index.lexicon import homophones, names, spelling, wordlists
from rulings_index.query import analysed, syntax
from rulings_index.ranking import confidence, scoring
from rulings_index.results import said_in, strings_in
from rulings_index.storage.segment import Segment, record_in
from rulings_index.storage.shelf import Shelf
from rulings_index.storage.table import Postings
from rulings_index.store import default_cache, shelf_in
from rulings_index.text import analysis, readings, romaji, stems

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""One character for 0 to 63, none of which HTML or JSON would escape."""

LEVELS = ["".join(pair) for pair in product(DIGITS, repeat=2)]
"""Two characters for each impact, in steps."""

_MORE = len(DIGITS) // 2
"""Added to a digit when the number goes on."""

SCRIPTS = (
    *("weights.js", "text/analysis.js", "text/stems.js", "text/romaji.js", "text/readings.js"),
    *(
        "lexicon/names.js",
        "lexicon/spelling.js",
        "lexicon/homophones.js",
        "query/analysed.js",
        "query/syntax.js",
    ),
    *("storage/segment.js", "storage/document_weights.js"),
    *("ranking/scoring.js", "ranking/confidence.js"),
    *("asking_back/forks.js", "asking_back/ties.js", "games.js", "index.js"),
)
"""The same search as scripts, in the order in which they build on each other."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A search as data: `tables` are its rules, `games` what belongs to each collection of a
    game alone: the `name` of the game and its `forms`, how many `entries` there are, and the
    `postings` of each word by field.

    By entry, in order: its id in `entries`, how many documents of the field `asked` belong to it in
    `phrasings`, its title in `titles`, its `texts`, the ids that it `rests_on`, and in `substances`
    a number that those share which say the same. `facets` are the entries of each value of a
    filter, `forks` the cases of each fork and the forks of each entry. `calls` are those in force
    that touch an entry, by its id: the number of each, how closely, when it was made; `overruled`
    are the entries that each stands above. `expected` are the facets of what the event is played
    by.
    """

    entries: list[str]
    phrasings: list[int]
    titles: list[Text]
    texts: list[list[str]]
    rests_on: list[list[str]]
    substances: list[int]
    tables: dict[str, Any]
    games: list[dict[str, Any]]
    prefixes: dict[str, str]
    choices: dict[str, dict[str, str]]
    rulesets: dict[str, Text]
    facets: dict[str, list[int]]
    forks: dict[str, Any]
    formerly: dict[str, int]
    calls: dict[str, list[tuple[int, int, str]]]
    overruled: dict[int, list[int]]
    expected: list[str]


def export(book: Book, event: Event = NO_EVENT) -> Exported:
    """The index of a book as data, for the questions of an event.

    What calls the book holds must be the event's. Parts that the cache has are taken from there,
    others are made in memory.
    """
    built = build_from(book, shelf=Shelf(shelf_in(default_cache())))
    opened = Opened(built.meta, built.read)
    register, named = opened.register, opened.names
    records = [json.loads(record_in(register, number)) for number in range(opened.entries)]
    said = {text: number for number, text in enumerate(dict.fromkeys(map(substance, records)))}
    return Exported(
        entries=[record["id"] for record in records],
        phrasings=[count for game in opened.games for count in _phrasings(game.segment)],
        titles=[record["title"] for record in records],
        texts=[list(said_in(record)) for record in records],
        rests_on=[ties.rests_on(record) for record in records],
        substances=[said[substance(record)] for record in records],
        tables=tables(),
        games=[_game(game) for game in opened.games],
        prefixes=named["prefixes"],
        choices=filters.ALWAYS | named["choices"],
        facets={
            facet: [*found[0]]
            for field in (
                *(f"{field}:" for field in filters.FIELDS),
                confidence.FITTED,
                scoring.ABOUT,
            )
            for facet in register.terms_from("facet", field)
            if (found := register.postings("facet", facet))
        },
        calls=dict(_calls(records)),
        overruled=dict(_overruled(records)),
        expected=list(scoring.expected_of(event)),
        formerly=_formerly(book, [record["id"] for record in records]),
        rulesets={one.id: one.name for one in book.rulesets.values()},
        forks={"of": named["forks"], "records": dict(_forks(book))},
    )


def _phrasings(segment: Segment) -> list[int]:
    return [len(segment.phrasings_of(entry)) for entry in range(segment.entries)]


def _game(game: Game) -> dict[str, Any]:
    segment = game.segment
    return {
        "name": game.name,
        "entries": segment.entries,
        "forms": game.forms,
        "words": _field(segment, "words", 0),
        "asked": _field(segment, "asked", segment.entries),
    }


def scripts() -> list[str]:
    """The scripts of the search, to run in this order in one scope."""
    package = files("rulings_index")
    return [package.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]


def tables() -> dict[str, Any]:
    """The weights and the rules of folding, cutting, spelling and reading ids, each by the name
    under which the scripts read it (`weights.js`).
    """
    shared = {name: value for name, value in vars(weights).items() if name.isupper()}
    return {name.lower(): value for name, value in shared.items()} | _of_texts() | _of_queries()


def _of_texts() -> dict[str, Any]:
    return {
        "dropped": sorted(analysis.DROPPED),
        "long_marks": sorted(analysis.LONG_MARKS),
        "dashes": sorted(analysis.DASHES),
        "small_kana": analysis.SMALL_KANA,
        "kanji_digits": analysis.KANJI_DIGITS,
        "counted_kanji": _pattern(analysis.COUNTED_KANJI),
        "rule_number": _pattern(analysis.RULE_NUMBER),
        "irregular": stems.IRREGULAR,
        "number_words": stems.NUMBERS,
        "grammatical": sorted(stems.GRAMMATICAL),
        "syllables": romaji.SYLLABLES,
        "longest_syllable": romaji.LONGEST_SYLLABLE,
        "vowels": romaji.VOWELS,
        "vowel_of": romaji.VOWEL_OF,
        "long_vowels": sorted(romaji.LONG_VOWELS),
        "unvoiced": spelling.UNVOICED,
        "reading": readings.READING,
        "heard": analysis.HEARD,
        "repeated": analysis.REPEATED,
        "shortest_sound": readings.SHORTEST_SOUND,
        "longest_sound": readings.LONGEST_SOUND,
        "particles": sorted(homophones.PARTICLES),
        "pair": analysis.PAIR,
        "sound_alikes": wordlists.sound_alikes()._asdict(),
    }


def _of_queries() -> dict[str, Any]:
    return {
        "digits": DIGITS,
        "concept": names.CONCEPT,
        "topic": names.TOPIC,
        "common": names.COMMON,
        "cues": analysed.CUES,
        "game_cue": analysed.GAME,
        "of_cards": scoring.OF_CARDS,
        "open_points": scoring.OPEN_POINTS,
        "about": scoring.ABOUT,
        "levels": confidence.LEVELS,
        "fitted": confidence.FITTED,
        "no_things": confidence.NO_THINGS,
        "overrules": OVERRULES,
        "which_rules": ties.WHICH_RULES,
        "which_case": ties.WHICH_CASE,
        "another_question": ties.ANOTHER_QUESTION,
        "ended": syntax.ENDED,
        "quoted": _pattern(syntax.QUOTED),
        "filter_fields": filters.FIELDS,
        "filter_orders": filters.ORDERED,
        "inline_filter": _pattern(filters.INLINE),
        "kinds_of_id": filters.KINDS_OF_ID,
        "id_of_name": _pattern(ids.NAMED),
        "id_of_entry": _pattern(ids.LOOSE_ENTRY),
        "id_of_clause": _pattern(ids.LOOSE_CLAUSE),
        "id_of_article": _pattern(ids.ARTICLE),
        "id_mentioned": _pattern(ids.MENTIONED),
        "id_prefix_end": _pattern(ids.BETWEEN),
        "longest_loose_id": ids.LONGEST_LOOSE_ID,
    }


def _pattern(pattern: re.Pattern[str]) -> str:
    """A pattern as browsers write it; they read what these hold as Python does."""
    return pattern.pattern.replace("(?P<", "(?<")


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
        (number, one, call["made"])
        for number, one in enumerate(records)
        if one["status"] == "active" and (call := one.get("call"))
    ]
    for record in records if in_force else ():
        touching = ((number, touch_of(one, record), made) for number, one, made in in_force)
        if found := [one for one in touching if one[1]]:
            yield record["id"], found


def _overruled(records: Sequence[Record]) -> Iterator[tuple[int, list[int]]]:
    """The numbers of the entries above which each call stands."""
    numbers = {record["id"]: number for number, record in enumerate(records)}
    for number, record in enumerate(records):
        if call := record.get("call"):
            yield number, [numbers[one] for one in call["overrules"] if one in numbers]


def _forks(book: Book) -> Iterator[tuple[str, dict[str, Any]]]:
    for entry in book.entries.values():
        if isinstance(entry, Fork):
            cases = [
                {"when": case.when, "entry": case.entry, "said": list(strings_in(case.said))}
                for case in entry.cases
            ]
            yield entry.id, {"ask": entry.ask, "cases": cases}


def _formerly(book: Book, entries: list[str]) -> dict[str, int]:
    """From ids that entries had before to their numbers."""
    now = book.now_called().items()
    return {old: entries.index(new) for old, new in now if new in entries}


def _field(segment: Segment, field: str, first: int) -> dict[str, Any]:
    """The terms of a field, and for each the gaps between its documents with their impacts."""
    step = step_of(K1[field])
    found = {
        term: _encoded(postings, first, step) for term, postings in segment.all_postings(field)
    }
    return {"step": step, "terms": "\n".join(found), "postings": "\n".join(found.values())}


def _encoded(postings: Postings, first: int, step: float) -> str:
    documents, impacts = postings
    before = chain([first - 1], documents)
    return "".join(
        encode(document - last - 1) + LEVELS[round(impact / step)]
        for document, last, impact in zip(documents, before, impacts, strict=False)
    )
