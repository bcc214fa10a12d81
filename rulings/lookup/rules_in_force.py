"""The rules in force: the variants in use at a table, laid over the clauses they change."""

from collections.abc import Collection
from typing import NamedTuple

from rulings import ids
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.model import Clause, Ruleset, Ruling, Variant
from rulings.lookup.event import put_in_force
from rulings.lookup.filters import choices_of, resolve
from rulings.reading.book import Book


class ClauseInForce(NamedTuple):
    """A clause with the variants that change it, that add to it, and that propose to do so."""

    clause: Clause
    changed_by: tuple[Variant, ...]
    added_by: tuple[Variant, ...]
    proposed_by: tuple[Variant, ...]


class RulesInForce(NamedTuple):
    """A ruleset as it is played: its clauses in the order of the rulebook, the variants in force,
    and what follows from them.

    `conflicts` names each clause that several variants in force change; `not_in_force` holds the
    rulings that rest on a variant left out, with those variants.
    """

    ruleset: Ruleset
    clauses: list[ClauseInForce]
    variants: list[Variant]
    conflicts: dict[str, list[str]]
    not_in_force: dict[str, list[str]]


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
    """The variants of a ruleset, or of its clauses, that are in force: those `before` and those
    `included`, less those `excluded`. RulingsError for a name that is not such a variant.
    """
    clauses = {clause.id for clause in book.of_ruleset(ruleset, Clause)}
    known = {
        each.id: each
        for each in book.entries.values()
        if isinstance(each, Variant)
        and each.status is not Status.DRAFT
        and (book.ruleset_of(each.id) is ruleset or clauses & {*each.modifies, *each.adds_to})
    }
    added = [variant_meant(book, known, name, "of this ruleset") for name in included]
    taken = [variant_meant(book, known, name, "of this ruleset") for name in excluded]
    return [known[name] for name in put_in_force(before, added, taken) if name in known]


def rules_in_force(book: Book, ruleset: Ruleset, chosen: list[Variant]) -> RulesInForce:
    """Lay the `chosen` variants over the clauses of `ruleset`."""
    variants = (entry for entry in book.entries.values() if isinstance(entry, Variant))
    proposed = [each for each in variants if each.status == Status.ACTIVE and each not in chosen]
    clauses = [
        ClauseInForce(
            clause,
            tuple(each for each in chosen if clause.id in each.modifies),
            tuple(each for each in chosen if clause.id in each.adds_to),
            tuple(each for each in proposed if clause.id in (*each.modifies, *each.adds_to)),
        )
        for clause in book.of_ruleset(ruleset, Clause)
    ]
    clauses.sort(key=lambda each: ids.sort_key(each.clause.id))
    changed = {each.clause.id: [variant.id for variant in each.changed_by] for each in clauses}
    conflicts = {clause: names for clause, names in changed.items() if len(names) > 1}
    in_force = {variant.id for variant in chosen}
    left_out = {
        ruling.id: missing
        for ruling in book.of_ruleset(ruleset, Ruling)
        if (missing := [name for name in ruling.variants if name not in in_force])
    }
    return RulesInForce(ruleset, clauses, chosen, conflicts, left_out)


def variant_meant(book: Book, known: Collection[str], name: str, place: str) -> str:
    """The `known` variant that a name means; RulingsError if it means none, or several. The message
    says that the known ones are at a `place`: ``on this page``.
    """
    meant = [each for each in ids.parse(name, book.prefixes()).candidates if each in known]
    if len(meant) != 1:
        reason = "may mean" if meant else f"is not a variant {place}; it has"
        listed = sorted(meant or known, key=ids.sort_key)
        raise RulingsError(f"{name!r} {reason} {', '.join(listed) or 'none'}")
    return meant[0]
