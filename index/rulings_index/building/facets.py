"""What an index is looked up by: the facets of entries, and the ids of what is only shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulings import ids as identifiers
from rulings.kinds import KINDS
from rulings.lookup import filters
from rulings_index.asking_back.calls import CALL
from rulings_index.query.syntax import DATED
from rulings_index.ranking.confidence import fitted_facet, measure_name

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry
    from rulings.format.record import Record
    from rulings.lookup.records import Records
    from rulings.reading.book import Book


class Shown(NamedTuple):
    """What can be shown by its id, but is found only through the entries that mention it."""

    record: Record
    ids: Sequence[str]


def facets_of(book: Book, entry: AnyEntry) -> Iterator[str]:
    """What an entry can be filtered and looked up by."""
    yield f"id:{entry.id}"
    yield from (f"id:{old}" for old in entry.formerly if old not in book.entries)
    for field, values in filters.facets_of(book, entry).items():
        yield from (f"{field}:{value}" for value in values)
    if entry.history:
        yield DATED
    for above in identifiers.ancestors(entry.id):
        yield f"below:{above}"
    if call := getattr(entry, "call", None):
        yield CALL
        yield f"event:{call.event}"
    line = book.lines.get(entry.id)
    if line and line.measured_by == measure_name():
        yield fitted_facet(line.answer, line.perhaps)


def shown_only(book: Book, records: Records) -> Iterator[Shown]:
    """The forks, cards, terms and sections of a book."""
    for entry in book.entries.values():
        if not KINDS[entry.kind].searched:
            yield Shown(records.entry(entry.id), [entry.id, *entry.formerly])
    for kind, shelf in book.shelves.items():
        for game, slug in shelf:
            record = records.named(game, kind, slug)
            ids = [f"{kind}:{one}" for one in (slug, *record.get("formerly", ()))]
            yield Shown(record, ids)
    for ruleset in book.rulesets.values():
        for section in ruleset.sections:
            if found := records.section(section.id):
                yield Shown(found, [section.id])
