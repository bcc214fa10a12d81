"""Building an index from a book: the side that reads YAML and imports all that writes.

Entries are kept in parts, which stay as they are when others are edited; the register, which is
quickly made, belongs to one set of books.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import Any, NamedTuple

from rulings.format.model import AnyEntry, Fork
from rulings.lookup.filters import choices_of
from rulings.lookup.links import forks_of, played_together, rules_below
from rulings.reading.book import Book
from rulings.reading.load import open_readable
from rulings_index.asking_back.forks import CASE_WORDS, case_words_of
from rulings_index.asking_back.numbers import formula_words_of
from rulings_index.building import documents, write
from rulings_index.games import NAMES, section_of
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.storage.cache import code_digest, parts_of
from rulings_index.storage.table import Table

KEPT = 7 / 8
"""A part of the cache is used again if it holds this share of the entries that are needed, and if
this share of its own entries is still valid; otherwise the part is made anew.
"""


class Built(NamedTuple):
    """A built index: its register, its parts by name, and the bytes of those that are new."""

    register: bytes
    parts: dict[str, Table]
    new_parts: dict[str, bytes]


def build(paths: Sequence[str], cache: str | None = None) -> Built:
    """Index what can be read of a book."""
    book, faults = open_readable(paths)
    return build_from(book, cache, faults)


def new_parts(paths: Sequence[str]) -> dict[str, bytes]:
    """The parts of the index of a book, made anew, by name."""
    return build(paths).new_parts


def build_from(book: Book, cache: str | None = None, faults: Sequence[str] = ()) -> Built:
    """Index a book that has been read. `faults` says in lines what was left out."""
    collections = documents.collections_of(book)
    speeches = {game: Speech(book, game) for game in documents.games_of(book)}
    parts = _Parts(book, speeches, cache)
    for collection in collections:
        groups: dict[tuple[str, bool], list[AnyEntry]] = defaultdict(list)
        for entry in (*collection.entries, *collection.forks):
            groups[book.ruleset_of(entry.id).id, entry.kind == Fork.kind].append(entry)
        for group in groups.values():
            parts.cover(group, collection.scale)
    known = _known(book, speeches) | {"faults": faults, "collections": []}
    order: list[int] = []
    searched: list[AnyEntry] = []
    for game, entries, forks, _ in collections:
        numbers, of_collection = parts.order_of([*entries, *forks])
        order += of_collection
        searched += [*entries, *forks]
        known["collections"].append((game, numbers, len(entries), len(forks)))
    return Built(write.register(book, searched, known, order), parts.tables, parts.new)


def _known(book: Book, speeches: Mapping[str, Speech]) -> dict[str, Any]:
    """What a set of books is searched with, by the names of `rulings_index.games.Opened`."""
    return {
        "inflected": {name: speech.inflected for name, speech in speeches.items()},
        **_in_sections(speeches),
        "prefixes": book.prefixes(),
        "choices": choices_of(book),
        "forks": forks_of(book),
        "together": played_together(book),
        "below": rules_below(book),
        **{
            f"{CASE_WORDS}{entry.id}": case_words_of(entry, speech.forms, speech.sounds)
            for entry in book.entries.values()
            if isinstance(entry, Fork)
            for speech in (speeches[book.ruleset_of(entry.id).game],)
        },
        "formulas": {
            entry.formula.name: formula_words_of(entry, entry.formula)
            for entry in book.entries.values()
            if entry.formula and any(each.said for each in entry.formula.inputs.values())
        },
        "rulesets": {
            each.id: {key: getattr(each, key) for key in ("prefix", "game", "edition")}
            for each in book.rulesets.values()
        },
    }


def _in_sections(speeches: Mapping[str, Speech]) -> dict[str, Any]:
    """The names of games by the sections that they are read from."""
    sections: dict[str, Any] = {section: {} for section in NAMES}
    for game, speech in speeches.items():
        for beginning, named in speech.forms.by_beginning.items():
            sections[section_of(beginning)].setdefault(beginning, {})[game] = named
    return sections


class _Parts:
    """The parts of a book, as `tables` by their names; the `new` ones were made."""

    def __init__(self, book: Book, speeches: Mapping[str, Speech], cache: str | None) -> None:
        self.tables: dict[str, Table] = {}
        self.new: dict[str, bytes] = {}
        self._places: dict[str, tuple[str, int]] = {}
        self._book = book
        self._speeches = speeches
        self._cache = cache

    def cover(self, entries: Sequence[AnyEntry], scale: int) -> None:
        """Find or make the parts that hold the entries of a ruleset.

        A kept part that has most of them is used again; the rest becomes a small part of its own,
        which may be a kept one too.
        """
        ruleset = self._book.ruleset_of(entries[0].id)
        speech = self._speeches[ruleset.game]
        made_from = repr((code_digest(), ruleset.id, scale, speech.digest)).encode()
        recipe = blake2b(made_from, digest_size=8).hexdigest()
        left = {documents.made_from(self._book, entry): entry for entry in entries}
        kept = [(name, table, _keys_in(table)) for name, table in parts_of(recipe, self._cache)]
        kept.sort(key=lambda part: len(left.keys() & part[2]), reverse=True)
        for name, table, keys in kept:
            shared = len(left.keys() & keys)
            if left and shared >= KEPT * max(len(left), len(keys)) and table.is_sound():
                self._take(name, table, left)
        if left:
            name = f"{recipe}-{blake2b(b''.join(sorted(left)), digest_size=8).hexdigest()}"
            made = (documents.document_of(self._book, entry, speech) for entry in left.values())
            self.new[name] = write.part(made, left, scale)
            self._take(name, Table(self.new[name]), left)

    def _take(self, name: str, table: Table, left: dict[bytes, AnyEntry]) -> None:
        """Take from a part what it has of the entries that are left."""
        self.tables[name] = table
        for number, key in enumerate(_keys_in(table)):
            if key in left:
                self._places[left.pop(key).id] = name, number

    def order_of(self, entries: Sequence[AnyEntry]) -> tuple[list[int], list[int]]:
        """The numbers of the parts that hold a collection, and of its entries in these parts: the
        place of an entry in its part, behind the entries of the parts before.
        """
        places = [self._places[entry.id] for entry in entries]
        names = list(dict.fromkeys(name for name, _ in places))
        sizes = (len(_keys_in(self.tables[name])) for name in names)
        starts = dict(zip(names, accumulate(sizes, initial=0), strict=False))
        numbers = list(self.tables)
        return [numbers.index(name) for name in names], [starts[name] + at for name, at in places]


def _keys_in(table: Table) -> list[bytes]:
    keys = bytes(table.sections.get("keys", b""))  # a damaged part may name them otherwise
    return [keys[at : at + documents.KEY] for at in range(0, len(keys), documents.KEY)]
