"""The calculators of the page give what the command line gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from phones import NewPhone

from rulings.books import Book
from rulings.formulas import FormulaError, evaluate, show
from rulings.model import Formula

pytestmark = pytest.mark.browser

WORK = """cases => {
  const {formulas} = JSON.parse(document.getElementById("data").textContent);
  return cases.map(([id, given]) => {
    try {
      return rulings.workOut(formulas[id], given).map(([name, value, working]) =>
        [name, rulings.showValue(value), working]);
    } catch (error) {
      return error.message;
    }
  });
}"""


def givens(formula: Formula) -> list[dict[str, float]]:
    """All at the least, all at the most, and each step of the first between."""
    least = {name: one.min for name, one in formula.inputs.items()}
    most = {name: one.max for name, one in formula.inputs.items()}
    usual = {name: min(one.max, one.min + 7) for name, one in formula.inputs.items()}
    first = next(iter(formula.inputs), None)
    steps = [usual | {first: least[first] + step} for step in range(5)] if first else []
    return [least, most, usual, *steps]


def usual(formula: Formula) -> dict[str, float]:
    """What the form holds before anybody fills it in."""
    return {name: one.default for name, one in formula.inputs.items() if one.default is not None}


def expected(formula: Formula, given: dict[str, float]) -> Any:
    try:
        outcome = evaluate(formula, given)
    except FormulaError as error:
        return "no_zero" if "zero" in str(error) else None
    values = zip(outcome.outputs.items(), outcome.working, strict=True)
    return [[name, show(value), working] for (name, value), working in values]


def test_every_formula_on_many_numbers(new_phone: NewPhone, table: Path, book: Book) -> None:
    cases = [
        (name, given, expected(entry.formula, given))
        for name, entry in book.entries.items()
        if entry.formula
        for given in [
            *givens(entry.formula),
            *(usual(entry.formula) | one.given for one in entry.worked),
        ]
    ]
    told = [case for case in cases if case[2] is not None]
    phone = new_phone().open(table)
    worked = phone.page.evaluate(WORK, [[name, given] for name, given, _ in told])
    assert len(told) > 100
    for (name, given, wanted), found in zip(told, worked, strict=True):
        assert found == wanted, (name, given)
