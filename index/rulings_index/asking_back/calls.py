"""Calls of an evening: which are in force, and which of them stand above what was found."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from rulings import ids
from rulings.lookup.event import OWN_RULESET, Event
from rulings_index.asking_back.ties import rests_on
from rulings_index.ranking.scoring import Best
from rulings_index.weights import CALL_COVERED, CALL_KNOWN, CALL_SHARE, LOOKED_AT_FOR_CALLS

if TYPE_CHECKING:
    from rulings.format.record import Record
    from rulings_index.games import Opened

CALL = "call:yes"
"""The facet of calls; ``event:NAME`` says at which event they were made."""

ShareIn = Callable[[int, int], float]
"""The share of the question that a call holds, for a call and the rule that it is on, or itself."""

OVERRULES, _CITES, NEAR_RULE, _SAME_CLAUSE, _SAME_CARD = 5, 4, 3, 2, 1
"""How closely a call touches an entry: it overrules or cites it; is on a clause above or below it;
on its deciding clause, its fork or a ruling that it decides; or is by the same rules on its card.
"""


class Calls:
    """The calls of an open index."""

    def __init__(self, opened: "Opened") -> None:
        self._documents, self._record = opened.documents, opened.record

    def elsewhere(self, event: Event) -> set[int]:
        """The calls of other events than the open one, which a search leaves out."""
        here = self._documents("event:"), self._documents(f"event:{event.name}")
        return set(self._documents(CALL)).difference(*here)

    def first(
        self,
        best: Best,
        event: Event,
        share_in: ShareIn,
        forks: Sequence[int],
        *,
        is_sure: bool,
    ) -> tuple[Best, bool]:
        """The best entries with calls in front, and whether the first is a call that answers.

        The order is: calls that overrule the best entry, one of the `forks` that they may answer,
        or the deciding clause if that scores nearly as much. Then come the calls that answer, what
        these overrule, the best (`is_sure`: it answers by itself), and other calls. All calls get
        the score of what the first call overrules, or else of the best entry.
        """
        meant, score = best[0]
        calls = set(self._documents(CALL))
        looked_at = best[:LOOKED_AT_FOR_CALLS]
        likely = [entry for entry, points in looked_at if points >= CALL_SHARE * score]
        records = [self._record(entry) for entry in likely]
        touching = self.touching(records, event, [self._record(fork) for fork in forks])
        names = rests_on(self._record(meant))[:2]  # the entry, and the clause that decides it
        decisive = {number for name in names for number in self._documents(f"id:{name}")}
        replaceable = decisive.intersection(likely).union(forks)
        above = [call for call in touching if self.overruled(call) & replaceable]
        answers = partial(self._answers, meant, likely, share_in, is_sure=is_sure)
        answering = [entry for entry, _ in best if entry in calls and answers(entry)]
        overruled = chain.from_iterable(map(self.overruled, answering))
        front = [*dict.fromkeys([*above, *answering, *overruled, meant, *touching])]
        replaced = self.overruled(front[0])
        score = max((points for entry, points in best if entry in replaced), default=score)
        listed = [(entry, score) for entry in front]
        listed += (pair for pair in best if pair[0] not in front)
        return listed, front[0] in answering

    def _answers(
        self, meant: int, likely: Sequence[int], share_in: ShareIn, call: int, *, is_sure: bool
    ) -> bool:
        """Whether a call answers: it holds a third of the question and is as `likely` as the best
        entry, or on the rule that this is; or half of it where the best is no sure answer.
        """
        rule = self._record(meant)
        is_on_rule = touch_of(self._record(call), rule) >= NEAR_RULE and rule["kind"] == "clause"
        share = share_in(call, meant if is_on_rule else call)
        if is_on_rule or call in likely:
            return share >= CALL_COVERED
        return share >= CALL_KNOWN and not (is_sure or self.overruled(call))

    def overruled(self, entry: int) -> set[int]:
        """The entries in force that a call overrules; empty for other entries."""
        names = overruled_of(self._record(entry))
        numbers = chain.from_iterable(self._documents(f"id:{name}") for name in names)
        return {number for number in numbers if self._record(number)["status"] == "active"}

    def rules_among(self, best: Best) -> list[int]:
        """The best entries that are no calls."""
        return [entry for entry, _ in best if entry not in self._documents(CALL)]

    def in_force(self, event: Event) -> "dict[int, Record]":
        """The calls in force at an event, by their numbers."""
        calls = set(self._documents(CALL)) - self.elsewhere(event)
        active = calls and calls.intersection(self._documents("status:active"))
        return {number: self._record(number) for number in sorted(active)}

    def touching(
        self, best: "Sequence[Record]", event: Event, forks: "Sequence[Record]" = ()
    ) -> list[int]:
        """The numbers of the calls in force that touch the best entry or a fork, or overrule one of
        the next: those on the best first, the closest before the others, and then the latest.
        """
        touching: dict[int, tuple[int, int, str]] = {}
        for number, call in self.in_force(event).items():
            for rank, record in enumerate((*best, *forks)):
                touch = touch_of(call, record)
                if touch == OVERRULES or (touch and not 0 < rank < len(best)):
                    made = (call.get("call") or {}).get("made", "")
                    touching.setdefault(number, (-rank, touch, made))
        return sorted(touching, key=lambda number: touching[number], reverse=True)


def overruled_of(record: Mapping[str, Any]) -> list[str]:
    """The ids of the entries that a call overrules; none for other entries."""
    return list((record.get("call") or {}).get("overrules", ()))


def touch_of(call: Mapping[str, Any], record: Mapping[str, Any]) -> int:
    """How closely a call touches an entry; 0 where it does not, or is that entry."""
    if call["id"] == record["id"]:
        return 0
    if record["id"] in overruled_of(call):
        return OVERRULES
    cited = {*call.get("clauses", ()), *(other["id"] for other in call.get("related", ()))}
    if record["id"] in cited:
        return _CITES
    above, below = ids.ancestors(record["id"]), chain.from_iterable(map(ids.ancestors, cited))
    if cited.intersection(above) or record["id"] in below:
        return NEAR_RULE
    citing = record.get("cited_by", ())
    forks = (other["id"] for other in citing if other["role"] == "case")
    deciding = [*(record.get("clauses") or record.get("nearest", ()))[:1], *forks]
    decided = (other["id"] for other in citing if other["role"] in ("decides", "nearest"))
    if cited.intersection(deciding) or not {*overruled_of(call)}.isdisjoint(decided):
        return _SAME_CLAUSE
    cards = {record["id"].removeprefix("card:"), *record.get("cards", ())}
    rules = call.get("ruleset")
    is_of_its_rules = rules in (OWN_RULESET, record.get("ruleset", rules))
    return _SAME_CARD if is_of_its_rules and cards & set(call.get("cards", ())) else 0
