"""The words of the tool itself, in both languages, from `phrases.json`; the book brings its own."""

from __future__ import annotations

import json
import os

from rulings.format.authority_and_status import AUTHORITIES, STATUSES
from rulings.kinds import KINDS as ENTRY_KINDS
from rulings.languages import nearest_spoken

SEPARATORS = {"en": ", ", "ja": "、"}
"""What stands between the items of a list in a sentence."""

with open(os.path.join(os.path.dirname(__file__), "phrases.json"), encoding="utf-8") as _file:
    _TABLES: dict[str, dict[str, dict[str, str]]] = json.load(_file)

KINDS = {kind.name: kind.names for kind in ENTRY_KINDS.values()} | _TABLES["kinds"]
ROLES = _TABLES["roles"]
PHRASES = _TABLES["phrases"]
SHEET, LEFT_OUT = _TABLES["sheet"], _TABLES["left_out"]
"""By name and language: what things are called, how they are cited, and what the program says."""


def authority(name: str, language: str) -> str:
    """An authority in words."""
    return AUTHORITIES[name][nearest_spoken(language)]


def who(name: str, book: str, language: str) -> str:
    """Who says so: an authority, and the book that overrides a lower one."""
    parts = [authority(name, language)] if name else []
    if book:
        parts.append(phrase("replaced_by", language).format(book=book))
    return ", ".join(parts)


def status(name: str, language: str) -> str:
    """A status in words."""
    return STATUSES[name][nearest_spoken(language)]


def role(name: str, language: str) -> str:
    """The role in which an entry is cited, in words."""
    return ROLES[name][nearest_spoken(language)]


def moment(at: str, language: str, today: str = "") -> str:
    """A local time in words: ``on 2026-05-01 at 21:03``; without the day where that is today."""
    day, _, time = at.partition("T")
    on_day = phrase("on_day", language).format(day=day) if day != today else ""
    at_time = phrase("at_time", language).format(time=time) if time else ""
    return " ".join(filter(None, (on_day, at_time)))


def phrase(name: str, language: str) -> str:
    """A fixed phrase of the tool."""
    return PHRASES[name][nearest_spoken(language)]
