"""The checks of a book: a class for each kind of fault, with a stable code.

``run(load_book(paths))`` gives every problem of a book, of its form and of its contents.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rulings.checks import book, links, structure, texts  # each adds its checks to CHECKS
from rulings.checks.base import CHECKS, EntryCheck
from rulings.format.model import ENTRY_TYPES, AnyEntry
from rulings.kinds import KINDS
from rulings.lookup.event import OWN_RULESET
from rulings.reading.assembling import is_well_formed
from rulings.reading.book import Loading, Origin
from rulings.reading.convert import convert
from rulings.reading.problems import Problem, in_order
from rulings.reading.yaml_reader import Document

__all__ = ["CHECKS", "EXPLANATIONS", "book", "links", "structure", "texts"]

EXPLANATIONS: dict[str, tuple[str, str, str]] = {
    **{code: ("error", *texts) for code, texts in structure.FORM_CODES.items()},
    **{code: (each.severity, each.summary, each.remedy) for code, each in sorted(CHECKS.items())},
}
"""Code -> severity, what it finds in one line, and how to fix it."""


def run(loading: Loading) -> list[Problem]:
    """All problems of a book, of form and of contents: errors first, in the order of its files.

    Where a file cannot be read, nothing is reported that the file may hold.
    """
    problems = [
        problem
        for problem in loading.all_problems()
        if not (loading.incomplete and problem.code in structure.FOLLOWING)
    ]
    for check in CHECKS.values():
        if not (loading.incomplete and check.skip_if_incomplete):
            problems.extend(check(loading).problems())
    return in_order(problems)


def faults_of_new(
    loading: Loading, document: Document, kind: str, prefixes: set[str]
) -> list[Problem]:
    """What `run` would call an error in the entries of a document, once the books hold them too."""
    key, entries, origins = KINDS[kind].key, dict[str, AnyEntry](), dict[str, Origin]()
    for number, data in enumerate(document.data[key]):
        entry = convert(document, (key, number), data, ENTRY_TYPES[kind])
        if entry is not None and is_well_formed(document, (key, number), entry, prefixes):
            entries[entry.id] = entry
            origins[entry.id] = Origin(document, (key, number), 0)
    together = replace(
        loading,
        book=replace(loading.book, entries=loading.book.entries | entries),
        origins=loading.origins | origins,
    )
    errors = [each for each in of_entries(together, entries) if each.severity == "error"]
    return [*document.problems, *errors]


def of_entries(loading: Loading, names: Collection[str]) -> list[Problem]:
    """The faults in the contents of some entries alone, as `run` finds them."""
    return [
        problem
        for check in CHECKS.values()
        if issubclass(check, EntryCheck) and not (loading.incomplete and check.skip_if_incomplete)
        for problem in check(loading).of_entries(names)
    ]


def stands_alone(loading: Loading) -> bool:
    """Whether a book describes every game of its rulesets, so that it needs no book below it."""
    rulesets = [each for each in loading.book.rulesets.values() if each.id != OWN_RULESET]
    return bool(rulesets) and all(ruleset.game in loading.book.games for ruleset in rulesets)
