"""The links between entries: what each rests on, and, turned round, what rests on each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from rulings.books import AnyEntry, Book
from rulings.model import LANGUAGES, Clause, Entry, Note, RelationType, Ruling, Text, Variant
from rulings.reader import Pointer

CITATION = re.compile(r"\[\[([^\[\]\n]+)\]\]")
"""A cross-reference in running text: ``[[BR 9.1]]``."""

_DERIVED = {
    RelationType.SIMILAR: "similar",
    RelationType.SUPERSEDES: "superseded-by",
    RelationType.DERIVED_FROM: "source-of",
}


@dataclass(frozen=True, slots=True)
class Link:
    """One entry cites another; `role` says as what: `decides`, `clause`, `modifies` and so on."""

    origin: str
    target: str
    role: str


class Links:
    """All links of a book, in both directions."""

    def __init__(self, book: Book) -> None:
        self._from: dict[str, list[Link]] = {}
        self._to: dict[str, list[Link]] = defaultdict(list)
        for entry in book.entries.values():
            links = list(dict.fromkeys(_links_of(entry)))
            self._from[entry.id] = links
            for link in links:
                self._to[link.target].append(link)
        self._derive(book)

    def of(self, identifier: str) -> list[Link]:
        """What an entry cites, in its own order."""
        return self._from.get(identifier, [])

    def to(self, identifier: str) -> list[Link]:
        """Who cites an id (cards and terms as ``card:slug``, ``term:slug``), in book order."""
        return self._to.get(identifier, [])

    def _derive(self, book: Book) -> None:
        """Relations are stored in one direction; here they get the other."""
        for entry in book.entries.values():
            for relation in entry.related:
                back = Link(relation.id, entry.id, _DERIVED[relation.type])
                if relation.id in self._from and back not in self._from[relation.id]:
                    self._from[relation.id].append(back)
                    self._to[entry.id].append(back)


def _links_of(entry: AnyEntry) -> Iterator[Link]:
    for role, targets in _listed(entry):
        for target in targets:
            yield Link(entry.id, target, role)
    for relation in entry.related:
        yield Link(entry.id, relation.id, relation.type.value)
    for slug in entry.cards:
        yield Link(entry.id, f"card:{slug}", "card")
    for slug in entry.terms:
        yield Link(entry.id, f"term:{slug}", "term")


def _listed(entry: AnyEntry) -> Iterator[tuple[str, list[str]]]:
    if isinstance(entry, Ruling):
        yield "decides", entry.clauses[:1]
        yield "clause", entry.clauses[1:]
        yield "variant", entry.variants
        yield "base-rule", entry.base_rules
    elif isinstance(entry, Variant):
        yield "modifies", entry.modifies
        yield "adds-to", entry.adds_to
        yield "clause", entry.clauses
    elif isinstance(entry, Note):
        yield "about", entry.about


def texts_of(entry: Entry) -> Iterator[tuple[str, Text]]:
    """The texts of an entry that people read, by key, in reading order."""
    yield "title", entry.title
    if isinstance(entry, Ruling):
        yield "verdict", entry.verdict
        yield "question", entry.question
        yield "answer", entry.answer
        yield "why", entry.why
    elif isinstance(entry, Clause | Variant):
        yield "verdict", entry.verdict
        yield "text", entry.text
        yield "why", entry.why
    elif isinstance(entry, Note):
        yield "text", entry.text
    if isinstance(entry, Clause):
        yield "differs", entry.differs
    yield "remark", entry.remark


def citations_in(text: str) -> list[str]:
    """The targets of ``[[…]]`` in a text, in order."""
    return [match.strip() for match in CITATION.findall(text)]


def citations_of(entry: Entry) -> Iterator[tuple[Pointer, str]]:
    """The targets of ``[[…]]`` in all that an entry says, each with the way to its text."""
    written: list[tuple[Pointer, Text]] = [((key,), text) for key, text in texts_of(entry)]
    if isinstance(entry, Clause):
        written += [(("examples", number), text) for number, text in enumerate(entry.examples)]
    for pointer, text in written:
        for language in LANGUAGES:
            for target in citations_in(getattr(text, language)):
                yield (*pointer, language), target
