"""Which entries are hardest to find: each is asked for by its own title and question.

What it is asked by is left out of the entry first. So it is found as it would be by somebody who
means the same thing, but has not read how the entry puts it. No index is built for this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rulings.lookup.links import cases_of
from rulings.progress import counted
from rulings_index.building import documents
from rulings_index.building.write import impacts_of
from rulings_index.lexicon.names import CONCEPT
from rulings_index.lexicon.vocabulary import Speech
from rulings_index.ranking.scoring import rank, rarity
from rulings_index.text.analysis import KATAKANA, LATIN, fold, is_word

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry
    from rulings.reading.book import Book
    from rulings_index import Index
    from rulings_index.games import Game

_ASKED = ("title", "question", "asked")
_SHORTEST = 3
SHOWN = 3
"""How many of the entries before it are named."""


class Weakness(NamedTuple):
    """An entry, the `place` at which it was found by the worst of its own texts (`wrote`), the
    entries that came `before` it, and how many phrasings it has in each language.
    """

    entry: str
    place: int
    wrote: str
    before: list[str]
    phrasings: dict[str, int]


def weakest(book: Book, index: Index, wanted: Collection[str]) -> list[Weakness]:
    """The wanted entries of a book, found last first, then those with the fewest phrasings."""
    found = list(_found(book, index, wanted))
    return sorted(found, key=lambda one: (-one.place, sum(one.phrasings.values())))


def unknown_words(index: Index, questions: Iterable[str]) -> dict[str, int]:
    """Words of questions that no entry holds, and in how many of them they stand."""
    found = Counter(word for text in questions for word in {*_unknown(index, text)})
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def _found(book: Book, index: Index, wanted: Collection[str]) -> Iterator[Weakness]:
    listed, cases = documents.searched_in(book), cases_of(book)
    for game in index.games:
        own = listed[game.first : game.first + game.segment.entries]
        scale = documents.scale_of(book, own)
        speech = Speech(book, game.name)
        for number, entry in enumerate(counted("asking for the entries", own)):
            if entry.id in wanted:
                words = documents.document_of(book, _bare(entry), cases, speech).words
                yield _weakness(game, own, number, impacts_of(words, scale))


def _bare(entry: AnyEntry) -> AnyEntry:
    """An entry without what it is asked by."""
    return msgspec.structs.replace(entry, **{key: {} for key in _ASKED if hasattr(entry, key)})


def _weakness(
    game: Game, own: Sequence[AnyEntry], number: int, held: Mapping[str, float]
) -> Weakness:
    """How hard one of a game's `own` entries is to find, of which `held` is left."""
    entry = own[number]
    worst: tuple[int, str, list[str]] = (0, "", [])
    for text in _own_words(entry):
        question = game.question(text)
        scores = rank(game.segment, question).scores
        scores[number] = sum(
            term.weight * rarity(matching, game.segment.entries) * held[term.text]
            for term in question.terms.values()
            if term.text in held and (matching := game.segment.frequency("words", term.text))
        )
        before = [other for other, score in scores.items() if score > scores[number]]
        if len(before) >= worst[0]:
            best = sorted(before, key=scores.__getitem__, reverse=True)[:SHOWN]
            worst = (len(before), text, [own[other].id for other in best])
    phrasings = {language: len(listed) for language, listed in entry.asked.items()}
    return Weakness(entry.id, worst[0] + 1, worst[1], worst[2], phrasings)


def _own_words(entry: AnyEntry) -> Iterator[str]:
    """What an entry is asked for by: its question, or else its title."""
    for text in (getattr(entry, "question", {}), entry.title):
        yield from filter(None, text.values())


def _unknown(index: Index, text: str) -> Iterator[str]:
    """The Latin words, and the runs of katakana, that stand in no game and are no name."""
    folded = fold(text)
    start = 0
    for script, run in groupby(LATIN if is_word(one) else one for one in folded.scripts):
        end = start + len(list(run))
        word = folded.text[start:end]
        counts = script in (LATIN, KATAKANA) and len(word) >= _SHORTEST and not word.isdigit()
        if counts and not _is_known(index, word):
            first, last = folded.span(start, end)
            yield text[first:last]
        start = end


def _is_known(index: Index, word: str) -> bool:
    return any(
        term.text.startswith(CONCEPT) or game.segment.frequency("words", term.text)
        for game in index.games
        for term in game.question(word).terms.values()
    )
