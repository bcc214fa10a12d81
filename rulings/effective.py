"""The rules in force: the variants that a table takes up, laid over the clauses they change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from rulings import identifiers
from rulings.books import Book
from rulings.event import put_in_force
from rulings.filters import choices_of, resolve
from rulings.model import Clause, Ruleset, Ruling, Section, Status, Variant
from rulings.problems import RulingsError


@dataclass(frozen=True, slots=True)
class ClauseInForce:
    """A clause with the variants that change it, those that add to it, and those that would."""

    clause: Clause
    changed_by: tuple[Variant, ...] = ()
    added_by: tuple[Variant, ...] = ()
    proposed_by: tuple[Variant, ...] = ()


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


def find_ruleset(book: Book, name: str) -> Ruleset:
    """The ruleset called `name` (id, prefix, name or alias); raises FilterError."""
    return book.rulesets[resolve("ruleset", name, choices_of(book))[0]]


def choose_variants(
    book: Book,
    ruleset: Ruleset,
    before: Collection[str] = (),
    included: Collection[str] = (),
    excluded: Collection[str] = (),
) -> list[Variant]:
    """The variants of a ruleset in force: of those `before` and those `included`, all but those
    `excluded`. None is in force by itself.

    Raises RulingsError for what is `included` or `excluded` and is no variant of the ruleset.
    """
    known = {
        entry.id: entry
        for entry in book.entries.values()
        if isinstance(entry, Variant) and identifiers.prefix_of(entry.id) == ruleset.prefix
    }
    added, taken = (
        [variant_meant(book, known, name, "of this ruleset") for name in names]
        for names in (included, excluded)
    )
    return [known[name] for name in put_in_force(filter(known.__contains__, before), added, taken)]


def rules_in_force(book: Book, ruleset: Ruleset, variants: Iterable[Variant]) -> RulesInForce:
    """Lay `variants` over the clauses of `ruleset`."""
    chosen = list(variants)
    proposed = [
        entry
        for entry in book.entries.values()
        if isinstance(entry, Variant) and entry.status == Status.ACTIVE and entry not in chosen
    ]
    clauses = [
        _in_force(entry, chosen, proposed)
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


def variant_meant(book: Book, known: Collection[str], name: str, place: str) -> str:
    """The variant that a name means among those `known`, which stand in a `place` (``on this
    page``); RulingsError where it means none.
    """
    found = identifiers.meant(name, book.prefixes(), known)
    if found:
        return found
    choices = ", ".join(known) or "none"
    raise RulingsError(f"{name!r} is no variant {place}; it has {choices}")


def _in_force(clause: Clause, variants: list[Variant], others: list[Variant]) -> ClauseInForce:
    return ClauseInForce(
        clause,
        tuple(variant for variant in variants if clause.id in variant.modifies),
        tuple(variant for variant in variants if clause.id in variant.adds_to),
        tuple(one for one in others if clause.id in (*one.modifies, *one.adds_to)),
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
