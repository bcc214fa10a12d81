"""Which language an answer is given in."""

import os
import re
from collections.abc import Mapping, Sequence

from rulings.languages import SPOKEN, is_japanese, is_language, nearest
from rulings_cli.places.configuration import configured

with open(os.path.join(os.path.dirname(__file__), "english.txt"), encoding="utf-8") as _file:
    _ENGLISH = frozenset(_file.read().split())
"""Words of an English question that no Japanese one in romaji has."""


def reply_languages(lang: str | None, query: str = "", last: str = SPOKEN[0]) -> tuple[str, ...]:
    """The languages to print, by the first that says so: `--lang`, the Japanese script of the query
    or its English words, the configuration, the locale, or else `last`.
    """
    if not lang and is_japanese(query):
        return ("ja",)
    if not lang and not _ENGLISH.isdisjoint(re.findall("[a-z]+", query.lower())):
        return ("en",)
    chosen = lang or configured().lang or locale_language() or last
    return SPOKEN if chosen == "both" else (chosen,)


def typed_language(text: str, known: Sequence[str], lang: str | None = None) -> str:
    """The language of a text for the book: `--lang`, or that of the `known` languages of its
    ruleset which fits best; Japanese only for a text in its script, if there is another.
    """
    chosen = reply_languages(lang, text)[0]
    fitting = [code for code in known if code != "ja" or is_japanese(text)] or known
    return nearest(fitting, chosen) if fitting and not lang else chosen


def language_of_words(query: str, texts: Mapping[str, str]) -> str | None:
    """The language of the `texts` that say most words of a query; None if two say as many."""
    words = {*re.findall(r"\w+", query.lower())}
    shared = {
        code: len(words & {*re.findall(r"\w+", text.lower())}) for code, text in texts.items()
    }
    best = [code for code, count in shared.items() if count == max(shared.values())]
    return best[0] if len(best) == 1 else None


def locale_language() -> str | None:
    """The language of the environment's locale."""
    values = map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = re.split(r"[_.@]", next(filter(None, values), "").lower(), maxsplit=1)[0]
    return code if is_language(code) else None
