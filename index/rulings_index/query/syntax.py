"""What somebody typed, taken apart: filters, quoted phrases, and the words to search for; and which
entries the filters and the quoted words let through.
"""

import re
from typing import NamedTuple

from rulings.lookup.filters import UNFINISHED, Choices, Filter, read_inline
from rulings_index.storage.segment import Segment
from rulings_index.text.analysis import fold, tokens
from rulings_index.weights import LONGEST_QUERY, MOST_PHRASES

ENDED = ("superseded", "withdrawn", UNFINISHED)
"""What a search leaves out, unless its status is asked for."""

QUOTED = '["“”]([^"“”]{1,200})["“”]'

_QUOTES = frozenset('"“”')


class Query(NamedTuple):
    """A query: what was `typed`, the `text` to rank by, `phrases` that must occur, the `filter`."""

    typed: str
    text: str
    phrases: list[str]
    filter: Filter


def parse(typed: str, choices: Choices) -> Query:
    """Take a query apart; FilterError where it filters by what is not among the `choices`."""
    text, chosen = read_inline(typed[:LONGEST_QUERY], choices)
    phrases: list[str] = []
    if not _QUOTES.isdisjoint(text):
        phrases = list(filter(None, map(str.strip, re.findall(QUOTED, text)[:MOST_PHRASES])))
        text = re.sub('["“”]', " ", text)
    return Query(typed, text.strip(), phrases, chosen)


def allowed(segment: Segment, query: Query) -> set[int] | None:
    """The entries that the filters and quoted words let through; None if all pass."""
    sets = [
        {entry for value in values for entry in segment.documents_of(f"{field}:{value}")}
        for field, values in query.filter.items()
    ]
    words = {token.text for phrase in query.phrases for token in tokens(fold(phrase))}
    sets += [set(segment.postings("words", word)[0]) for word in words]
    states = () if "status" in query.filter else ENDED
    without = {entry for name in states for entry in segment.documents_of(f"status:{name}")}
    if without and not sets:
        sets = [set(segment.order)]
    return set.intersection(*sets) - without if sets else None
