"""Languages of books and of the program, and which one a reader gets if theirs is missing.

A text is a mapping from a language to a string. Any BCP 47 code may be a key (``en``, ``ja``,
``fr``, ``pt-BR``); the program itself speaks the languages of `SPOKEN`.
"""

import json
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from rulings.kinds import TEXTS

_Value = TypeVar("_Value")

END = r"$(?!\n)"
"""The end of a text: in Python, unlike JavaScript, `$` alone also matches before a line end."""

PATTERN = rf"^[a-z]{{2,3}}(-[A-Za-z0-9]{{2,8}})*{END}"
"""The form of a BCP 47 language code (RFC 5646)."""

SPOKEN = ("en", "ja")
"""The languages of the program; the first is for readers of any other language."""

with open(os.path.join(os.path.dirname(__file__), "languages.json"), encoding="utf-8") as _file:
    _KNOWN: dict[str, Any] = json.load(_file)
    """What languages call themselves; the codes that are meant by names, countries and longer codes
    that people write in their place; and all codes of two letters (ISO 639-1).
    """


def is_japanese(text: str) -> bool:
    """Whether a text holds Japanese script: kana, kanji, kana of half width."""
    return not text.isascii() and any(  # a pattern of these ranges takes 2 ms to compile
        "\u3040" <= each <= "\u30ff" or "\u3400" <= each <= "\u9fff" or "\uff66" <= each <= "\uff9f"
        for each in text
    )


def width_of(text: str) -> int:
    """How many columns a text takes on a terminal or in print with letters of equal width."""
    return len(text) if text.isascii() else sum(map(columns_of, text))


@lru_cache(maxsize=4096)  # a line is measured again with each piece that it takes
def columns_of(character: str) -> int:
    """Two for a wide East Asian character, none for a combining one."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def is_language(code: str) -> bool:
    """Whether `code` is a language code: of two letters, one that exists."""
    primary = _primary(code)
    exists = code in SPOKEN or len(primary) > 2 or primary in _KNOWN["two_letters"].split()
    return exists and re.fullmatch(PATTERN, code) is not None


def text_of(record: Mapping[str, object], key: str) -> dict[str, str]:
    """A text of a record, by a key of its kind's `texts`; empty if it has none."""
    text: Any = record.get(key)
    return text or {}


_TEXT_KEYS = {*TEXTS, "examples", "name", "names", "type", "effect", "ruleset_name", "when"}
_TEXT_KEYS |= {"note", "kind", "notice", "silent"}
"""The keys of records that hold a text by language, or several."""


def with_language(data: Any, language: str | None, *, of_text: bool = False) -> Any:
    """Plain data of records with every text in a language, copied from the nearest if need be."""
    if not language or language == "both":
        return data
    if isinstance(data, list | tuple):
        return [with_language(each, language, of_text=of_text) for each in data]
    if not isinstance(data, Mapping):
        return data
    if of_text and all(isinstance(words, str) for words in data.values()):
        missing = language not in data and any(data.values())
        return {**data, language: text_in(data, language)} if missing else data
    return {
        key: with_language(each, language, of_text=of_text or key in _TEXT_KEYS)
        for key, each in data.items()
    }


def own_name(code: str) -> str:
    """The name of a language in that language; its code if we do not know it."""
    named: dict[str, str] = _KNOWN["own_names"]
    return named.get(code) or named.get(_primary(code), code)


def language_meant(key: str) -> str | None:
    """The language that a country, a name or capital letters mean, if it is known."""
    plain = unicodedata.normalize("NFKC", key).lower()
    mistaken: dict[str, str] = _KNOWN["mistaken"]
    return plain if plain in mistaken.values() else mistaken.get(plain)


def no_language(code: str) -> str:
    """Why a code is not that of a language, and what to write instead; empty if it is."""
    meant = language_meant(code)
    exists = is_language(code) and meant in (None, code)
    remedy = f"write {meant}" if meant else "correct it"
    return "" if exists else f"there is no language {code!r}; {remedy}"


def nearest(codes: Iterable[str], language: str) -> str:
    """The best of `codes` for a reader of `language`: that one, one of its primary language, one
    that the program speaks, or the first.
    """
    listed = list(codes)
    alike = (code for code in listed if _primary(code) == _primary(language))
    spoken = (code for code in SPOKEN if code in listed)
    return language if language in listed else next(alike, next(spoken, listed[0]))


def in_language(text: Mapping[str, _Value] | None, language: str, missing: _Value) -> _Value:
    """A text in a language or in the nearest one; `missing` if nothing is written."""
    written = {code: value for code, value in text.items() if value} if text else {}
    return written[nearest(written, language)] if written else missing


def in_languages(text: Mapping[str, str] | None, languages: Sequence[str]) -> dict[str, str]:
    """A text in those `languages` that it has; if it has none of them, in the nearest one."""
    written = {code: words for code, words in text.items() if words} if text else {}
    codes = [code for code in languages if code in written]
    if written and not codes:
        codes = [nearest(written, languages[0])]
    return {code: written[code] for code in codes}


def text_in(text: Mapping[str, str] | None, language: str) -> str:
    """A text in a language or in the nearest one; empty if nothing is written."""
    return in_language(text, language, "")


def _primary(code: str) -> str:
    return code.partition("-")[0]
