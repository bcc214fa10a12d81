"""When a hit is sure enough to be an answer: the coefficients that fit, beside those in use.

A logistic regression on the measures of `rulings_index.ranking.confidence`, over questions with
an answer (the project's own, and phrasings taken out of the book) and without (the project's own,
some made to look like questions on the book, and what is asked about a game, asked of the book
without that game). Our own questions weigh more, for they are what people ask, and those of the
files that are given most; the others keep the fit honest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks import places
from benchmarks.partial import Asked, Memory, without_game, without_phrasings
from benchmarks.tables import Table
from rulings.books import Book
from rulings.loading import open_book
from rulings_index import weights
from rulings_index.evaluation import read_questions

FOLDS, SAMPLE, ROUNDS, STEP = 6, 150, 4000, 0.3
OWN_WEIGHT = {True: 6.0, False: 18.0}
GIVEN_WEIGHT = {True: 48.0, False: 144.0}
"""What a question weighs with an answer, and without: ours, and those of the files given."""

LOOKALIKE = 2.0


class Case(NamedTuple):
    """A question, measured: its group, whether it has an answer, what it weighs in the fit."""

    group: str
    answered: bool
    weight: float
    features: tuple[float, ...]


def tables(given: Sequence[Path] = ()) -> list[Table]:
    """The fit, and what the coefficients in use do to each group; `given` are more questions."""
    cases = list(_cases(open_book([places.BOOK]), given))
    fitted = _fit(cases)
    used = weights.COEFFICIENTS
    head = ("", "constant", "covered", "unknown", "length", "reached", "open", "unmet")
    shown = [("fitted", *map(_plain, fitted)), ("in use", *map(_plain, used))]
    groups = dict.fromkeys(case.group for case in cases)
    return [
        Table("Confidence: coefficients", head, shown),
        *(
            Table(
                f"Confidence: what is not taken for {level}",
                ("", "questions", "fitted", "in use"),
                [_row(group, cases, line, fitted, used) for group in groups],
                f"Below the line in use, {line}.",
            )
            for level, line in (("answer", weights.SURE), ("perhaps", weights.THRESHOLD))
        ),
    ]


def _plain(value: float) -> str:
    return f"{value:.2f}"


def _cases(book: Book, given: Sequence[Path]) -> Iterator[Case]:
    whole = Memory(book)
    yield from _cases_of(whole, places.OWN_QUESTIONS, "our questions", OWN_WEIGHT)
    for file in given:
        yield from _cases_of(whole, file, file.name, GIVEN_WEIGHT)
    for question in read_questions(places.UNANSWERED):
        yield from _case(whole, question.query, "made to look like questions", False, LOOKALIKE)
    rest, taken = without_phrasings(book, 0, FOLDS)
    memory = Memory(rest)
    for text, entry, _ in _some(taken, 4 * SAMPLE):
        if entry in memory.best(text, 3):
            yield from _case(memory, text, "phrasings taken out, found", True, 1.0)
    for game in book.games:
        rest, asked = without_game(book, game)
        memory = Memory(rest)
        for text, *_ in _some(asked, SAMPLE):
            yield from _case(memory, text, f"asked of the book without {game}", False, 1.0)


def _cases_of(
    memory: Memory, file: Path, group: str, weight: Mapping[bool, float]
) -> Iterator[Case]:
    for question in read_questions(file):
        if question.kind != "id-lookup":
            answered = bool(question.relevant)
            name = group if answered else f"{group} without an answer"
            yield from _case(memory, question.query, name, answered, weight[answered])


def _some(asked: Sequence[Asked], count: int) -> list[Asked]:
    return Random(1).sample(asked, min(count, len(asked)))


def _case(memory: Memory, text: str, group: str, answered: bool, weight: float) -> Iterator[Case]:
    features = memory.features(text)
    if features:
        yield Case(group, answered, weight, features)


def _fit(cases: Sequence[Case]) -> tuple[float, ...]:
    """Logistic regression by gradient ascent; five coefficients need nothing finer."""
    total = sum(case.weight for case in cases)
    found = [0.0] * len(weights.COEFFICIENTS)
    for _ in range(ROUNDS):
        slope = [0.0] * len(found)
        for case in cases:
            miss = case.weight * (case.answered - _chance(case, found))
            slope = [sum_ + miss * value for sum_, value in zip(slope, case.features, strict=True)]
        found = [
            value + STEP * 10 * change / total for value, change in zip(found, slope, strict=True)
        ]
    return tuple(found)


def _logit(case: Case, coefficients: Sequence[float]) -> float:
    return sum(one * value for one, value in zip(coefficients, case.features, strict=True))


def _chance(case: Case, coefficients: Sequence[float]) -> float:
    return 1 / (1 + exp(-_logit(case, coefficients)))


def _row(
    group: str, cases: Sequence[Case], line: float, *coefficients: Sequence[float]
) -> tuple[str, int, str, str]:
    ours = [case for case in cases if case.group == group]
    fitted, used = (
        f"{sum(_logit(case, one) < line for case in ours) / len(ours):.3f}" for one in coefficients
    )
    return group, len(ours), fitted, used
