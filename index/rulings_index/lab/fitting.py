"""Fitting the line between answer, perhaps and none to one book, by questions on it.

Only the two lines move; how a score is made stays the same. Each line goes where it separates the
questions best, and leaves the line that ships only as far as that pays. What a fit is worth shows
on questions that it was not made from: each fifth of them is judged by lines fitted to the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from rulings.errors import RulingsError
from rulings_index.lab.evaluation import LEVELS
from rulings_index.ranking.confidence import ANSWER, NONE, Thresholds

if TYPE_CHECKING:
    from rulings_index.lab.evaluation import Outcome

ANSWERED, WITHOUT = 20, 10
"""Questions of each kind that a fit needs: below it one of them would decide."""

FOLDS = 5

FALSE_ANSWER, REFUSED = 2.0, 3.0
"""What it costs to call something an answer that is none, against an answer called `perhaps`; and
to refuse what has an answer, against showing something for what has none.
"""

NEAR = 0.5
"""How far from a line a question stands that nearly counts whole: few of them do not decide."""

STAY = 0.05
"""What it costs to move a line by one from where it ships."""

_STEPS, _GRAIN = 120, 20

Levels = dict[str, int]


class Sample(NamedTuple):
    """A question as it was judged, the lines that would hold without a fit, and whether the book
    answers it.
    """

    score: float
    held: bool
    shipped: Thresholds
    answered: bool


class Fit(NamedTuple):
    """Lines fitted to so many `questions`, and how sure the search is of those with an answer and
    those without: `before` with the lines that ship, `after` with these, `held_out` with lines
    fitted to other questions. `helps` says whether the last are better than the first.
    """

    lines: Thresholds
    questions: int
    before: dict[bool, Levels]
    after: dict[bool, Levels]
    held_out: dict[bool, Levels]
    helps: bool


def samples_of(outcomes: Iterable[Outcome], entries: Collection[str]) -> list[Sample]:
    """The questions that were judged by one of these entries. Raises RulingsError if too few."""
    found = [
        Sample(sure.score, sure.held, sure.shipped, bool(one.question.relevant))
        for one in outcomes
        if (sure := one.sureness) and sure.entry in entries
    ]
    answered = sum(one.answered for one in found)
    if answered < ANSWERED or len(found) - answered < WITHOUT:
        raise RulingsError(
            f"too few questions to fit a line: it needs {ANSWERED} with an answer and {WITHOUT} "
            f"without whose nearest entry is in this book; "
            f"here are {answered} and {len(found) - answered}"
        )
    return found


def fit(samples: Sequence[Sample]) -> Fit:
    """The lines that part these questions best, and what they are worth."""
    lines = fitted(samples)
    held_out = _held_out(samples)
    plain = [(one, one.shipped) for one in samples]
    return Fit(
        lines,
        len(samples),
        _levels(plain),
        _levels([(one, lines) for one in samples]),
        _levels(held_out),
        _cost(held_out) < _cost(plain),
    )


def fitted(samples: Sequence[Sample]) -> Thresholds:
    """The lines that part these questions best."""
    shipped = samples[0].shipped
    answer = _line(samples, shipped.answer, 1.0, FALSE_ANSWER)
    free = [one for one in samples if not one.held]  # what holds every word is never refused
    return Thresholds(answer, min(answer, _line(free, shipped.perhaps, REFUSED, 1.0)))


def _line(samples: Sequence[Sample], shipped: float, below: float, above: float) -> float:
    """The place of a line at which mistakes cost least: a question with an answer that falls below
    it costs `below`, one without that stays above it costs `above`, each as a share of its kind. A
    question near the line counts in part on both sides.
    """
    answered = [one.score for one in samples if one.answered]
    without = [one.score for one in samples if not one.answered]
    steps = range(-_STEPS, _STEPS + 1)

    def cost(place: float) -> float:
        missed = sum(_share(place - score) for score in answered) / (len(answered) or 1)
        shown = sum(_share(score - place) for score in without) / (len(without) or 1)
        return below * missed + above * shown + STAY * abs(place - shipped)

    return min((round(shipped + step / _GRAIN, 2) for step in steps), key=cost)


def _share(beyond: float) -> float:
    """How much of a question counts as standing beyond a line."""
    return 1 / (1 + exp(-beyond / NEAR))


def _held_out(samples: Sequence[Sample]) -> list[tuple[Sample, Thresholds]]:
    """Each question with lines that were fitted without it."""
    found = []
    ordered = sorted(samples, key=lambda one: one.answered)  # as many of each kind in every fold
    for fold in range(FOLDS):
        rest = [one for number, one in enumerate(ordered) if number % FOLDS != fold]
        lines = fitted(rest)
        found += [(one, lines) for one in ordered[fold::FOLDS]]
    return found


def _levels(judged: Iterable[tuple[Sample, Thresholds]]) -> dict[bool, Levels]:
    """How many questions with an answer, and without, get each level."""
    found = {answered: dict.fromkeys(LEVELS, 0) for answered in (True, False)}
    for one, lines in judged:
        found[one.answered][lines.level(one.score, one.held)] += 1
    return found


def _cost(judged: Sequence[tuple[Sample, Thresholds]]) -> float:
    """What the lines cost that each question is judged by."""
    levels = _levels(judged)
    shares = {
        answered: {level: count / (sum(counts.values()) or 1) for level, count in counts.items()}
        for answered, counts in levels.items()
    }
    missed = 1 - shares[True][ANSWER] + FALSE_ANSWER * shares[False][ANSWER]
    return missed + REFUSED * shares[True][NONE] + 1 - shares[False][NONE]
