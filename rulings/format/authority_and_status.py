"""Who says so, and whether an entry is in use: each value with its names and its meaning.

It imports little, so that a search starts quickly.
"""

from __future__ import annotations

import enum


class _Described(enum.StrEnum):
    """A value of the book format, with what it is called by language, and what it means."""

    names: dict[str, str]
    meaning: str

    def __new__(cls, value: str, en: str = "", ja: str = "", meaning: str = "") -> _Described:
        """Make a member from its row; its value alone finds it again."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.names = {"en": en, "ja": ja}
        member.meaning = meaning
        return member


class Authority(_Described):
    """Who says so, from the most to the least binding."""

    OFFICIAL = "official", "official", "公式", "The publisher of the game says so."
    EVENT = "event", "event document", "大会の文書", "The document of an event says so."
    AUTHOR = "author", "author's account", "著者の説明", "The author of an article says so."
    INTERPRETATION = "interpretation", "interpretation", "解釈", "A reading of somebody's own."
    PROPOSAL = "proposal", "author's proposal", "著者の提案", "In force where a table takes it up."
    HOUSE = "house", "house rule", "ハウスルール", "A local rule or a call made at one table."

    @property
    def rank(self) -> int:
        """0 for `official`, growing as the authority gets weaker."""
        return list(Authority).index(self)


class Status(_Described):
    """Whether an entry is being written, in use, replaced, or no longer held."""

    DRAFT = "draft", "draft", "草稿", "Being written; shown as such."
    ACTIVE = "active", "active", "有効", "In use."
    SUPERSEDED = "superseded", "superseded", "差し替え済み", "Replaced by one that says so."
    WITHDRAWN = "withdrawn", "withdrawn", "取り下げ", "No longer held; its history says why."


AUTHORITIES = {each.value: each.names for each in Authority}
"""What each authority is called, from the most to the least binding."""

STATUSES = {each.value: each.names for each in Status}
"""What each status is called."""
