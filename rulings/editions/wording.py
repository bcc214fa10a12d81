"""Two texts word by word: what stayed, what was removed, what was added."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

_WIDE = r"\u3000-\u9fff\uff00-\uffef"
_TOKEN = re.compile(rf"\s+|\d+(?:\.\d+)*[a-z]?\b|[{_WIDE}]|[^\W{_WIDE}]+|.")
_LONGEST = 4_000
_CONTEXT = 8


class Part(StrEnum):
    """What became of some words."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"
    LEFT_OUT = "left out"


class Words(NamedTuple):
    """Some words in a row and what became of them."""

    part: Part
    text: str


def differences(old: str, new: str) -> list[Words]:
    """The words of both texts in order; `removed` are the old ones, `added` the new ones.

    Without the removed ones it is the new text, without the added ones the old text.
    """
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    if max(len(left), len(right)) > _LONGEST:
        return [Words(Part.REMOVED, old), Words(Part.ADDED, new)]
    found = []
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for operation, i, j, k, end in _joined(matcher.get_opcodes(), left):
        if operation == "equal":
            found.append(Words(Part.SAME, "".join(left[i:j])))
            continue
        if j > i:
            found.append(Words(Part.REMOVED, "".join(left[i:j])))
        if end > k:
            found.append(Words(Part.ADDED, "".join(right[k:end])))
    return found


def shortened(parts: list[Words]) -> list[Words]:
    """The parts with long unchanged stretches cut to a few words beside each change."""
    short = []
    for number, (part, text) in enumerate(parts):
        words = text.split(" ")
        if part is not Part.SAME or len(words) <= 2 * _CONTEXT + 4:
            short.append(Words(part, text))
            continue
        if number > 0:
            short.append(Words(Part.SAME, " ".join(words[:_CONTEXT])))
        short.append(Words(Part.LEFT_OUT, " … "))
        if number < len(parts) - 1:
            short.append(Words(Part.SAME, " ".join(words[-_CONTEXT:])))
    return short


def _joined(
    operations: Sequence[tuple[str, int, int, int, int]], left: list[str]
) -> list[tuple[str, int, int, int, int]]:
    """Join changes with only a space between them: whole phrases are easier to read."""
    joined: list[tuple[str, int, int, int, int]] = []
    for number, each in enumerate(operations):
        operation, i, j, _, end = each
        last = number == len(operations) - 1
        blank = operation == "equal" and not last and not "".join(left[i:j]).strip()
        if joined and joined[-1][0] != "equal" and (blank or operation != "equal"):
            _, first, _, start, _ = joined[-1]
            joined[-1] = ("replace", first, j, start, end)
        else:
            joined.append(each)
    return joined
