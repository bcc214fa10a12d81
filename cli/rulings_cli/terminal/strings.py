"""The phrases of the program: those that pages share, and the terminal's own (`phrases.json`)."""

import json
import os
from collections.abc import Mapping

from rulings.format.words import WORDS
from rulings.languages import text_in

with open(os.path.join(os.path.dirname(__file__), "phrases.json"), encoding="utf-8") as _file:
    PHRASES: dict[str, dict[str, str]] = WORDS | json.load(_file)


def who(name: str, book: str, language: str, state: str = "active") -> str:
    """Who says so: authority, the book that overrides a lower one, a status if not active."""
    parts = [phrase(f"authority_{name}", language)] if name else []
    if book:
        parts.append(phrase("replaced_by", language, book=book))
    parts += [status(state, language)] if state != "active" else []
    return ", ".join(parts)


def status(name: str, language: str) -> str:
    """A status in words."""
    return phrase(f"status_{name}", language)


def moment(at: str, language: str, today: str = "") -> str:
    """A local time in words: ``on 2026-05-01 at 21:03``; without the day where that is today."""
    day, _, time = at.partition("T")
    on_day = phrase("on_day", language, day=day) if day != today else ""
    at_time = phrase("at_time", language, time=time) if time else ""
    return " ".join(filter(None, (on_day, at_time)))


def adopted(verdict: Mapping[str, str]) -> dict[str, str]:
    """The verdict of a variant in force: without the word "Proposed" before it."""
    texts = {code: text.removeprefix(phrase("proposed", code)) for code, text in verdict.items()}
    return {code: text[:1].upper() + text[1:] for code, text in texts.items()}


def separator(language: str) -> str:
    """What stands between the items of a list in a sentence."""
    return "、" if language == "ja" else ", "


def phrase(name: str, language: str, **blanks: object) -> str:
    """A fixed phrase of the tool, with its `blanks` filled if any are given."""
    words = text_in(PHRASES[name], language)
    return words.format(**blanks) if blanks else words
