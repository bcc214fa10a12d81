"""Forms of words in languages besides English, as Snowball's stemmers know them, and their words of
grammar, as Whoosh lists them, for one index.

Both are read only when the index of such a book is built. For each word of the book they say
which other forms it has; the search looks these up, in Python and on the pages alike.
"""

import re
from collections import defaultdict
from itertools import chain, product

from rulings.lookup.links import texts_of
from rulings.reading.book import Book, names_of
from rulings_index.text.analysis import fold_text
from rulings_index.text.stems import stem

STEMMERS = {
    **{"de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese"},
    **{"nl": "dutch", "sv": "swedish", "da": "danish", "nb": "norwegian", "fi": "finnish"},
}
"""The language codes of books, and what Snowball calls these languages."""
_ENDINGS = (
    *("", "s", "e", "es", "en", "er", "ern", "em", "n", "x", "a", "o", "as", "os", "i", "an"),
    *("ent", "ons", "ez", "é", "ée", "és", "ées", "t", "st", "te", "ten"),
)
_SPELT = {"german": str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})}
"""How letters of a language are typed on a keyboard without them; its stemmer reads both."""
_WORD = re.compile(r"[^\W\d_]{4,40}")


def inflections(book: Book, game: str) -> dict[str, str]:
    """The terms of a game that are forms of another term, each with that term. Words of grammar
    (the, or, my) are in any entry, so they have an empty term.
    """
    languages = (ruleset.languages for ruleset in book.rulesets.values() if ruleset.game == game)
    codes = {code for code in chain(*languages) if code.split("-")[0] in STEMMERS}
    same: dict[str, str] = {}
    for code in sorted(codes):
        from whoosh.lang.stopwords import stoplists  # a book in English and Japanese does without

        language = code.split("-")[0]
        grammar = stoplists["no" if language == "nb" else language]
        words = _words_of(book, game, code) - grammar
        same |= dict.fromkeys({*map(_term, grammar)}.difference(map(_term, words)), "")
        _add_forms(same, words, STEMMERS[language])
    return {form: first for form, first in same.items() if form != first}


def _add_forms(same: dict[str, str], words: set[str], language: str) -> None:
    """Add forms of words, each with the shortest word of its root: first those in the book, then
    those that an ending may make.
    """
    import snowballstemmer  # a book in English and Japanese does without

    root_of = snowballstemmer.stemmer(language).stemWord
    groups: dict[str, set[str]] = defaultdict(set)
    spelt: dict[str, set[str]] = defaultdict(set)
    for word in words:
        root = root_of(word)
        groups[root].add(_term(word))
        start = word.replace("ß", "ss")[: len(root)]
        if (typed := start.translate(_SPELT.get(language, {}))) != start:
            spelt[root].add(typed)
    shortest = {root: min(groups[root], key=lambda term: (len(term), term)) for root in groups}
    for root, first in sorted(shortest.items()):
        for term in groups[root]:
            same.setdefault(term, first)
    for root, first in sorted(shortest.items()):
        for made in product((root, *sorted(spelt[root])), _ENDINGS):
            if root_of("".join(made)) == root:
                same.setdefault(_term("".join(made)), first)


def _words_of(book: Book, game: str, code: str) -> set[str]:
    things = (*book.cards.items(), *book.terms.items())
    texts = [name for (of_game, _), thing in things if of_game == game for name in names_of(thing)]
    for entry in book.entries.values():
        if book.ruleset_of(entry.id).game == game:
            texts += (text.get(code, "") for _, text in texts_of(entry))
            texts += entry.asked.get(code, ())
    return {word for text in texts for word in _WORD.findall(text.lower()) if _term(word).isalpha()}


def _term(word: str) -> str:
    """The term that a word becomes without these forms."""
    return stem(fold_text(word))
