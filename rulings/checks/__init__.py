"""The checks of a book: one small class a fault, each with a stable code.

``run(load_book(paths))`` gives every problem of a book, those of its form and those of its
contents, in the order of the files.
"""

from __future__ import annotations

from rulings.books import Loading
from rulings.checks.base import Check
from rulings.checks.forks import CasesAlike, ForkInCircle
from rulings.checks.form import FORM_CODES
from rulings.checks.languages import AskedTooLittle, MissingLanguage
from rulings.checks.links import (
    AskedOfNothing,
    CitedButNotListed,
    DanglingCitation,
    DanglingLink,
    NoDecidingClause,
    OneSidedSupersession,
    RelationStoredTwice,
    UnknownSource,
)
from rulings.checks.replacing import Replaces
from rulings.checks.sheets import SheetNamesNothing
from rulings.checks.status import EditionUnknown, NoReasonGiven
from rulings.checks.texts import (
    LiteralMarks,
    NotPlainMarkdown,
    OtherLanguage,
    TodoLeft,
    VerdictTooLong,
)
from rulings.checks.usage import UnusedCard, UnusedTerm
from rulings.checks.worked import FormulaNameTwice, FormulaUnsound, WorkedNumbersDiffer
from rulings.event import OWN_RULESET
from rulings.problems import Problem

CHECKS: tuple[type[Check], ...] = (
    DanglingLink,
    UnknownSource,
    DanglingCitation,
    CitedButNotListed,
    NoDecidingClause,
    RelationStoredTwice,
    OneSidedSupersession,
    AskedOfNothing,
    SheetNamesNothing,
    ForkInCircle,
    CasesAlike,
    MissingLanguage,
    VerdictTooLong,
    LiteralMarks,
    NotPlainMarkdown,
    OtherLanguage,
    TodoLeft,
    FormulaUnsound,
    FormulaNameTwice,
    WorkedNumbersDiffer,
    NoReasonGiven,
    EditionUnknown,
    AskedTooLittle,
    UnusedCard,
    UnusedTerm,
    Replaces,
)

EXPLANATIONS: dict[str, tuple[str, str, str]] = {
    **{code: ("error", summary, remedy) for code, (summary, remedy) in FORM_CODES.items()},
    **{check.code: (check.severity, check.summary, check.remedy) for check in CHECKS},
}
"""Code -> severity, what it finds in one line, and how to mend it."""


def run(loading: Loading) -> list[Problem]:
    """All problems of a book, of form and of contents, in the order of its files."""
    problems = loading.all_problems()
    for check in CHECKS:
        problems.extend(check(loading).problems())
    return sorted(set(problems))


def stands_alone(loading: Loading) -> bool:
    """Whether a book defines every game it speaks of, so that it needs no other below it."""
    rulesets = [one for one in loading.book.rulesets.values() if one.id != OWN_RULESET]
    return bool(rulesets) and all(ruleset.game in loading.book.games for ruleset in rulesets)
