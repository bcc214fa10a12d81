"""Fitting the thresholds between answer, perhaps and none to one book, by questions on it.

Each of the two goes where mistakes cost least, and leaves its default only as far as that pays.
What a fit is worth shows on questions that it was not made from: each fifth of them is judged by
thresholds fitted to the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import exp
from statistics import fmean
from typing import NamedTuple

from rulings.errors import RulingsError
from rulings_index.lab.evaluation import Outcome
from rulings_index.ranking.confidence import ANSWER, LEVELS, NONE, Thresholds

ANSWERED, WITHOUT = 20, 10
"""Questions of each kind that a fit needs: below it one of them would decide."""

FOLDS = 5

FALSE_ANSWER, REFUSED = 2.0, 3.0
"""What it costs to call something an answer that is none, against an answer called `perhaps`; and
to refuse what has an answer, against showing something for what has none.
"""

_NEAR = 0.5
"""How far from a threshold a question counts nearly whole: few of them do not decide."""

_AWAY = 0.05
"""What it costs to move a threshold by one from its default."""

_STEPS, _GRAIN = 120, 20

Levels = dict[str, dict[str, int]]
"""How many questions with an answer (`answered`) and `without` get each level."""


class Sample(NamedTuple):
    """A question as it was judged, the default thresholds, and whether the book answers it."""

    score: float
    held: bool
    default: Thresholds
    answered: bool


class Fit(NamedTuple):
    """Thresholds fitted to so many `questions`. Then the levels `before` by the default thresholds,
    `after` by these, and `held_out` by thresholds fitted to other questions.
    """

    line: Thresholds
    questions: int
    before: Levels
    after: Levels
    held_out: Levels

    @property
    def helps(self) -> bool:
        """Whether fitted thresholds judge other questions better than the default ones."""
        return _cost(self.held_out) < _cost(self.before)


def samples_of(outcomes: Iterable[Outcome], entries: Collection[str]) -> list[Sample]:
    """The questions that were judged by one of these entries. Raises RulingsError if too few."""
    samples = [
        Sample(sureness.score, sureness.held, sureness.shipped, outcome.has_answer)
        for outcome in outcomes
        if (sureness := outcome.sureness) and sureness.entry in entries
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
    """The thresholds that part these questions best, and what they are worth."""
    best = thresholds_for(samples)
    before = [(sample, sample.default) for sample in samples]
    after = [(sample, best) for sample in samples]
    held_out = []
    ordered = sorted(samples, key=lambda sample: sample.answered)  # each fold has both kinds
    for fold in range(FOLDS):
        rest = [sample for number, sample in enumerate(ordered) if number % FOLDS != fold]
        of_rest = thresholds_for(rest)
        held_out += [(sample, of_rest) for sample in ordered[fold::FOLDS]]
    return Fit(best, len(samples), *map(_levels, (before, after, held_out)))


def thresholds_for(samples: Sequence[Sample]) -> Thresholds:
    """The thresholds that part these questions best."""
    default = samples[0].default
    answer = _best(samples, default.answer, 1.0, FALSE_ANSWER)
    free = [sample for sample in samples if not sample.held]  # the others are never refused
    return Thresholds(answer, min(answer, _best(free, default.perhaps, REFUSED, 1.0)))


def _best(samples: Sequence[Sample], default: float, below: float, above: float) -> float:
    """Where mistakes cost least: a question with an answer that falls below the threshold costs
    `below`, one without that reaches it costs `above`, each as a share of its kind.
    """

    def cost(threshold: float) -> float:
        mistakes: dict[bool, list[float]] = {True: [], False: []}
        for sample in samples:
            distance = threshold - sample.score if sample.answered else sample.score - threshold
            mistakes[sample.answered].append(1 / (1 + exp(-distance / _NEAR)))
        shares = [fmean(shares or [0.0]) for shares in mistakes.values()]
        return below * shares[0] + above * shares[1] + _AWAY * abs(threshold - default)

    steps = range(-_STEPS, _STEPS + 1)
    return min((round(default + step / _GRAIN, 2) for step in steps), key=cost)


def _levels(judged: Iterable[tuple[Sample, Thresholds]]) -> Levels:
    counts = Counter(
        (sample.answered, thresholds.level(sample.score, sample.held))
        for sample, thresholds in judged
    )
    return {
        kind: {level: counts[answered, level] for level in LEVELS}
        for kind, answered in (("answered", True), ("without", False))
    }


def _cost(levels: Levels) -> float:
    shares = {
        kind: {level: count / (sum(counts.values()) or 1) for level, count in counts.items()}
        for kind, counts in levels.items()
    }
    answered, without = shares["answered"], shares["without"]
    missed = 1 - answered[ANSWER] + FALSE_ANSWER * without[ANSWER]
    return missed + REFUSED * answered[NONE] + 1 - without[NONE]
