"""What somebody typed, taken apart: filters, quoted phrases, and the words to search for."""

from __future__ import annotations

import re

from rulings.lookup.filters import Choices, Filter, read_inline
from rulings_index.weights import LONGEST_QUERY, MOST_PHRASES

ENDED = ("superseded", "withdrawn")
DATED = "dated:yes"
"""The facet of entries whose status has changed, or will."""

QUOTED = re.compile(r"[\"“”]([^\"“”]{1,200})[\"“”]")


class Query:
    """A query: the `text` to rank by, `phrases` that must occur, and the `filter`."""

    __slots__ = ("filter", "phrases", "text", "typed")

    def __init__(self, typed: str, text: str, phrases: list[str], asked: Filter) -> None:
        self.typed = typed
        self.text = text
        self.phrases = phrases
        self.filter = asked


def parse(typed: str, choices: Choices) -> Query:
    """Take a query apart; `choices` are what filters may name in the book.

    Raises FilterError for a field or a value that does not exist.
    """
    text, asked = read_inline(typed[:LONGEST_QUERY], choices)
    phrases = [match[1].strip() for match in QUOTED.finditer(text)][:MOST_PHRASES]
    text = re.sub(r"[\"“”]", " ", text).strip()
    return Query(typed, text, [phrase for phrase in phrases if phrase], asked)
