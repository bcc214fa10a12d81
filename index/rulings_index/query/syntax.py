"""What somebody typed, taken apart: filters, quoted phrases, and the words to search for; and which
entries the filters, the quoted words and the day let through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.lookup.filters import Choices, Filter, read_inline
from rulings_index.text.analysis import fold, tokens
from rulings_index.weights import LONGEST_QUERY, MOST_PHRASES

if TYPE_CHECKING:
    from rulings_index.storage.segment import Segment

ENDED = ("superseded", "withdrawn")
DATED = "dated:yes"
"""The facet of entries whose status has changed, or will."""

QUOTED = re.compile(r"[\"“”]([^\"“”]{1,200})[\"“”]")


class Query(NamedTuple):
    """A query: what was `typed`, the `text` to rank by, `phrases` that must occur, the `filter`."""

    typed: str
    text: str
    phrases: list[str]
    filter: Filter


def parse(typed: str, choices: Choices) -> Query:
    """Take a query apart; `choices` are what filters may name in the book.

    Raises FilterError for a field or a value that does not exist.
    """
    text, asked = read_inline(typed[:LONGEST_QUERY], choices)
    phrases = [match[1].strip() for match in QUOTED.finditer(text)][:MOST_PHRASES]
    text = re.sub(r"[\"“”]", " ", text).strip()
    return Query(typed, text, [phrase for phrase in phrases if phrase], asked)


def allowed(
    segment: Segment, record: Callable[[int], Any], asked: Query, as_of: str | None
) -> set[int] | None:
    """The entries that the filters and quoted words let through; None where all are."""
    sets = [
        {entry for value in values for entry in segment.documents_of(f"{field}:{value}")}
        for field, values in asked.filter.values.items()
    ]
    words = {token.text for phrase in asked.phrases for token in tokens(fold(phrase))}
    sets += [set(_documents_with(segment, word)) for word in words]
    in_any_state = "status" in asked.filter.values
    without = set() if in_any_state else _not_in_force(segment, record, as_of)
    if without and not sets:
        sets = [set(range(segment.entries))]
    return set.intersection(*sets) - without if sets else None


def _not_in_force(segment: Segment, record: Callable[[int], Any], as_of: str | None) -> set[int]:
    """What is superseded or withdrawn; or what did not hold on a day."""
    ended = {one for name in ENDED for one in segment.documents_of(f"status:{name}")}
    if as_of is None:
        return ended
    from rulings.lookup.records import status_in_record

    dated = set(segment.documents_of(DATED))
    then = {one: status_in_record(record(one), as_of) for one in dated}
    return (ended - dated) | {one for one in dated if then[one] not in ("draft", "active")}


def _documents_with(segment: Segment, term: str) -> Sequence[int]:
    found = segment.postings("words", term)
    return found[0] if found else ()
