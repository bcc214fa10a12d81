"""What to ask back before the first hit is an answer: a fork of the book, or which rules are
played, where two rulesets answer about equally well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulings_index.asking_back.forks import Asking
from rulings_index.ranking.confidence import ANSWER, NONE
from rulings_index.results import Case, Fork, Hit, verdict_of
from rulings_index.weights import MOST_TIED, RULES_TIED

if TYPE_CHECKING:
    from rulings.format.record import Record

WHICH_RULES = {"en": "Which rules do you play by?", "ja": "どのルールで遊んでいますか?"}


def to_ask(hits: Sequence[Hit], asking: Asking, certainty: str, *, is_known: bool) -> Fork | None:
    """What to ask back: the fork of the book, or which rules are played, unless that `is_known`.
    None where there is nothing to ask, or nothing answers.
    """
    if certainty == NONE:
        return None
    if asking.fork or is_known or hits[0].record().get("call"):
        return asking.fork  # a call settles the question
    tied = list(_of_other_rulesets(hits, asking, RULES_TIED if certainty == ANSWER else 1.0))
    if all(_is_on(hits[0], hit) for hit in tied):
        return None  # they say the same
    return Fork("", WHICH_RULES, [_case(hit) for hit in (hits[0], *tied)])


def _of_other_rulesets(hits: Sequence[Hit], asking: Asking, share: float) -> Iterator[Hit]:
    """Each other ruleset's first hit of this share of the best that is no case of a fork."""
    best, *others = hits[:MOST_TIED]
    known = {best.ruleset}
    offered = {case.entry for case in asking.others}
    for hit in others:
        if hit.score >= share * best.score and hit.ruleset not in known and hit.id not in offered:
            known.add(hit.ruleset)
            yield hit


def _is_on(hit: Hit, other: Hit) -> bool:
    """Whether one of two entries rests on the other."""
    return hit.id in rests_on(other.record()) or other.id in rests_on(hit.record())


def rests_on(record: Record) -> list[str]:
    """The ids of an entry and of the clauses that it cites."""
    return [record["id"], *record.get("clauses", ())]


def _case(hit: Hit) -> Case:
    record = hit.record()
    return Case(record["ruleset_name"] or hit.title, hit.id, verdict_of(record))
