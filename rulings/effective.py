"""The rules in force: the variants that a table takes up, laid over the clauses they change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from rulings import identifiers
from rulings.books import Book
from rulings.filters import choices_of, resolve
from rulings.model import Clause, Ruleset, Ruling, Section, Status, Variant
from rulings.problems import RulingsError


@dataclass(frozen=True, slots=True)
class ClauseInForce:
    """A clause with the variants that change it and those that add to it."""

    clause: Clause
    changed_by: tuple[Variant, ...] = ()
    added_by: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionInForce:
    """A section with its clauses; `section` is None for clauses that stand in none."""

    section: Section | None
    clauses: tuple[ClauseInForce, ...]


@dataclass(slots=True)
class RulesInForce:
    """A ruleset as it is played: sections, the variants in force, and what follows from them.

    `conflicts` names each clause that several variants in force change; `not_in_force` holds the
    rulings that rest on a variant left out, with those variants.
    """

    ruleset: Ruleset
    sections: list[SectionInForce]
    variants: list[Variant]
    conflicts: dict[str, list[str]] = field(default_factory=dict)
    not_in_force: dict[str, list[str]] = field(default_factory=dict)


class RulesetError(RulingsError):
    """A ruleset or variant that the book does not hold."""


def find_ruleset(book: Book, name: str) -> Ruleset:
    """The ruleset called `name` (id, prefix, name or alias); raises FilterError."""
    return book.rulesets[resolve("ruleset", name, choices_of(book))[0]]


def choose_variants(
    book: Book, ruleset: Ruleset, included: Collection[str] = (), excluded: Collection[str] = ()
) -> list[Variant]:
    """The variants in force: those `included` (all active ones where it is empty) less `excluded`.

    Raises RulesetError for an id that is no variant of the ruleset.
    """
    known = {
        entry.id: entry
        for entry in book.entries.values()
        if isinstance(entry, Variant) and identifiers.prefix_of(entry.id) == ruleset.prefix
    }
    chosen = [_resolve(book, known, name) for name in included]
    left_out = {_resolve(book, known, name) for name in excluded}
    wanted = chosen or [name for name, one in known.items() if one.status == Status.ACTIVE]
    return [known[name] for name in dict.fromkeys(wanted) if name not in left_out]


def rules_in_force(book: Book, ruleset: Ruleset, variants: Iterable[Variant]) -> RulesInForce:
    """Lay `variants` over the clauses of `ruleset`."""
    chosen = list(variants)
    clauses = [
        _in_force(entry, chosen)
        for entry in book.entries.values()
        if isinstance(entry, Clause) and identifiers.prefix_of(entry.id) == ruleset.prefix
    ]
    clauses.sort(key=lambda one: identifiers.sort_key(one.clause.id))
    rules = RulesInForce(ruleset, _by_section(ruleset, clauses), chosen)
    for one in clauses:
        if len(one.changed_by) > 1:
            rules.conflicts[one.clause.id] = [variant.id for variant in one.changed_by]
    rules.not_in_force = _resting_on_others(book, ruleset, chosen)
    return rules


def _resolve(book: Book, known: Collection[str], name: str) -> str:
    found = identifiers.meant(name, book.prefixes(), known)
    if found:
        return found
    choices = ", ".join(known) or "none"
    raise RulesetError(f"{name!r} is no variant of this ruleset; it has {choices}")


def _in_force(clause: Clause, variants: list[Variant]) -> ClauseInForce:
    return ClauseInForce(
        clause,
        tuple(variant for variant in variants if clause.id in variant.modifies),
        tuple(variant for variant in variants if clause.id in variant.adds_to),
    )


def _by_section(ruleset: Ruleset, clauses: list[ClauseInForce]) -> list[SectionInForce]:
    groups: dict[str, list[ClauseInForce]] = {}
    for one in clauses:
        groups.setdefault(identifiers.section_of(one.clause.id), []).append(one)
    titles = {section.id: section for section in ruleset.sections}
    return [SectionInForce(titles.get(name), tuple(group)) for name, group in groups.items()]


def _resting_on_others(book: Book, ruleset: Ruleset, chosen: list[Variant]) -> dict[str, list[str]]:
    in_force = {variant.id for variant in chosen}
    found: dict[str, list[str]] = {}
    for entry in book.entries.values():
        if isinstance(entry, Ruling) and identifiers.prefix_of(entry.id) == ruleset.prefix:
            missing = [name for name in entry.variants if name not in in_force]
            if missing:
                found[entry.id] = missing
    return found
