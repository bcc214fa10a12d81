"""What to ask back before the first hit is an answer: a fork of the book, or which rules are
played, where two rulesets answer about equally well.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from rulings.lookup.event import OWN_RULESET, Event
from rulings_index.asking_back.forks import Asking
from rulings_index.games import Asked
from rulings_index.ranking.confidence import ANSWER, knows_things, level_of
from rulings_index.ranking.scoring import BASE, Best
from rulings_index.results import Case, Fork, Hit, Results, verdict_of
from rulings_index.weights import MOST_TIED, RULES_PLAYED, RULES_TIED, RULINGS_TIED, SURE_TIED

DENYING = (
    "(?<![a-z])(?:no|not|never|nobody|none|nothing|neither|without|cannot)(?![a-z])|n['’]t(?![a-z])|"
    "ない|なく|なし|ません|不可"
)
"""Words of a verdict that denies something, in lower case."""

FIRST_ENDS = r"[;。]|\.(?: |$)"

WHICH_RULES = {"en": "Which rules do you play by?", "ja": "どのルールで遊んでいますか?"}


class Ties(NamedTuple):
    """What decides whether other rules answer a question about as well as those of the best hit."""

    event: Event
    asked: Asked
    best: Best
    known: Mapping[str, Any]  # `together`: the pairs of rulesets that are played together
    documents: Callable[[str], Sequence[int]]  # gives the entries of a facet, such as an id
    asking_of: Callable[[int], Asking]  # tells what is known of the case, if an entry is the best

    def to_ask(self, results: Results, asking: Asking) -> Fork | None:
        """What to ask back if something answers: the fork of the book, or which rules are played if
        other rules answer about as well, and neither the question nor the event tells.
        """
        if not results.hits:
            return None
        best, *others = results.hits[:MOST_TIED]
        if self.asked.cues or len(self.event.rulesets) == 1 or best.ruleset == OWN_RULESET:
            return asking.fork  # a call made for the whole event holds for all its rules
        pairs = (pair for pair in self.known["together"] if best.ruleset in pair)
        seen = {best.ruleset, *chain.from_iterable(pairs)}
        offered = {case.entry for case in asking.cases}
        tied = [best]  # the first of each ruleset
        for hit in others:
            is_new = hit.ruleset not in seen and hit.id not in offered
            if is_new and self._is_tied(hit, best, results.certainty, asking.fork):
                seen.add(hit.ruleset)
                tied.append(hit)
        # what a format says itself comes before the rules that it rests on
        formats = {each for hit in tied[1:] for each in self._resting_on(hit)} - seen
        for hit in others:
            is_near = hit.id not in offered and hit.score >= SURE_TIED * best.score
            if is_near and hit.ruleset in formats:
                formats.remove(hit.ruleset)
                tied.append(hit)
        # rules are left out if each format of the event that rests on them has a hit of its own
        rulesets = {hit.ruleset for hit in tied}
        resting = ((hit, self._resting_on(hit)) for hit in tied[1:])
        tied = [best, *(hit for hit, formats in resting if not formats or formats - rulesets)]
        on_best = rests_on(best.record())
        if all(hit.id in on_best or best.id in rests_on(hit.record()) for hit in tied):
            return asking.fork  # they say the same
        cases = [_case_of(best, asking)]
        cases += [_case_of(hit, self.asking_of(self._number_of(hit))) for hit in tied[1:]]
        return Fork("", WHICH_RULES, cases)

    def _is_tied(self, hit: Hit, best: Hit, certainty: str, fork: Fork | None) -> bool:
        """Whether a hit of other rules answers about as well. Less is enough for a ruling on the
        same card, and for an entry that would be a sure answer, if only one of the two verdicts
        denies and no fork is asked; at an event of several rulesets neither is needed. Rules that
        do not know a thing which the best hit knows, such as the Raid Boss, are not meant.
        """
        if self._knows(best) and not self._knows(hit):
            return False
        is_mixed, is_answer = len(self.event.rulesets) > 1, certainty == ANSWER
        cards = {*best.record().get("cards", ())}.intersection(hit.record().get("cards", ()))
        if cards and best.kind == hit.kind == "ruling":
            return hit.score >= RULINGS_TIED * best.score
        least = RULES_PLAYED if is_mixed else RULES_TIED
        if hit.score >= (least if is_answer else 1.0) * best.score:
            return True
        is_likely = is_mixed or (is_answer and not fork and _differ(best, hit))
        are_open = best.kind == hit.kind == "open"  # which are no sure answers
        is_near = is_likely and hit.score >= SURE_TIED * best.score
        return is_near and (are_open or self._is_sure(hit))

    def _is_sure(self, hit: Hit) -> bool:
        """Whether a hit would be a sure answer if it came before the best entries."""
        number = self._number_of(hit)
        others = (entry for entry, _ in self.best if entry != number)
        return level_of(self.asked.sureness([number, *others])) == ANSWER

    def _knows(self, hit: Hit) -> bool:
        return knows_things(self.asked.candidate(self._number_of(hit)))

    def _resting_on(self, hit: Hit) -> set[str]:
        """The formats of the event that rest on the rules of a hit."""
        number, played = self._number_of(hit), self.event.rulesets
        return {each for each in played if number in self.documents(BASE + each)}

    def _number_of(self, hit: Hit) -> int:
        return self.documents(f"id:{hit.id}")[0]


def _case_of(hit: Hit, asking: Asking) -> Case:
    """What the rules of a hit say: what they ask back, the case that is settled, or its verdict."""
    name = hit.record()["ruleset_name"] or hit.title
    if asking.settled:
        return asking.settled._replace(when=name)
    return Case(name, hit.id, asking.fork.ask if asking.fork else verdict_of(hit.record()))


def denials(record: Mapping[str, Any]) -> dict[str, bool]:
    """Whether the verdict of an entry begins by denying something, by language."""
    first = {code: re.split(FIRST_ENDS, text)[0] for code, text in verdict_of(record).items()}
    return {code: bool(re.search(DENYING, text.lower())) for code, text in first.items()}


def _differ(hit: Hit, other: Hit) -> bool:
    """Whether one of two verdicts denies and the other does not, in each language of both."""
    denied, denied_there = denials(hit.record()), denials(other.record())
    both = denied.keys() & denied_there.keys()
    return bool(both) and all(denied[code] != denied_there[code] for code in both)


def rests_on(record: Mapping[str, Any]) -> list[str]:
    """The ids of an entry, of the clauses that it cites and of the rules that these lean on."""
    return [record["id"], *record.get("clauses", ()), *record.get("base_rules", ())]
