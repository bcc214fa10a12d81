"""The checks of a book: one small class a fault, each with a stable code.

``run(load_book(paths))`` gives every problem of a book, those of its form and those of its
contents, in the order of the files.
"""

from __future__ import annotations

from rulings.books import Loading
from rulings.checks.base import Check
from rulings.checks.forks import CasesAlike, ForkInCircle
from rulings.checks.form import FOLLOWING, FORM_CODES
from rulings.checks.imprint import ColourUnreadable, LogoUnusable
from rulings.checks.languages import AskedTooLittle, MissingLanguage, WrongLanguage
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
from rulings.checks.status import EditionUnknown, NoReasonGiven, NoSuchDay
from rulings.checks.texts import (
    CommentInText,
    LiteralMarks,
    NotPlainMarkdown,
    OtherLanguage,
    TodoLeft,
    VerdictTooLong,
)
from rulings.checks.usage import UnusedCard, UnusedTerm
from rulings.checks.worked import FormulaNameTwice, FormulaUnsound, WorkedNumbersDiffer
from rulings.event import OWN_RULESET
from rulings.problems import Problem, in_order

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
    WrongLanguage,
    VerdictTooLong,
    LiteralMarks,
    NotPlainMarkdown,
    OtherLanguage,
    CommentInText,
    TodoLeft,
    FormulaUnsound,
    FormulaNameTwice,
    WorkedNumbersDiffer,
    NoReasonGiven,
    NoSuchDay,
    EditionUnknown,
    AskedTooLittle,
    UnusedCard,
    UnusedTerm,
    ColourUnreadable,
    LogoUnusable,
    Replaces,
)

EXPLANATIONS: dict[str, tuple[str, str, str]] = {
    **{code: ("error", summary, remedy) for code, (summary, remedy) in FORM_CODES.items()},
    **{check.code: (check.severity, check.summary, check.remedy) for check in CHECKS},
}
"""Code -> severity, what it finds in one line, and how to fix it."""


def run(loading: Loading) -> list[Problem]:
    """All problems of a book, of form and of contents: errors first, in the order of its files.

    Where a file cannot be read, nothing is said of what it may hold.
    """
    found = loading.all_problems()
    problems = [one for one in found if not (loading.torn and one.code in FOLLOWING)]
    for check in CHECKS:
        if not (loading.torn and check.needs_all):
            problems.extend(check(loading).problems())
    return in_order(problems)


def stands_alone(loading: Loading) -> bool:
    """Whether a book defines every game it speaks of, so that it needs no other below it."""
    rulesets = [one for one in loading.book.rulesets.values() if one.id != OWN_RULESET]
    return bool(rulesets) and all(ruleset.game in loading.book.games for ruleset in rulesets)
