"""What to ask back before the first hit is an answer: a fork of the book, or which rules are
played, where two rulesets answer about equally well.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from rulings.lookup.event import OWN_RULESET, Event
from rulings_index.asking_back.forks import Asking
from rulings_index.ranking.confidence import ANSWER, NONE
from rulings_index.results import Case, Fork, Hit, verdict_of
from rulings_index.weights import MOST_TIED, RULES_TIED, RULINGS_TIED, SURE_TIED

if TYPE_CHECKING:
    from rulings.format.record import Record

DENYING = (
    "(?<![a-z])(?:no|not|never|nobody|none|nothing|neither|without|cannot)(?![a-z])|n['’]t(?![a-z])|"
    "ない|なく|なし|ません|不可"
)
"""What a verdict says that denies something, in small letters."""

FIRST_ENDS = r"[;。]|\.(?: |$)"
"""What ends the first statement of a verdict."""

WHICH_RULES = {"en": "Which rules do you play by?", "ja": "どのルールで遊んでいますか?"}


def to_ask(
    hits: Sequence[Hit],
    asking: Asking,
    certainty: str,
    cues: Collection[str],
    event: Event,
    together: Iterable[Sequence[str]],
    is_sure: Callable[[Hit], bool],
) -> Fork | None:
    """What to ask back if something answers: the fork of the book, or which rules are played if
    other rules answer about as well, and neither the `cues` of the question nor the event tells.
    Less is enough for a ruling on the same card, and for an entry that would be a sure answer if it
    came first (`is_sure`), if only one of the two verdicts denies. At an event of several rulesets
    their verdicts may agree, and the rules are asked for before a fork.
    """
    if certainty == NONE:
        return None
    best, is_mixed = hits[0], len(event.rulesets) > 1
    if cues or len(event.rulesets) == 1 or best.ruleset == OWN_RULESET:
        return asking.fork  # a call made for the whole event holds for all its rules
    share = RULES_TIED if certainty == ANSWER else 1.0

    def is_tied(hit: Hit) -> bool:
        if _are_on_one_card(best, hit):
            return hit.score >= RULINGS_TIED * best.score
        if asking.fork and not is_mixed:
            return False
        if hit.score >= share * best.score:
            return True
        is_likely = is_mixed or (certainty == ANSWER and _differ(best, hit))
        return is_likely and hit.score >= SURE_TIED * best.score and is_sure(hit)

    tied = list(_of_other_rulesets(hits, asking, together, is_tied))
    if all(hit.id in rests_on(best.record()) or best.id in rests_on(hit.record()) for hit in tied):
        return asking.fork  # one rests on the other: they say the same
    cases = [
        Case(hit.record()["ruleset_name"] or hit.title, hit.id, verdict_of(hit.record()))
        for hit in (best, *tied)
    ]
    return Fork("", WHICH_RULES, cases)


def _of_other_rulesets(
    hits: Sequence[Hit],
    asking: Asking,
    together: Iterable[Sequence[str]],
    is_tied: Callable[[Hit], bool],
) -> Iterator[Hit]:
    """The first tied hit of each ruleset not played together with the best's; no case of a fork."""
    best, *others = hits[:MOST_TIED]
    seen = {best.ruleset, *chain(*(pair for pair in together if best.ruleset in pair))}
    offered = {case.entry for case in asking.cases}
    for hit in others:
        if hit.ruleset not in seen and hit.id not in offered and is_tied(hit):
            seen.add(hit.ruleset)
            yield hit


def denials(record: Mapping[str, Any]) -> dict[str, bool]:
    """Whether the verdict of an entry begins by denying something, by language."""
    first = {code: re.split(FIRST_ENDS, text)[0] for code, text in verdict_of(record).items()}
    return {code: bool(re.search(DENYING, text.lower())) for code, text in first.items()}


def _differ(hit: Hit, other: Hit) -> bool:
    """Whether one of two verdicts denies and the other does not, in each language of both."""
    denied, denied_there = denials(hit.record()), denials(other.record())
    both = denied.keys() & denied_there.keys()
    return bool(both) and all(denied[code] != denied_there[code] for code in both)


def _are_on_one_card(hit: Hit, other: Hit) -> bool:
    cards = {*hit.record().get("cards", ())}.intersection(other.record().get("cards", ()))
    return hit.kind == other.kind == "ruling" and bool(cards)


def rests_on(record: "Record") -> list[str]:
    """The ids of an entry, of the clauses that it cites and of the rules that these lean on."""
    return [record["id"], *record.get("clauses", ()), *record.get("base_rules", ())]
