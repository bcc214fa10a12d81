"""What changed between two editions, and how: created, deleted, edited, moved; and the words."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from rulings import ids
from rulings.editions.edition import Edition, Statement, comparable
from rulings.editions.matching import match

_WIDE = r"\u3000-\u9fff\uff00-\uffef"
_TOKEN = re.compile(rf"\s+|\d+(?:\.\d+)*[a-z]?\b|[{_WIDE}]|[^\W{_WIDE}]+|.")

_MOST_WORDS = 4_000
SAME, REMOVED, ADDED = "same", "removed", "added"
Words = tuple[str, str]
"""What became of some words (`SAME`, `REMOVED` or `ADDED`), and the words."""


class Kind(StrEnum):
    """What happened to a statement. `REFERENCES`: only the rule numbers that it cites changed."""

    UNCHANGED = "unchanged"
    CREATED = "created"
    DELETED = "deleted"
    EDITED = "edited"
    REFERENCES = "references"
    MOVED = "moved"
    MOVED_AND_EDITED = "moved and edited"


class Change(NamedTuple):
    """One statement in two editions; `follows` where the numbers it cites were renumbered."""

    kind: Kind
    old: Statement | None
    new: Statement | None
    follows: bool = False

    @property
    def id(self) -> str:
        """The id in the new edition, or in the old one if it was deleted."""
        statement = self.new or self.old
        return statement.id if statement else ""


def compare(old: Edition, new: Edition) -> list[Change]:
    """Every statement of two editions of one ruleset, also if unchanged, in the order of the new
    rulebook. They are compared by their texts or, if one has none, by their marks; spaces and the
    form of quotes and dashes do not count.
    """
    if not (old.has_texts and new.has_texts):
        old, new = old.without_texts(), new.without_texts()
    pairs = match(old, new)
    old_ids = {new_id: old_id for old_id, new_id in pairs.items()}
    changes = [
        _change(old.statements.get(old_ids.get(new_id, "")), statement, pairs)
        for new_id, statement in new.statements.items()
    ]
    deleted = (each for old_id, each in old.statements.items() if old_id not in pairs)
    changes += [_change(statement, None, pairs) for statement in deleted]
    return sorted(changes, key=lambda change: ids.sort_key(change.id))


def _change(old: Statement | None, new: Statement | None, pairs: Mapping[str, str]) -> Change:
    if old is None or new is None:
        return Change(Kind.CREATED if new else Kind.DELETED, old, new)
    moved = old.id != new.id
    if comparable(old.words) == comparable(new.words):
        return Change(Kind.MOVED if moved else Kind.UNCHANGED, old, new)
    renumbered = old.renumbered(lambda citation: pairs.get(citation, citation))
    if comparable(renumbered) == comparable(new.words):
        return Change(Kind.MOVED if moved else Kind.REFERENCES, old, new, follows=True)
    return Change(Kind.MOVED_AND_EDITED if moved else Kind.EDITED, old, new)


def differences(old: str, new: str) -> list[Words]:
    """The words of both texts in order; `REMOVED` are only in the old one, `ADDED` in the new."""
    if old == new:
        return [(SAME, new)] if new else []
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    if max(len(left), len(right)) > _MOST_WORDS:  # it would take too long
        return [(REMOVED, old), (ADDED, new)]
    words: list[Words] = []
    # a space alone does not divide two changes: whole phrases are easier to read
    matcher = SequenceMatcher(str.isspace, left, right, autojunk=False)
    for operation, i, j, k, end in matcher.get_opcodes():
        before, after = "".join(left[i:j]), "".join(right[k:end])
        words += [(SAME, after)] if operation == "equal" else [(REMOVED, before), (ADDED, after)]
    return [(part, text) for part, text in words if text]
