"""What changed between two editions, and how: created, deleted, edited, moved."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from rulings import ids
from rulings.editions.edition import Edition, Statement
from rulings.editions.matching import match
from rulings.editions.references import rewrite


class Kind(StrEnum):
    """What happened to a statement."""

    UNCHANGED = "unchanged"
    CREATED = "created"
    DELETED = "deleted"
    EDITED = "edited"
    REFERENCES = "references"
    MOVED = "moved"
    MOVED_AND_EDITED = "moved and edited"


MEANINGS: dict[Kind, str] = {
    Kind.UNCHANGED: "the same words under the same number",
    Kind.CREATED: "new in this edition",
    Kind.DELETED: "no longer in this edition",
    Kind.EDITED: "other words under the same number",
    Kind.REFERENCES: "only the numbers it cites followed a renumbering",
    Kind.MOVED: "another number, the same words",
    Kind.MOVED_AND_EDITED: "another number and other words",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One statement in two editions; `follows` where the numbers it cites were renumbered."""

    kind: Kind
    old: Statement | None
    new: Statement | None
    follows: bool = False

    @property
    def id(self) -> str:
        """The id in the new edition, or in the old one where it is gone."""
        statement = self.new or self.old
        return statement.id if statement else ""


@dataclass(slots=True)
class Comparison:
    """Two editions and every statement of either, in the order of the new rulebook."""

    old: Edition
    new: Edition
    all_changes: list[Change] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """What is not unchanged."""
        return [change for change in self.all_changes if change.kind is not Kind.UNCHANGED]

    def counts(self) -> dict[str, int]:
        """How many of each kind."""
        counted = Counter(change.kind for change in self.all_changes)
        return {kind.value: counted[kind] for kind in Kind}

    def by_old(self) -> dict[str, Change]:
        """The change of each statement of the old edition, by its old id."""
        return {change.old.id: change for change in self.all_changes if change.old}


def compare(old: Edition, new: Edition) -> Comparison:
    """All changes between two editions of one ruleset."""
    pairs = match(old, new)
    back = {new_id: old_id for old_id, new_id in pairs.items()}
    comparison = Comparison(old, new)
    for identifier, statement in new.statements.items():
        before = old.statements.get(back.get(identifier, ""))
        comparison.all_changes.append(_change(before, statement, old.prefix, pairs))
    gone = [each for key, each in old.statements.items() if key not in pairs]
    comparison.all_changes.extend(_change(each, None, old.prefix, pairs) for each in gone)
    comparison.all_changes.sort(key=lambda change: ids.sort_key(change.id))
    return comparison


def compare_glossaries(old: Edition, new: Edition) -> Comparison:
    """All changes of the terms; a term that changed its name is deleted, and another created."""
    renumbered = match(old, new)
    comparison = Comparison(old, new)
    for identifier in sorted(old.glossary.keys() | new.glossary.keys()):
        before, after = old.glossary.get(identifier), new.glossary.get(identifier)
        comparison.all_changes.append(_change(before, after, old.prefix, renumbered))
    return comparison


def _change(
    before: Statement | None, after: Statement | None, prefix: str, renumbered: dict[str, str]
) -> Change:
    if before is None or after is None:
        return Change(Kind.CREATED if after else Kind.DELETED, before, after)
    moved = before.id != after.id
    if _same(before.text, after.text):
        return Change(Kind.MOVED if moved else Kind.UNCHANGED, before, after)
    followed = rewrite(before.text, prefix, lambda key: renumbered.get(key, key))
    if _same(followed, after.text):
        return Change(Kind.MOVED if moved else Kind.REFERENCES, before, after, follows=True)
    return Change(Kind.MOVED_AND_EDITED if moved else Kind.EDITED, before, after)


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()) == " ".join(other.split())
