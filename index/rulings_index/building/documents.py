"""What a search looks through: a document for each entry, and one for each of its phrasings.

An entry's texts are merged into one bag of weighted words (separate fields score worse: BM25
overrates short ones). Each title, question and phrasing is a document of its own as well,
because the best single phrasing says more than the sum of all.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from math import log2
from typing import NamedTuple

import msgspec

from rulings import ids
from rulings.format.model import AnyEntry
from rulings.kinds import KINDS
from rulings.lookup.links import texts_of
from rulings.reading.book import Book
from rulings_index.lexicon import names
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.ranking.scoring import richness
from rulings_index.text.analysis import PAIR, fold, pairs, terms_of
from rulings_index.text.sounds import sounds
from rulings_index.weights import MANY_PHRASINGS

KEY = 16
"""Bytes of a digest that `made_from` gives."""

Bag = dict[str, float]
"""Terms with their weights."""

OPEN_POINT = "open"

ASKED, OTHER, SOUND, RULE_NUMBER = 1.0, 0.5, 0.5, 2.0
LISTED_CONCEPT, MENTIONED_CONCEPT = 1.0, 0.5

LENGTH = {"words": 2254.6, "asked": 34.0}
"""What the terms of a document weigh together, by field: the average of our book."""

WIDE, LATIN = 1.7, 0.25
"""What a character of Japanese text, and of other text, adds to that, as measured on four books."""


class _Part(NamedTuple):
    """A text of an entry, and its weight."""

    text: str
    weight: float
    single: bool = False  # it is also a document of its own
    stated: bool = False  # the entry states it, so it may hold a topic


_PARTS = {
    "title": _Part("", 2.0, single=True, stated=True),
    "verdict": _Part("", 1.5, stated=True),
    "question": _Part("", 1.5, single=True, stated=True),
    "answer": _Part("", 1.0, stated=True),
    "text": _Part("", 1.0, stated=True),
}

SMALLEST_COLLECTION = 30
"""How many entries with many phrasings, and as many with few, a game needs before each kind gets
statistics of its own: fewer say nothing about what is rare. With one for both, half of our entries
on Magic are lost beside the Comprehensive Rules.
"""

MOSTLY, DOUBTED = 0.6, 2
"""A thing is constant if more than this share of the phrasings names it. So many phrasings that
name nothing are added to the count, since a few phrasings say little.
"""


class Document(NamedTuple):
    """What an entry is found by."""

    words: Bag
    phrasings: list[Bag]

    def constants(self) -> dict[str, float]:
        """The things that most phrasings name: how far their share is above `MOSTLY`."""
        start = names.CONCEPT + "term:"
        held = Counter(chain.from_iterable(self.phrasings)).items()
        named = [(term, count) for term, count in held if term.startswith(start)]
        shares = {thing: count / (len(self.phrasings) + DOUBTED) for thing, count in named}
        return {thing: share - MOSTLY for thing, share in shares.items() if share > MOSTLY}


class Collection(NamedTuple):
    """Entries of a game, compared with each other alone, the forks found beside them, and how long
    its documents are (`scale_of`).
    """

    game: str
    entries: list[AnyEntry]
    forks: list[AnyEntry]
    scale: int


def collections_of(book: Book) -> list[Collection]:
    """The entries of a book that are searched, and the forks that have phrasings. Where a game has
    entries with many phrasings and others with few, as where its document was imported beside them,
    these are two collections.
    """
    entries: dict[str, list[AnyEntry]] = {game: [] for game in games_of(book)}
    forks: dict[str, list[AnyEntry]] = {game: [] for game in entries}
    for entry in book.entries.values():
        game = book.ruleset_of(entry.id).game
        if KINDS[entry.kind].searched:
            entries[game].append(entry)
        elif any(entry.asked.values()):
            forks[game].append(entry)
    collections = []
    for game, of_game in entries.items():
        measures = {entry.id: measure_of(book, entry) for entry in of_game}
        sizes = {name: phrasings for name, (phrasings, _) in measures.items()}
        for number, part in enumerate(_parted(of_game, sizes)):
            scale = scale_of([measures[entry.id] for entry in part])
            collections.append(Collection(game, part, [] if number else forks[game], scale))
    return collections


def _parted(entries: list[AnyEntry], sizes: Mapping[str, int]) -> Iterator[list[AnyEntry]]:
    """Entries with many phrasings and those with few, if most have few and there are enough of
    both; else all together. Open points stay with the many, as rivals of their entries.
    `sizes` are how many phrasings each has.
    """
    few = [item for item in entries if sizes[item.id] < MANY_PHRASINGS and item.kind != OPEN_POINT]
    rest = {entry.id for entry in few}
    many = [entry for entry in entries if entry.id not in rest]
    written = sum(entry.kind != OPEN_POINT for entry in many)
    are_two = min(written, len(few)) >= SMALLEST_COLLECTION
    if are_two and sum(sizes.values()) < MANY_PHRASINGS * len(entries):
        yield from (many, few)
    elif entries:
        yield entries


def games_of(book: Book) -> list[str]:
    """The games that have rulesets in a book."""
    return list(dict.fromkeys(ruleset.game for ruleset in book.rulesets.values()))


def measure_of(book: Book, entry: AnyEntry) -> tuple[int, float]:
    """How many phrasings an entry has, and how long all its texts are together."""
    phrasings, length = 0, 0.0
    for text, weight, single, _ in _all_parts(book, entry):
        phrasings += single
        length += weight * len(text) * (WIDE if re.search("[\u3000-\U0010ffff]", text) else LATIN)
    return phrasings, length


def scale_of(measures: Sequence[tuple[int, float]]) -> int:
    """The length of a collection's documents as a power of two, which an edit seldom changes. It is
    rounded up where phrasings are few: what an entry says once counts for more there.
    """
    phrasings, lengths = zip(*measures, strict=True)
    if not (length := sum(lengths) / len(measures)):
        return 0
    up = (1.0 - richness(sum(phrasings) / len(measures))) / 2
    return round(log2(length / LENGTH["words"]) + up)


def made_from(book: Book, entry: AnyEntry) -> bytes:
    """A digest of what the document of an entry is made from, besides the speech of its game and
    the scale of its collection.
    """
    content = msgspec.json.encode([entry.kind, entry, *_overruled_by(book, entry)])
    return blake2b(content, digest_size=KEY).digest()


def bag_of(text: str, speech: Speech, *, stated: bool, paired: bool) -> Bag:
    """The terms of a text, of `paired` words too; only what an entry states can hold a topic."""
    folded = fold(text)
    words = terms_of(folded, speech.inflected)
    bag: Bag = dict(Counter(word.text for word in (*(pairs(words) if paired else ()), *words)))
    named = {concept for name in names.find(folded, speech.forms) for concept in name.concepts}
    for concept in sorted(named):  # so that a book is indexed alike each time
        if stated or not concept.startswith(names.TOPIC):
            bag[names.CONCEPT + concept] = MENTIONED_CONCEPT
    if not text.isascii():
        heard = Counter(sounds(folded.text, speech.sounds))
        bag |= {sound: SOUND * count for sound, count in heard.items()}
    return bag


def document_of(book: Book, entry: AnyEntry, speech: Speech) -> Document:
    """What an entry is found by: its texts, the things it lists, its number and those above."""
    bag: Bag = defaultdict(float)
    phrasings = []
    paired = any(entry.asked.values())  # pairs of other texts are mostly grammar
    for part in _all_parts(book, entry):
        terms = bag_of(part.text, speech, stated=part.stated, paired=paired)
        for term, amount in terms.items():
            bag[term] += amount * part.weight
        if part.single:
            phrasings.append({term: amount for term, amount in terms.items() if term[0] != PAIR})
    for listing in (entry, *_overruled_by(book, entry)):
        game = book.ruleset_of(listing.id).game
        listed = [f"term:{game}/{slug}" for slug in listing.terms]
        for concept in (*listed, *(f"card:{slug}" for slug in listing.cards)):
            bag[names.CONCEPT + concept] += LISTED_CONCEPT
    for above in (entry.id, *ids.ancestors(entry.id)):
        number = above.split(" ")[-1]
        if "." in number:
            bag[number] += RULE_NUMBER
    return Document(dict(bag), phrasings)


def _all_parts(book: Book, entry: AnyEntry) -> Iterator[_Part]:
    """The texts of an entry and, for a call, the phrasings of the entries that it overrules."""
    yield from _parts(entry)
    for below in _overruled_by(book, entry):
        yield from (part for part in _parts(below) if part.single)


def _parts(entry: AnyEntry) -> Iterator[_Part]:
    keys = ("verdict", "question") if entry.kind == "ruling" else ("title",)
    is_bare = not any(any(getattr(entry, key).values()) for key in keys)  # found by its text alone
    for pointer, text in texts_of(entry) if KINDS[entry.kind].searched else ():
        part = _PARTS.get(str(pointer[0]), _Part("", OTHER))  # each is searched
        single = part.single or (is_bare and pointer[0] in ("answer", "text"))
        for written in filter(None, text.values()):
            yield _Part(written, part.weight, single, part.stated)
    for asked in chain.from_iterable(entry.asked.values()):
        yield _Part(asked, ASKED, single=True)


def _overruled_by(book: Book, entry: AnyEntry) -> Iterator[AnyEntry]:
    """The entries that a call overrules; their phrasings in every language find it too."""
    yield from filter(None, map(book.entries.get, getattr(entry, "overruled", ())))
