"""Who says so, and whether an entry is in use: each value with its meaning.

It imports little, so that a search starts quickly.
"""

import enum


class _Described(enum.StrEnum):
    """A value of the book format, with what it means."""

    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> "_Described":
        """Make a member from its row; its value alone finds it again."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member


class Authority(_Described):
    """Who says so, from the most to the least binding."""

    OFFICIAL = "official", "The publisher of the game says so."
    EVENT = "event", "The document of an event says so."
    AUTHOR = "author", "The author of an article says so."
    INTERPRETATION = "interpretation", "Somebody's reading of the rules."
    PROPOSAL = "proposal", "A proposed rule, in force only where a table adopts it."
    HOUSE = "house", "A local rule or a call made at one table."


class Status(_Described):
    """Whether an entry is being written, in use, replaced, or withdrawn."""

    DRAFT = "draft", "Being written; shown as such."
    ACTIVE = "active", "In use."
    SUPERSEDED = "superseded", "Replaced by another entry, which names it."
    WITHDRAWN = "withdrawn", "No longer valid; its history says why."
