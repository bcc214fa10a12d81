"""Whether a number follows those before it, as the rules of a document do."""

from __future__ import annotations

from collections.abc import Container
from enum import Enum

from rulings.importing.outline.numbers import letter_after, written

Place = tuple[tuple[int, ...], str]
"""The parts of a number, and its letter."""


class Fit(Enum):
    """How a number stands to what came before it."""

    NEXT = "next"
    GAP = "gap"
    SIBLING_BEFORE = "order"
    OTHER_BLOCK = "block"
    NOWHERE = "nowhere"
    TWICE = "twice"


def fit(place: Place, last: Place, current: Place, known: Container[str]) -> Fit:
    """How `place` stands to the `last` number in order and the `current` one.

    `known` holds the numbers that it can stand under: the rules and sections read so far.
    """
    parts, _ = place
    if follows(last, place) or follows(current, place):
        return Fit.NEXT
    above = parent(place)
    if place > last:
        return Fit.GAP if _near(parts, last[0]) or written(above) in known else Fit.NOWHERE
    if not above or above == parent(last):
        return Fit.SIBLING_BEFORE
    return Fit.OTHER_BLOCK if above and written(above) in known else Fit.NOWHERE


def follows(last: Place, place: Place) -> bool:
    """Whether `place` comes right after `last`: as its next sibling, or as the first below it."""
    (before, letter_before), (parts, letter) = last, place
    if letter and len(parts) == 1 and before[:1] == parts and before != parts:
        return letter == "b"  # an article that was put in after this one: 第5条の2
    if letter:
        return parts == before and letter in letter_after(letter_before)
    if parts[: len(before)] == before:
        return len(parts) == len(before) + 1 and parts[-1] <= 1
    if before[: len(parts)] == parts:
        return False  # the same, or what it stands under
    level = next(level for level, part in enumerate(parts) if part != before[level])
    first = parts[level] == before[level] + 1 or (level == 0 and _new_hundred(parts, before))
    # a section may begin with its first rule; deeper rules come after the one they stand under
    rest = parts[level + 1 :]
    return first and (not rest or (level == 0 and len(rest) == 1 and rest[0] <= 1))


def parent(place: Place) -> tuple[int, ...]:
    """The number that one stands under."""
    parts, letter = place
    return parts if letter else parts[:-1]


def before(place: Place) -> str:
    """The number right before another: 5.3 before 5.4, 5.3a before 5.3b."""
    parts, letter = place
    if letter:
        return written(parts, "" if letter == "a" else chr(ord(letter) - 1))
    return written(parts[:-1] if parts[-1] <= 1 else (*parts[:-1], parts[-1] - 1))


def _near(parts: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """Whether a number is in the same section or begins the next; one far away is a quantity."""
    return parts[0] == last[0] or parts[0] == last[0] + 1 or _new_hundred(parts, last)


def _new_hundred(parts: tuple[int, ...], last: tuple[int, ...]) -> bool:
    return parts[0] > last[0] and parts[0] >= 100 and parts[0] % 100 <= 1
