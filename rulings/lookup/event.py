"""An event: its rulesets, the variants in force, the language.

It imports little, so that a search starts quickly.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

OWN_RULESET, OWN_PREFIX = "event-calls", "EVENT"
"""The ruleset of the calls that belong to an event and to no rules: phones, sleeves, lateness."""


class Event(NamedTuple):
    """An event. `rulesets` and `variants` are ids; an empty `language` is that of the question.
    A search says which `calls` are in force, as records, and which rulesets only `elsewhere`.
    """

    name: str
    date: str = ""
    rulesets: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    language: str = ""
    calls: tuple[Mapping[str, Any], ...] = ()
    elsewhere: tuple[str, ...] = ()

    @property
    def overruled(self) -> dict[str, Mapping[str, Any]]:
        """The calls that overrule entries, by the ids of these."""
        return {name: call for call in self.calls for name in call["call"]["overrules"]}

    def as_json(self) -> dict[str, Any]:
        """The event as it is stored and printed."""
        return {
            "name": self.name,
            "date": self.date,
            "rulesets": list(self.rulesets),
            "variants": list(self.variants),
            "lang": self.language or None,
        }

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Event":
        """The event of what `as_json` gave; KeyError, TypeError or ValueError for other data."""
        rulesets, variants = list(stored["rulesets"]), list(stored["variants"])
        single = [stored["name"], stored["date"], stored["lang"] or ""]
        if not all(isinstance(text, str) for text in (*single, *rulesets, *variants)):
            raise TypeError("an event is made of texts")
        return cls(single[0], single[1], tuple(rulesets), tuple(variants), single[2])

    def not_played(self, below: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """The rulesets that the event, if it names any, neither plays nor has `below` those."""
        if not self.rulesets:
            return ()
        rests_on = chain.from_iterable(below.get(name, ()) for name in self.rulesets)
        played = {OWN_RULESET, *self.rulesets, *rests_on}
        return tuple(name for name in below if name not in played)

    @property
    def in_force(self) -> tuple[str, ...] | None:
        """The variants in force; None where neither an event nor anybody says which they are."""
        return self.variants if self.name or self.variants else None

    def label(self) -> str:
        """Its name and date, for a trust line; the date once."""
        return self.name if self.date in self.name else f"{self.name}, {self.date}"


def put_in_force(
    before: Iterable[str], included: Iterable[str], excluded: Iterable[str]
) -> tuple[str, ...]:
    """The ids of the variants in force: those of `before` and `included`, less the `excluded`."""
    left_out = set(excluded)
    return tuple(name for name in dict.fromkeys([*before, *included]) if name not in left_out)


NO_EVENT = Event("")
"""For when no event is open: no variant is in force."""
