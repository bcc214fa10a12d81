"""What to ask back where hits are nearly tied, with a fork of the book or without.

How near the next hit comes tells by itself how often it is the one that was meant: whether the two
are of one section or ruleset, share names, or hold the same words of the question says no more.
So one line holds for all of them, and what they are says only how the question is put. Where words
settle the case of a fork, the first hit is right 29 times in 30, and little is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulings_index.asking_back.forks import Asking, Shares, joined
from rulings_index.results import Case, Fork, Hit, verdict_of
from rulings_index.weights import MOST_TIED

if TYPE_CHECKING:
    from rulings.format.record import Record

WHICH_RULES = {"en": "Which rules do you play by?", "ja": "どのルールで遊んでいますか?"}

WHICH_CASE = {"en": "Which of these is it?", "ja": "どの場合ですか?"}

ANOTHER_QUESTION = {"en": "Another question", "ja": "別のこと"}
"""What is said of a hit beside the cases of a fork."""


def to_ask(hits: Sequence[Hit], asking: Asking, shares: Shares, *, is_cued: bool) -> Fork | None:
    """What to ask back before the first hit is an answer: the fork of the book that is put, with
    the hits beside its cases that are nearly tied, or which of those is meant. `shares` of the
    best score make a tie, `is_cued` tells that it is known which rules are played.
    """
    tied = list(_tied(hits, asking, shares, is_cued=is_cued))
    meant = [hits[0], *tied]
    if asking.fork:
        beside = [_case(hit, joined(ANOTHER_QUESTION, _name(hit, meant))) for hit in tied]
        return asking.fork._replace(cases=[*asking.fork.cases, *beside])
    if all(_is_on(hits[0], hit) for hit in tied):
        return None  # they say the same
    if len({hit.ruleset for hit in meant}) == len(meant):
        return Fork("", WHICH_RULES, [_case(hit, _rules_of(hit)) for hit in meant])
    return Fork("", WHICH_CASE, [_case(hit, _name(hit, meant)) for hit in meant])


def _tied(hits: Sequence[Hit], asking: Asking, shares: Shares, *, is_cued: bool) -> Iterator[Hit]:
    """Hits as likely as the first that none of its forks offers."""
    best, *others = hits[:MOST_TIED]
    if best.record().get("call"):
        return  # a call settles the question
    least = best.score * (shares.named if asking.named else shares.other)
    cases = asking.fork.cases if asking.fork else ()
    known = {case.entry for case in (*asking.others, *cases)}
    for hit in others:
        if hit.score < least or hit.id in known:
            continue
        if hit.ruleset == best.ruleset:
            may_be = not asking.named and hit.title != best.title
        else:
            may_be = not is_cued
        if may_be:
            yield hit


def _is_on(hit: Hit, other: Hit) -> bool:
    """Whether one of two entries rests on the other."""
    return hit.id in rests_on(other.record()) or other.id in rests_on(hit.record())


def rests_on(record: Record) -> list[str]:
    """The ids of an entry and of the clauses that it cites."""
    return [record["id"], *record.get("clauses", ())]


def _name(hit: Hit, hits: Sequence[Hit]) -> dict[str, str]:
    """The title of a hit; behind the name of its rules if the hits are of several."""
    is_alone = all(other.ruleset == hit.ruleset for other in hits)
    return hit.title if is_alone else joined(_rules_of(hit), hit.title)


def _rules_of(hit: Hit) -> dict[str, str]:
    return hit.record()["ruleset_name"]


def _case(hit: Hit, when: dict[str, str]) -> Case:
    return Case(when or hit.title, hit.id, verdict_of(hit.record()))
