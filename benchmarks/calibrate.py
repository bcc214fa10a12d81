"""When a hit is sure enough to be an answer: the coefficients that fit, beside those in use.

A logistic regression on the measures of `rulings_index.ranking.confidence`, over questions with
an answer (the project's own, and phrasings taken out of the book) and without one (the project's
own, some that are made to look like questions on the book, and questions about a game whose entries
are taken out of the book). Our own questions weigh more, since people ask such questions, and those
of the files that are named weigh most; the others prevent that the fit follows these alone. So does
the cost of large coefficients (`RIDGE`): without it a coefficient that few questions need would
grow until it fits them. Then the lines of `answer` and `perhaps` are drawn: few questions without
an answer may pass as answered, and hardly any question with an answer may be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple

from benchmarks import places
from benchmarks.partial import Memory, Phrasing, without_game, without_phrasings
from benchmarks.tables import Table
from rulings.reading.book import Book
from rulings.reading.load import open_book
from rulings_index import weights
from rulings_index.lab.evaluation import read_questions

FOLDS, SAMPLE = 6, 150

RIDGE = 0.3
"""The cost of the square of a coefficient; a question that is judged wrongly costs 1 on average."""

LET_THROUGH, REFUSED = 14, 1
"""How many of a hundred questions may be judged wrongly: questions without an answer that are above
the line of `answer` (only those that weigh more than 1 count), and questions with an answer that
are below the line of `perhaps`.
"""

OWN_WEIGHT = {True: 6.0, False: 18.0}
GIVEN_WEIGHT = {True: 48.0, False: 144.0}
"""What a question weighs with an answer, and without: ours, and those of the files given."""

LOOKALIKE = 12.0

NAMES, LINES = tuple(weights.COEFFICIENTS), ("answer", "perhaps")


class Case(NamedTuple):
    """A question, measured: its group, whether it has an answer, what it weighs in the fit."""

    group: str
    answered: bool
    weight: float
    features: tuple[float, ...]


class Fit(NamedTuple):
    """Coefficients, and the lines of `answer` and `perhaps`, to be read on the logits they give."""

    coefficients: tuple[float, ...]
    lines: tuple[float, float]

    def logit(self, case: Case, line: int) -> float:
        """How sure it is that the question has its answer. Doubts count only for the first line,
        that of `answer`: no question is refused for them.
        """
        return sum(
            factor * value
            for name, factor, value in zip(NAMES, self.coefficients, case.features, strict=True)
            if not (line and name in weights.DOUBTS)
        )


def tables(given: Sequence[Path] = ()) -> list[Table]:
    """The fit, and what the coefficients in use do to each group; `given` are more questions."""
    cases = list(_cases(open_book([places.BOOK]), given))
    fits = _fit(cases), Fit((*weights.COEFFICIENTS.values(),), (weights.SURE, weights.THRESHOLD))
    head = ("", *NAMES, *LINES)
    shown = [
        (name, *(f"{value:.2f}" for value in (*fit.coefficients, *fit.lines)))
        for name, fit in zip(("fitted", "in use"), fits, strict=True)
    ]
    groups = dict.fromkeys(case.group for case in cases)
    return [
        Table("Confidence: coefficients and lines", head, shown),
        *(
            Table(
                f"Confidence: what is not taken for {level}",
                ("", "questions", "fitted", "in use"),
                [_row(group, cases, fits, number) for group in groups],
            )
            for number, level in enumerate(LINES)
        ),
    ]


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


def _some(asked: Sequence[Phrasing], count: int) -> list[Phrasing]:
    return Random(1).sample(asked, min(count, len(asked)))


def _case(memory: Memory, text: str, group: str, answered: bool, weight: float) -> Iterator[Case]:
    features = memory.features(text)
    if features:
        yield Case(group, answered, weight, features)


def _fit(cases: Sequence[Case]) -> Fit:
    """Logistic regression, and the lines that follow from it."""
    from sklearn.linear_model import LogisticRegression

    mean = sum(case.weight for case in cases) / len(cases)
    model = LogisticRegression(C=1 / RIDGE, max_iter=1000).fit(
        [case.features[1:] for case in cases],
        [case.answered for case in cases],
        [case.weight / mean for case in cases],
    )
    fit = Fit((float(model.intercept_[0]), *map(float, model.coef_[0])), (0.0, 0.0))
    without = [fit.logit(case, 0) for case in cases if case.weight > 1 and not case.answered]
    answered = [fit.logit(case, 1) for case in cases if case.answered]
    return fit._replace(lines=(_below(100 - LET_THROUGH, without), _below(REFUSED, answered)))


def _below(percent: int, logits: Sequence[float]) -> float:
    """The logit that this percentage of the logits is below."""
    return quantiles(logits, n=100, method="inclusive")[percent - 1]


def _row(
    group: str, cases: Sequence[Case], fits: Sequence[Fit], line: int
) -> tuple[str, int, str, str]:
    ours = [case for case in cases if case.group == group]
    fitted, used = (
        f"{sum(fit.logit(case, line) < fit.lines[line] for case in ours) / len(ours):.3f}"
        for fit in fits
    )
    return group, len(ours), fitted, used
