"""Phrasings, the ways in which entries are asked, in files of their own.

They stand under ``asked: {BR-Q1: {en: […]}}``.
Such a file may stand in any book, and hold phrasings for the entries of any other. Where it says
against which edition its numbers were checked, its phrasings count only for that edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from rulings.format.model import AnyEntry, Phrasings, Ruleset
from rulings.reading.convert import convert
from rulings.reading.yaml_reader import Document, Pointer

KEY, EDITIONS = "asked", "checked_against"


class Asked(NamedTuple):
    """The phrasings of an entry in one file, and where they stand."""

    document: Document
    pointer: Pointer
    entry: str
    phrasings: Phrasings
    editions: dict[str, str]
    """By ruleset, the edition that the file is for; empty if it is for all."""

    def is_of(self, ruleset: Ruleset) -> bool:
        """Whether it is for the edition of a ruleset that is in use."""
        return not self.editions or self.editions.get(ruleset.id) == ruleset.edition


def asked_in(documents: Iterable[Document], now_called: Mapping[str, str]) -> Iterator[Asked]:
    """The phrasings in some files; faults of form are noted in the documents.

    `now_called` has the ids that entries have now, by those they had before.
    """
    for document in documents:
        said = (document.data or {}).get(KEY)
        if said is None:
            continue
        if not isinstance(said, dict):
            document.fault((KEY,), "B103", f"{KEY}: write it as `BR-Q1: {{en: […]}}`")
            continue
        editions = convert(document, (EDITIONS,), document.data.get(EDITIONS, {}), dict[str, str])
        for name, data in said.items():
            pointer = (KEY, name)
            found = convert(document, pointer, data, Phrasings)
            if found is not None and pointer not in document.ambiguous:
                entry = now_called.get(name, name)
                yield Asked(document, pointer, entry, found, editions or {})


def lay_phrasings(
    entries: dict[str, AnyEntry], found: Iterable[Asked], ruleset_of: Callable[[str], Ruleset]
) -> list[Asked]:
    """Add the phrasings of such files to their entries. Returns those for entries that are not
    there, or not in that edition: a book on top may bring them.

    `ruleset_of` gives the ruleset of an entry, which knows the edition in use.
    """
    left = []
    for one in found:
        entry = entries.get(one.entry)
        if entry and one.is_of(ruleset_of(one.entry)):
            asked = both(entry.asked, one.phrasings)
            entries[one.entry] = msgspec.structs.replace(entry, asked=asked)
        else:
            left.append(one)
    return left


def both(first: Phrasings, second: Phrasings) -> Phrasings:
    """Two sets of phrasings as one, each phrasing once, those of `first` first."""
    return {
        language: list(dict.fromkeys([*first.get(language, ()), *second.get(language, ())]))
        for language in {**first, **second}
    }
