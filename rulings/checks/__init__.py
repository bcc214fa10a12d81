"""The checks of a book: a function for each kind of fault, with a stable code.

``run(load_book(paths))`` gives every problem of a book, of its form and of its contents.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rulings.checks import base, links, structure, texts  # each adds its checks to `base`
from rulings.format.model import ENTRY_TYPES, AnyEntry
from rulings.kinds import KINDS
from rulings.lookup.event import OWN_RULESET
from rulings.reading.assembling import note_wrong_id
from rulings.reading.book import Loading, Origin
from rulings.reading.convert import convert
from rulings.reading.problems import Fault, Problem, in_order
from rulings.reading.yaml_reader import Document

__all__ = ["base", "links", "structure", "texts"]


def run(loading: Loading) -> list[Problem]:
    """All problems of a book, of form and of contents: errors first, in the order of its files.

    Where a file cannot be read, what it may hold is not reported as missing.
    """
    problems = [*loading.all_problems(), *of_entries(loading, loading.book.entries)]
    for code in base.BOOK_CHECKS:
        problems += of_book(loading, code)
    return in_order(_without_unsure(loading, [*problems, *of_named(loading)]))


def _without_unsure(loading: Loading, problems: Iterable[Problem]) -> list[Problem]:
    """The problems that do not come from a file which could not be read."""
    unsure = base.SAY_MISSING if loading.incomplete else ()
    return [problem for problem in problems if problem.code not in unsure]


def of_book(loading: Loading, code: str) -> list[Problem]:
    """What the check of whole books with a code finds; nothing is missing if a file is unread."""
    faults = base.BOOK_CHECKS[code](base.Context(loading))
    return _without_unsure(loading, (_problem(origin, code, fault) for origin, fault in faults))


def of_entries(loading: Loading, names: Collection[str]) -> Iterator[Problem]:
    """The problems in the contents of some entries."""
    context = base.Context(loading)
    for code, check in base.ENTRY_CHECKS.items():
        for name in names:
            for fault in check(context, loading.book.entries[name]):
                yield _problem(loading.origins[name], code, fault)


def of_named(loading: Loading) -> Iterator[Problem]:
    """The citations in the texts of cards and terms that name nothing."""
    context = base.Context(loading)
    for kind, shelf in loading.book.shelves.items():
        for (game, slug), item in shelf.items():
            for fault in links.leading_nowhere(context, item, game):
                yield _problem(loading.origins[f"{kind}:{game}/{slug}"], "B303", fault)


def _problem(origin: Origin, code: str, fault: Fault) -> Problem:
    fault = fault._replace(pointer=(*origin.pointer, *fault.pointer), code=code)
    return replace(origin.document.problem(fault), severity=base.EXPLANATIONS[code][0])


def errors_in_new(
    loading: Loading, document: Document, kind: str, prefixes: Collection[str]
) -> list[Problem]:
    """What `run` would call an error in the entries of a document, once the books hold them too."""
    key, entries, origins = KINDS[kind].key, dict[str, AnyEntry](), dict[str, Origin]()
    for number, data in enumerate(document.data[key]):
        entry = convert(document, (key, number), data, ENTRY_TYPES[kind])
        if entry is not None and not note_wrong_id(document, (key, number), entry, prefixes):
            entries[entry.id] = entry
            origins[entry.id] = Origin(document, (key, number), 0)
    book = replace(loading.book, entries=loading.book.entries | entries)
    together = replace(loading, book=book, origins=loading.origins | origins)
    of_contents = _without_unsure(loading, of_entries(together, entries))
    return [*document.problems, *(each for each in of_contents if each.severity == "error")]


def stands_alone(loading: Loading) -> bool:
    """Whether a book describes every game of its rulesets, so that it needs no book below it."""
    rulesets = [each for each in loading.book.rulesets.values() if each.id != OWN_RULESET]
    return bool(rulesets) and all(ruleset.game in loading.book.games for ruleset in rulesets)
