"""Checks for cards and terms that nothing mentions."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check
from rulings.lookup.links import named_by
from rulings.reading.problems import Problem


class _Unused(Check):
    severity = "warning"
    kind: str

    def problems(self) -> Iterator[Problem]:
        """Every card (or term) that no entry of its game names."""
        if self.loading.unread:
            return  # what cannot be read may mention it
        used = set(self._used())
        for game, slug in self.book.shelves[self.kind]:
            name = f"{self.kind}:{game}/{slug}"
            useful = self.is_useful((game, slug))
            if (game, slug) not in used and not useful and name in self.loading.origins:
                yield self.fault(name, ("id",), f"no entry mentions the {self.kind} {slug!r}")

    def is_useful(self, _: tuple[str, str]) -> bool:
        """Whether it is of use though no entry names it."""
        return False

    def _used(self) -> Iterator[tuple[str, str]]:
        for entry in self.book.entries.values():
            game = self.book.ruleset_of(entry.id).game
            yield from ((game, slug) for kind, slug in named_by(entry) if kind == self.kind)


class UnusedCard(_Unused):
    """A card that no entry mentions."""

    code = "B701"
    kind = "card"
    summary = "a card that no entry mentions"
    remedy = "name it under `cards` of the entries it touches, or remove it"
    needs_all = True


class UnusedTerm(_Unused):
    """A term that no entry mentions."""

    code = "B702"
    kind = "term"
    summary = "a term without aliases that no entry mentions"
    remedy = (
        "name it under `terms` of the entries that use it, give it the players' words as aliases"
    )
    needs_all = True

    def is_useful(self, place: tuple[str, str]) -> bool:
        """What players call a thing helps to find every entry that says its name."""
        return any(self.book.terms[place].aliases.values())
