"""Fitting the thresholds between answer, perhaps and none to one book, by questions on it.

Each is put where mistakes cost least, no farther from its default than that pays. A fit is judged
on questions that it was not made from: each fifth by a fit to the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import exp
from statistics import fmean
from typing import NamedTuple

from rulings.errors import RulingsError
from rulings_index.lab.evaluation import Outcome
from rulings_index.ranking.confidence import ANSWER, LEVELS, NONE, Sureness, Thresholds

ANSWERED, WITHOUT = 20, 10
"""Questions of each kind that a fit needs: below it one of them would decide."""

_FOLDS = 5

FALSE_ANSWER, REFUSED = 2.0, 3.0
"""What it costs to call something an answer that is none, against an answer called `perhaps`; and
to refuse what has an answer, against showing something for what has none.
"""

_NEAR, _AWAY = 0.5, 0.05
"""How far from a threshold a question counts nearly whole, so that few do not decide; and what it
costs to move a threshold by one from its default.
"""

_STEPS, _GRAIN = 120, 20

Levels = dict[str, dict[str, int]]
"""How many questions with an answer (`answered`) and `without` get each level."""


class Sample(NamedTuple):
    """How a question was judged, and whether the book answers it."""

    sureness: Sureness
    answered: bool


class Fit(NamedTuple):
    """Thresholds fitted to so many `questions`, and the levels of these `before`, and `held_out`:
    by thresholds fitted to the others.
    """

    line: Thresholds
    questions: int
    before: Levels
    held_out: Levels

    @property
    def helps(self) -> bool:
        """Whether fitted thresholds judge other questions better than the default ones."""
        return _cost(self.held_out) < _cost(self.before)


def samples_of(outcomes: Iterable[Outcome], entries: Collection[str]) -> list[Sample]:
    """The questions that were judged by one of these entries. Raises RulingsError if too few."""
    samples = [
        Sample(outcome.sureness, outcome.has_answer)
        for outcome in outcomes
        if outcome.sureness and outcome.sureness.entry in entries
    ]
    answered = sum(sample.answered for sample in samples)
    without = len(samples) - answered
    if answered < ANSWERED or without < WITHOUT:
        raise RulingsError(
            f"too few questions to fit a line: it needs {ANSWERED} with an answer and {WITHOUT} "
            f"without whose nearest entry is in this book; here are {answered} and {without}"
        )
    return samples


def fit(samples: Sequence[Sample]) -> Fit:
    """The thresholds that separate these questions best, and how well they do."""
    held_out = []
    ordered = sorted(samples, key=lambda sample: sample.answered)  # each fold has both kinds
    for fold in range(_FOLDS):
        rest = [sample for number, sample in enumerate(ordered) if number % _FOLDS != fold]
        line = thresholds_for(rest)
        held_out += [(sample, line) for sample in ordered[fold::_FOLDS]]
    before = [(sample, sample.sureness.shipped) for sample in samples]
    return Fit(thresholds_for(samples), len(samples), _levels(before), _levels(held_out))


def thresholds_for(samples: Sequence[Sample]) -> Thresholds:
    """The thresholds that separate these questions best."""
    default = samples[0].sureness.shipped
    answer = _best(samples, default.answer, 1.0, FALSE_ANSWER)
    refusable = [sample for sample in samples if not sample.sureness.has_all_words]
    return Thresholds(answer, min(answer, _best(refusable, default.perhaps, REFUSED, 1.0)))


def _best(samples: Sequence[Sample], default: float, below: float, above: float) -> float:
    """Where mistakes cost least: a question with an answer that falls below the threshold costs
    `below`, one without that reaches it costs `above`, each as a share of its kind.
    """

    def cost(threshold: float) -> float:
        mistakes: dict[bool, list[float]] = {True: [], False: []}
        for sureness, answered in samples:
            distance = (threshold - sureness.score) * (1 if answered else -1)
            mistakes[answered].append(1 / (1 + exp(-distance / _NEAR)))
        missed, shown = (fmean(shares or [0.0]) for shares in mistakes.values())
        return below * missed + above * shown + _AWAY * abs(threshold - default)

    steps = range(-_STEPS, _STEPS + 1)
    return min((round(default + step / _GRAIN, 2) for step in steps), key=cost)


def _levels(judged: Iterable[tuple[Sample, Thresholds]]) -> Levels:
    counts = Counter(
        (answered, line.level(sureness.score, sureness.has_all_words))
        for (sureness, answered), line in judged
    )
    kinds = {"answered": True, "without": False}
    return {name: {level: counts[kind, level] for level in LEVELS} for name, kind in kinds.items()}


def _cost(levels: Levels) -> float:
    answered, without = levels["answered"], levels["without"]
    missed = FALSE_ANSWER * without[ANSWER] + sum(without.values()) - without[NONE]
    refused = REFUSED * answered[NONE] + sum(answered.values()) - answered[ANSWER]
    return missed / (sum(without.values()) or 1) + refused / (sum(answered.values()) or 1)
