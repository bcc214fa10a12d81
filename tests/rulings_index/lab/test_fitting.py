"""The line between answer, perhaps and none moves as far as questions on a book demand."""

from __future__ import annotations

import pytest

from rulings.errors import RulingsError
from rulings_index.lab.evaluation import Outcome, Question
from rulings_index.lab.fitting import ANSWERED, WITHOUT, Sample, fit, samples_of, thresholds_for
from rulings_index.ranking.confidence import Sureness, Thresholds

SHIPPED = Thresholds(0.0, -3.0)


def samples(answered: float, without: float, held: bool = False) -> list[Sample]:
    """Questions with an answer and without, each kind spread over one around its middle."""
    spread = [step / 10 - 0.5 for step in range(11)]
    return [
        Sample(Sureness("", middle + step, held, SHIPPED, SHIPPED), middle == answered)
        for middle in (answered, without)
        for step in spread
    ]


@pytest.mark.parametrize(
    ("answered", "without"), [(-2.0, -5.0), (3.0, 1.0), (0.5, -4.0)], ids=["low", "high", "ships"]
)
def test_the_lines_part_the_questions(answered: float, without: float) -> None:
    found = fit(samples(answered, without))

    assert without < found.line.perhaps <= found.line.answer < answered
    assert found.held_out["answered"]["none"] <= 1
    assert found.held_out["without"]["answer"] <= 1


def test_it_helps_only_where_the_lines_that_ship_err() -> None:
    assert fit(samples(-2.0, -5.0)).helps
    assert not fit(samples(3.0, -6.0)).helps


def test_an_entry_with_every_word_is_never_refused() -> None:
    told = [*samples(-2.0, -5.0), *samples(-8.0, -9.0, held=True)]

    assert thresholds_for(told).perhaps > -5.0, "those that are held do not pull it down"
    assert fit(told).held_out["without"]["perhaps"] >= 11


def outcomes(answered: int, without: int, entry: str) -> list[Outcome]:
    found = []
    for number in range(answered + without):
        relevant = [entry] if number < answered else []
        one = Outcome(Question(str(number), "q", relevant=relevant), [entry])
        one.sureness = Sureness(entry, 0.0, False, SHIPPED, SHIPPED)
        found.append(one)
    return found


@pytest.mark.parametrize(
    ("answered", "without"), [(ANSWERED - 1, WITHOUT), (ANSWERED, WITHOUT - 1), (0, 0)]
)
def test_too_few_questions_are_refused(answered: int, without: int) -> None:
    others = outcomes(ANSWERED, WITHOUT, "BR-Q1")

    with pytest.raises(RulingsError, match=f"needs 20 .* 10 .* here are {answered} and {without}"):
        samples_of([*outcomes(answered, without, "HB-Q1"), *others], {"HB-Q1"})
    assert len(samples_of(outcomes(ANSWERED, WITHOUT, "HB-Q1"), {"HB-Q1"})) == ANSWERED + WITHOUT
