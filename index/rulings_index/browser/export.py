"""An index as plain data, for a search that runs elsewhere: the phone page's, in a browser.

Everything comes from the modules that search here, so a changed weight, name or word is in the next
page that is made. Each script lies beside its module and gives the same results.
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import chain, pairwise
from operator import itemgetter
from os.path import commonprefix
from struct import pack
from types import ModuleType
from typing import Any
from zlib import DEFLATED, Z_FILTERED, Z_SYNC_FLUSH, adler32, compressobj, crc32

from rulings import ids
from rulings.format.model import Fork
from rulings.format.record import Record
from rulings.lookup import filters
from rulings.lookup.event import NO_EVENT, Event
from rulings.reading.book import Book, names_of
from rulings_index import weights
from rulings_index.asking_back import calls, numbers, ties
from rulings_index.asking_back.forks import CASE_WORDS
from rulings_index.building import write
from rulings_index.building.build import build_from
from rulings_index.current_index import default_cache
from rulings_index.games import Game, Opened
from rulings_index.lexicon import homophones, names, wordlists
from rulings_index.query import analysed, syntax
from rulings_index.ranking import confidence, scoring
from rulings_index.results import asked_of, substance, wordings_of
from rulings_index.storage.segment import Segment
from rulings_index.storage.table import Table
from rulings_index.text import analysis, sounds, stems

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
    there are before the forks, and the postings of each word by field (`words`, and `asked` for
    phrasings). `facets` are the entries of each value of a filter, `forks` the cases of each fork
    and the forks of each entry, `expected` the facets of what the event is played by.
    """
    built = build_from(book, default_cache())
    opened = Opened([Table(built.register), *built.parts.values()])
    known = opened.known
    records = [opened.register.record(number) for number in range(opened.entries)]
    filtered = [*(f"{field}:" for field in filters.FIELDS), scoring.BASE, scoring.ON_CARDS]
    facets = chain.from_iterable(opened.register.terms_from("facet", each) for each in filtered)
    renamed = book.now_called().items()
    number_by = {record["id"]: number for number, record in enumerate(records)}
    return {
        **_of_records(records, number_by),
        "games": [_game(game, _left_out(book, opened)) for game in opened.games],
        "prefixes": known["prefixes"],
        "choices": filters.ALWAYS | known["choices"],
        "rulesets": {ruleset.id: ruleset.name for ruleset in book.rulesets.values()},
        "together": known["together"],
        "facets": {facet: list(opened.documents(facet)) for facet in facets},
        "forks": {"of": known["forks"], "records": dict(_forks(book, known))},
        "formulas": known["formulas"],
        "formerly": {old: number_by[new] for old, new in renamed if new in number_by},
        "expected": list(scoring.expected_of(event)),
        "in_force": event.in_force,
        "not_played": [f"ruleset:{name}" for name in event.not_played(known["below"])],
    }


def mark_of(letters: str) -> int:
    """A number by which the page knows a text: 24 bits of a checksum."""
    return crc32(letters.encode("utf-16-le", "surrogatepass")) & 0xFFFFFF


def packed(data: dict[str, Any]) -> str:
    """Data as text for a page, which its browser inflates.

    It holds a line of JSON for each name, an empty line, and the columns: all `bytes` of the data
    in a row. In their place the JSON says where they begin and end. Lines and columns are deflated
    each in the way that makes it smallest, but as one zlib stream. Its bits are written seven to a
    character, which takes one byte of the page; those that HTML would change are moved up by 256.
    """
    columns = bytearray()

    def place(column: bytes) -> tuple[int, int]:  # where it begins and ends
        columns.extend(column)
        return len(columns) - len(column), len(columns)

    write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=place).encode
    lines = "".join(f"{write({name: value})}\n" for name, value in data.items()).encode() + b"\n"
    first, rest = compressobj(9, memLevel=6), compressobj(9, DEFLATED, -15, 6, Z_FILTERED)
    deflated = first.compress(lines) + first.flush(Z_SYNC_FLUSH)  # with the head of the stream
    deflated += rest.compress(columns) + rest.flush()
    deflated += adler32(columns, adler32(lines)).to_bytes(4)  # the end of the stream
    bits = f"{int.from_bytes(deflated, 'big'):0{8 * len(deflated)}b}" + 6 * "0"
    kept = {f"{code:07b}": chr(code + 256 * (code in b"\0\r<")) for code in range(128)}
    return "".join(kept[bits[at : at + 7]] for at in range(0, len(bits) - 6, 7))


def _of_records(records: Sequence[Record], number_by: Mapping[str, int]) -> dict[str, Any]:
    """Data of each entry. `substances`: a number, the same for entries that say the same;
    `wordings`: the marks of its title, question and phrasings; `calls`: by id of an entry, the
    calls in force that touch it (number, how closely, when made); `overruled`: by call.
    """
    number_of = {text: number for number, text in enumerate(dict.fromkeys(map(substance, records)))}
    called = {number: record for number, record in enumerate(records) if record.get("call")}
    return {
        "entries": [record["id"] for record in records],
        "wordings": _packed_lists(
            sorted({mark_of(analysis.letters_of(text)) for text in wordings_of(record) if text})
            for record in records
        ),
        "examples": {
            number: each["worked"] for number, each in enumerate(records) if each.get("worked")
        },
        "cards": {
            number: each["cards"]
            for number, each in enumerate(records)
            if each["kind"] == "ruling" and each.get("cards")
        },
        "denials": [*map(ties.denials, records)],
        "rests_on": [ties.rests_on(record) for record in records],
        "substances": [number_of[substance(record)] for record in records],
        "calls": dict(_calls(records)),
        "asked": {number: [*asked_of(record)] for number, record in called.items()},
        "overruled": {
            number: [number_by[name] for name in calls.overruled_of(record) if name in number_by]
            for number, record in called.items()
        },
    }


def _left_out(book: Book, opened: Opened) -> dict[str, list[str]]:
    """The names of the games of which nothing is in the index, as those of other games."""
    games = {game.name for game in opened.games}
    away = (game for name, game in book.games.items() if name not in games)
    return names.collect((f"{names.OTHER_GAME}{game.id}", names_of(game)) for game in away)


def _game(game: Game, left_out: Mapping[str, list[str]]) -> dict[str, Any]:
    segment, forms = game.segment, {**left_out, **dict(game.forms.every())}
    phrasings = [segment.phrasings_of(entry) for entry in segment.order]
    homes = [(entry, place) for entry, each in enumerate(phrasings) for place in range(len(each))]
    orders = {"words": segment.order, "asked": list(chain.from_iterable(phrasings))}
    parts = [(field, part) for field in orders for _, part in segment.parts[field]]
    sections = (part.sections[f"{field} lengths"].cast("f") for field, part in parts)
    lengths = list(chain.from_iterable(sections))
    words, asked = (_weights_of(segment, field, orders[field], lengths) for field in orders)
    asked = {term: asked[term] for term in asked if analysis.is_selective(term)}
    shared = [commonprefix(pair) for pair in pairwise(["", *words])]  # noqa: RUF071
    endings = (term.removeprefix(same) for term, same in zip(words, shared, strict=True))
    return {
        "name": game.name,
        "entries": segment.entries,
        "forms": dict(sorted(forms.items(), key=itemgetter(1, 0))),
        "inflected": dict(sorted(game.forms.inflected.items())),
        "phrasings": list(map(len, phrasings)),
        "constants": [segment.constants[entry] for entry in segment.order],
        "sizes": _packed(chain.from_iterable(map(segment.sizes_of, segment.order))),
        "shared": _packed(len(same.encode("utf-16-le")) // 2 for same in shared),
        "endings": "\n".join(endings),
        "lengths": {  # in 64ths: quarters, in a unit of up to 16
            field: _packed(int(64 * lengths[each]) for each in order)
            for field, order in orders.items()
        },
        **_fields(words, asked, homes),
    }


WeightsByTerm = dict[str, dict[int, int]]
"""The documents of each term of a field, with its weight in each, in quarters."""

_MODULES: Sequence[ModuleType] = (
    *(analysis, stems, sounds, homophones, names, analysed, scoring, confidence),
    *(calls, ties, numbers, syntax, filters, ids, write),
)
"""Those whose lists and patterns the scripts read, by the names that they have here."""


def scripts() -> list[str]:
    """The scripts of the search, to run in this order in one scope, after their constants."""
    stated = "\n".join(f"const {name} = {code};" for name, code in constants().items())
    return [stated, *_texts_of_scripts()]


def constants() -> dict[str, str]:
    """The constants of the scripts as code, by name: all weights, and what the scripts name."""
    named = set(re.findall(r"\b[A-Z][A-Z_]+\b", "".join(_texts_of_scripts())))
    values = {
        name: value for module in _MODULES for name, value in vars(module).items() if name in named
    }
    values |= {name: value for name, value in vars(weights).items() if name[0].isupper()}
    groups = zip(("compounds", "stems"), wordlists.sound_alikes(), strict=True)
    values |= {"SOUND_ALIKES": dict(groups)}
    return {name: _code_of(value) for name, value in values.items()}


def _texts_of_scripts() -> list[str]:
    package = files("rulings_index")
    return [package.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]


def _code_of(value: Any) -> str:
    """A value as JavaScript. Browsers read the patterns that are exported as Python does."""
    pattern = value.pattern if isinstance(value, re.Pattern) else value
    if pattern is not value or "(?P<" in str(value):  # a pattern may be compiled where it is used
        return f"new RegExp({_code_of(pattern.replace('(?P<', '(?<'))}, 'g')"
    return json.dumps(sorted(value) if isinstance(value, frozenset) else value, ensure_ascii=False)


def _calls(records: Sequence[Record]) -> Iterator[tuple[str, list[tuple[int, int, str]]]]:
    in_force = [
        (number, record, call["made"])
        for number, record in enumerate(records)
        if record["status"] == "active" and (call := record.get("call"))
    ]
    for record in records:
        touches = ((number, calls.touch_of(call, record), made) for number, call, made in in_force)
        if touching := [touch for touch in touches if touch[1]]:
            yield record["id"], touching


def _forks(book: Book, known: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for entry in book.entries.values():
        if isinstance(entry, Fork):
            cases = [
                {
                    **{"when": case.when, "verdict": case.verdict, "entry": case.entry, **of_case},
                    "variants": getattr(book.entries.get(case.entry), "variants", []),
                }
                for case, of_case in zip(entry.cases, known[CASE_WORDS + entry.id], strict=True)
            ]
            yield entry.id, {"ask": entry.ask, "cases": cases}


def _weights_of(
    segment: Segment, field: str, order: Sequence[int], lengths: list[float]
) -> WeightsByTerm:
    numbers = {document: number for number, document in enumerate(order)}
    terms = {term for _, part in segment.parts[field] for term in part.terms_from(field, "")}
    held: WeightsByTerm = defaultdict(dict)
    for term in sorted(terms):
        for at, impact in zip(*segment.postings(field, term), strict=True):
            held[term][numbers[at]] = write.weight_of(impact, lengths[at], field)
    return held


def _fields(
    words: WeightsByTerm, asked: WeightsByTerm, homes: Sequence[tuple[int, int]]
) -> dict[str, Any]:
    """The `documents` and `weights` of the terms of both fields, as small numbers. In `words` the
    weight of an entry is without that of its phrasings. In `asked` phrasings are grouped by these
    entries, as places in them. `homes` are entry and place of each phrasing.
    """
    in_words, in_phrasings = list[dict[int, int]](), list[dict[int, int]]()
    for term, held in words.items():
        by_entry: dict[int, dict[int, int]] = defaultdict(dict)
        for phrasing, weight in _not_derived(term, asked).items():
            entry, place = homes[phrasing]
            by_entry[entry][place] = weight
        listed = sorted(_not_derived(term, words).keys() | by_entry)
        in_phrasings.extend(by_entry[entry] for entry in listed)
        in_words.append(
            {entry: held.get(entry, 0) - sum(by_entry[entry].values()) for entry in listed}
        )
    return {
        field: {
            "documents": _packed_lists(lists),
            "weights": _packed(weight for each in lists for weight in each.values()),
        }
        for field, lists in (("words", in_words), ("asked", in_phrasings))
    }


def _not_derived(term: str, postings: WeightsByTerm) -> dict[int, int]:
    """The weights of a term, except those of a sound that are half the weight of its kana."""
    weights, spelt = postings.get(term, {}), postings.get(term[1:], {})
    if term[0] != sounds.READING or not spelt:
        return weights
    pairs = ((document, weights.get(document, 0)) for document in sorted({*weights, *spelt}))
    return {document: weight for document, weight in pairs if 2 * weight != spelt.get(document)}


def _packed_lists(lists: Iterable[Collection[int]]) -> list[bytes]:
    """Lists of rising numbers: their lengths, and the gaps between numbers, which are small; those
    of the shortest list first, so that like gaps lie side by side.
    """
    kept = list(lists)
    gaps = (at - last - 1 for each in sorted(kept, key=len) for last, at in pairwise([-1, *each]))
    return [_packed(map(len, kept)), _packed(gaps)]


def _packed(numbers: Iterable[int]) -> bytes:
    """Numbers modulo 2^24: the lowest bytes of all, the middle ones, the highest, mostly zeros."""
    kept = list(numbers)
    four_bytes = pack(f"<{len(kept)}i", *kept)
    return four_bytes[::4] + four_bytes[1::4] + four_bytes[2::4]
