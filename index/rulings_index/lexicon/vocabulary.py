"""The vocabulary of a game: the names of its things, and how its words are read."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec

from rulings.format.model import Fork
from rulings.reading.book import Book, names_of
from rulings.reading.book_files import texts_in
from rulings_index.lexicon import names, wordlists
from rulings_index.lexicon.inflections import inflections
from rulings_index.text.analysis import fold_text
from rulings_index.text.sounds import SHORTEST_READING, reading_of


class Speech:
    """The vocabulary of a game: `forms` are all its names, `sounds` tells how words with kanji are
    read, `inflected` which terms are forms of others. `digest` changes with any of it.
    """

    def __init__(self, book: Book, game: str) -> None:
        self.forms = names.collect(_named(book, game))
        self.sounds = _readings_of(book, game)
        for key, things in [*self.forms.items()]:
            if len(kana := reading_of(key, self.sounds)) >= SHORTEST_READING:
                self.forms.setdefault(kana, things)  # as questions in kana or romaji say it
        for key, topics in names.collect(wordlists.topics(game)).items():
            self.forms.setdefault(key, topics)  # the book's own meaning goes first
        for key in _talk(book):
            self.forms.setdefault(key, [names.TALK])
        for key, things in names.collect(wordlists.common()).items():
            self.forms.setdefault(key, []).extend(things)
        self.inflected = inflections(book, game)
        keys = {self.inflected.get(key[1:], key[1:]): key for key in self.forms}
        for form, word in self.inflected.items():
            if word in keys:  # the plural of a name is its name too
                self.forms.setdefault(f" {form}", self.forms[keys[word]])
        names_and_sounds = msgspec.json.encode([self.forms, self.sounds, self.inflected])
        self.digest = blake2b(names_and_sounds, digest_size=16).digest()


def _readings_of(book: Book, game: str) -> dict[str, str]:
    """How words with kanji are read: the common ones, and the names of a game."""
    readings = wordlists.readings()
    for (of_game, _), named in (*book.cards.items(), *book.terms.items()):
        name = fold_text(named.name.get("ja", ""))
        if of_game == game and named.reading and name != fold_text(named.reading):
            readings[name] = fold_text(named.reading)
    return readings


def _talk(book: Book) -> Iterator[str]:
    """The keys of phrases that count for nothing, unless a case of a fork is known by them."""
    forks = (entry for entry in book.entries.values() if isinstance(entry, Fork))
    phrases = (phrase for fork in forks for case in fork.cases for _, phrase in texts_in(case.said))
    spoken = "\n".join(names.key_of(phrase) + " " for phrase in phrases)
    for phrase in wordlists.talk():
        key = names.key_of(phrase)
        if (key + " " if key[0] == " " else key) not in spoken:
            yield key


def _typed(names: list[str]) -> list[str]:
    """Names, and as they are typed in a hurry: ``escaperope``."""
    return names + [name.replace(" ", "") for name in names if " " in name and name.isascii()]


def _named(book: Book, game: str) -> Iterator[tuple[str, Iterable[str]]]:
    for (of_game, slug), card in book.cards.items():
        if of_game == game:
            yield f"card:{slug}", _typed(names_of(card))
            for move in card.moves:
                yield f"move:{slug}/{move.id}", _typed(names_of(move))
    for (of_game, slug), term in book.terms.items():
        if of_game == game:
            yield f"term:{game}/{slug}", names_of(term)
    for ruleset in book.rulesets.values():
        if ruleset.game == game:
            yield f"ruleset:{ruleset.id}", names_of(ruleset)
    if game in book.games:
        yield f"game:{game}", names_of(book.games[game])
