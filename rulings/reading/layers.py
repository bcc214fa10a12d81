"""Laying one book over another: what an entry takes from the entry of a lower book with its id,
and from phrasings in separate files.

An imported edition has the official text in one language; our own book has Japanese and the
questions of players. In another edition the same number may mean another rule, so an entry takes
words from a lower one only where they still fit.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rulings import ids
from rulings.format.model import AnyEntry, Clause, Phrasings, Ruleset, Ruling, Section, Text
from rulings.languages import own_name
from rulings.reading.book import AddedPhrasings, Book
from rulings.reading.convert import convert
from rulings.reading.yaml_reader import Document

_Struct = TypeVar("_Struct", bound=msgspec.Struct)

ASKED_KEY = "asked"
"""The key of phrasings, in an entry and in a file of phrasings."""

_WORD = re.compile(r"[a-z]{4,}")
_SHARED_WORDS = 0.5
"""The share of the words of the shorter text that the longer one must hold. In the editions of 2023
to 2026, 45 of our 46 clauses share as much with the same rule, 120 of 1,611 with another one.
"""


def same_edition(first: str, second: str) -> bool:
    """Whether two names are of one edition, such as 20231117 and 2023-11-17."""
    plain = (re.sub(r"[\W_]", "", name.lower()) for name in (first, second))
    return first == second or len({*plain}) == 1


def lay_ruleset_over(below: Ruleset, above: Ruleset) -> Ruleset:
    """The ruleset above, with the sections and names that only the one below has."""
    sections = {section.id: section for section in below.sections}
    for section in above.sections:
        lower = sections.get(section.id)
        same = lower and _title_of(lower) == _title_of(section)
        sections[section.id] = _filled(section, lower, "title") if lower and same else section
    ordered = sorted(sections.values(), key=lambda each: ids.sort_key(each.id))
    return replace(_filled(above, below, "name", "aliases"), sections=ordered)


def lay_over(below: AnyEntry, above: AnyEntry, lower: Ruleset, upper: Ruleset) -> AnyEntry:
    """The entry above, with the search words of the one below where both say the same.

    `lower` and `upper` are the ruleset as the book of each entry has it.
    """
    if not _fits(below, above, lower, upper):
        return above
    together = _filled(above, below, "title", "asked", "cards", "terms")
    lower_title = _english(below.title)
    if lower_title and lower_title != _english(above.title):
        together = replace(together, asked=merged(together.asked, {"en": [lower_title]}))
    if isinstance(below, Clause) and isinstance(together, Clause):
        together = _filled(together, below, "text", "why", "related", "sources")
        checked = below.checked_against.get(lower.id, lower.edition)
        own = getattr(above, "text", {})
        added = ", ".join(own_name(code) for code in together.text if not own.get(code))
        if added and not same_edition(checked, upper.edition):
            remark = {
                "en": f"{added}: checked against edition {checked}.",
                "ja": f"{added}は{checked}版で確認したもの。",
            }
            together = replace(together, remark=remark | above.remark)
    return together


def as_now_called(call: Ruling, now_called: Mapping[str, str]) -> Ruling:
    """A call with the present ids of what it cites; its book may have been renamed elsewhere."""
    clauses = [now_called.get(name, name) for name in call.clauses]
    overruled = [now_called.get(name, name) for name in call.overruled]
    related = [replace(each, id=now_called.get(each.id, each.id)) for each in call.related]
    renamed_call = call.call and replace(call.call, overrules=overruled)
    return replace(call, clauses=clauses, related=related, call=renamed_call)


def lay_named_over(below: _Struct, above: _Struct) -> _Struct:
    """The card or term above, with the names in other languages of the one below."""
    keys = ("name", "reading", "aliases", "text")
    return _filled(above, below, *(key for key in keys if hasattr(above, key)))


def _filled(above: _Struct, below: _Struct, *keys: str) -> _Struct:
    """The struct above, with what is missing under some `keys` (languages, items) from below."""
    changes: dict[str, Any] = {}
    for key in keys:
        upper, lower = getattr(above, key), getattr(below, key)
        if isinstance(upper, list):
            changes[key] = list(dict.fromkeys([*upper, *lower]))
        elif isinstance(upper, str):
            changes[key] = upper or lower
        elif any(isinstance(each, list) for each in (upper | lower).values()):
            changes[key] = merged(upper, lower)
        else:
            changes[key] = lower | {language: words for language, words in upper.items() if words}
    return replace(above, **changes)


def _fits(below: AnyEntry, above: AnyEntry, lower: Ruleset, upper: Ruleset) -> bool:
    """Whether an entry and the one below with the same id say the same."""
    if not (isinstance(below, Clause) and isinstance(above, Clause)):
        return type(below) is type(above)
    checked = below.checked_against.get(lower.id, lower.edition)
    if same_edition(checked, upper.edition) or not (_english(below.text) and _english(above.text)):
        return True
    words = [_words(f"{_english(each.title)} {_english(each.text)}") for each in (below, above)]
    return len(words[0] & words[1]) >= _SHARED_WORDS * min(map(len, words))


def _title_of(section: Section) -> str:
    return _english(section.title).removesuffix(" (related rule)").casefold()


def _words(text: str) -> set[str]:
    """The words of a text that carry its meaning, without their endings."""
    return {word[:5] for word in _WORD.findall(text.lower())}


def _english(text: Text) -> str:
    """The English of a text: editions are compared by it, since imported documents have it."""
    return text.get("en", "")


def phrasings_in(
    documents: Iterable[Document], now_called: Mapping[str, str]
) -> Iterator[AddedPhrasings]:
    """The phrasings in some files; faults of form are noted in the documents."""
    for document in documents:
        data = document.data or {}
        listed = data.get(ASKED_KEY) or {}
        if not isinstance(listed, dict):
            message = f"{ASKED_KEY}: write it as `BR-Q1: {{en: […]}}`"
            document.add_problem((ASKED_KEY,), "B103", message)
            continue
        checked = data.get("checked_against", {})
        editions = convert(document, ("checked_against",), checked, dict[str, str]) or {}
        for name, texts in listed.items():
            pointer = (ASKED_KEY, name)
            phrasings = convert(document, pointer, texts, Phrasings)
            if phrasings is not None and pointer not in document.ambiguous:
                entry = now_called.get(name, name)
                yield AddedPhrasings(document, pointer, entry, phrasings, editions)


def is_in_use(added: AddedPhrasings, book: Book) -> bool:
    """Whether phrasings apply: of a call, for the edition in use, or for no edition by name."""
    if getattr(book.entries.get(added.entry), "call", None):
        return True
    ruleset = book.by_prefix.get(ids.prefix_of(added.entry))
    edition = ruleset and added.editions.get(ruleset.id, ruleset.edition)
    return same_edition(edition, ruleset.edition) if ruleset and edition else not added.editions


def lay_phrasings(book: Book, listed: Iterable[AddedPhrasings]) -> list[AddedPhrasings]:
    """Add phrasings to their entries. Returns those that fit none: an upper book may have them."""
    unused = []
    for added in listed:
        entry = book.entries.get(added.entry)
        if entry and is_in_use(added, book):
            book.entries[added.entry] = replace(entry, asked=merged(entry.asked, added.phrasings))
        else:
            unused.append(added)
    return unused


def merged(first: Phrasings, second: Phrasings) -> Phrasings:
    """Two sets of phrasings as one, each phrasing once, those of `first` first."""
    return {
        language: list(dict.fromkeys([*first.get(language, ()), *second.get(language, ())]))
        for language in {**first, **second}
    }
