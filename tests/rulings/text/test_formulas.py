from __future__ import annotations

import tracemalloc
from typing import Any

import msgspec
import pytest
from cases import load_cases

from rulings.format.model import Formula, Input, Text, Worked
from rulings.text.formulas import (
    MOST_NAMES,
    FormulaError,
    differences,
    evaluate,
    faults,
    parse_given,
    show,
)

LOST_ZONE = Formula(
    name="lost_zone_cards",
    inputs={
        "players": Input(text=Text(en="players"), min=2, max=5),
        "damage": Input(text=Text(en="damage")),
        "rate": Input(text=Text(en="rate"), min=10, max=20, default=10),
    },
    outputs={
        "threshold": "players * rate",
        "cards": "damage // threshold",
        "left": "damage - cards * threshold",
        "all_gone": "left == 0",
    },
)


@pytest.mark.parametrize("case", load_cases("formulas.yaml"))
def test_inputs(case: dict[str, Any]) -> None:
    if "says" in case:
        with pytest.raises(FormulaError) as caught:
            evaluate(LOST_ZONE, parse_given(case["given"]))
        assert case["says"] in str(caught.value)
        assert "\n" not in str(caught.value)
        return
    outputs = evaluate(LOST_ZONE, parse_given(case["given"])).outputs
    assert {name: show(outputs[name]) for name in case["outputs"]} == case["outputs"]


def test_the_working_shows_the_numbers() -> None:
    outcome = evaluate(LOST_ZONE, {"players": 4, "damage": 380})

    assert outcome.working[:2] == ["threshold = 4 * 10 = 40", "cards = 380 // 40 = 9"]


def test_a_worked_example_that_does_not_come_out() -> None:
    worked = Worked(given={"players": 4, "damage": 380}, expect={"cards": "8", "cost": "1"})

    assert differences(LOST_ZONE, worked) == [
        "cost: the formula has no such output",
        "cards: expected 8, the formula gives 9",
    ]


def of_n(expression: str) -> Formula:
    n = Input(text=Text(en="n"), min=1, max=9)
    return Formula(name="f", inputs={"n": n}, outputs={"x": expression})


@pytest.mark.parametrize("case", load_cases("expressions.yaml"))
def test_expressions(case: dict[str, Any]) -> None:
    formula = of_n(case["expression"])
    lines = [f"{'.'.join(way)} {message}" for way, message in faults(formula)]
    if "gives" in case:
        assert show(evaluate(formula, {"n": 4}).outputs["x"]) == case["gives"]
        return
    with pytest.raises(FormulaError) as caught:
        evaluate(formula, {"n": 4})
    assert case["fails" if "fails" in case else "says"] in str(caught.value)
    assert "says" in case or case["expression"] in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [line.split()[0] for line in lines] == (["outputs.x"] if "says" in case else [])


UNITS = ["1 + ", "(", "-", "not ", "1 if True else ", "min(1, ", "1 < ", "'a' ", "1", "(1, ", " "]


@pytest.mark.parametrize("unit", UNITS)
def test_long_and_deep_expressions_are_rejected(unit: str) -> None:
    for length in (280, 400, 40_000):
        text = unit * (length // len(unit))
        assert list(faults(of_n(text))), text[:20]


def test_a_formula_as_large_as_any_is_worked_within_bounds() -> None:
    sides = ", ".join(["(1+1)"] * 42)
    outputs = {f"o{number}": f"min({sides})" for number in range(MOST_NAMES)}
    largest = Formula(name="f", inputs={}, outputs=outputs)
    tracemalloc.start()
    try:
        evaluate(largest, {})
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10 * 2**20
    steps = sum(1 for _ in filter(str.isdigit, "".join(outputs.values())))
    assert steps <= 2_000, "the work grows with the signs that a formula may hold"
    assert list(faults(msgspec.structs.replace(largest, outputs=outputs | {"more": "1"})))


@pytest.mark.parametrize(
    "one",
    [
        Input(text=Text(en="n"), min=float("nan")),
        Input(text=Text(en="n"), max=1e300),
        Input(text=Text(en="n"), min=2, max=1),
        Input(text=Text(en="n"), default=10**6),
    ],
)
def test_inputs_have_sound_bounds(one: Input) -> None:
    assert list(faults(Formula(name="f", inputs={"n": one}, outputs={"x": "n"})))


def test_names_that_mean_something_else() -> None:
    n = Input(text=Text(en="n"))
    assert list(faults(Formula(name="f", inputs={"min": n}, outputs={"x": "1"})))
    assert list(faults(Formula(name="f", inputs={"n": n}, outputs={"n": "n + 1"})))


@pytest.mark.parametrize(
    "pair", ["n=" + "9" * 5000, "n=1e999", "n=-nan", "n=0x10", "n=" + "9" * 39]
)
def test_given_numbers_are_bounded(pair: str) -> None:
    with pytest.raises(FormulaError) as caught:
        evaluate(of_n("n"), parse_given([pair]))
    assert len(str(caught.value)) < 200
