"""The calculators of the page give what the command line gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import load_cases
from phones import Phone
from printing import squeezed
from running import Rulings, Write

from rulings.format.model import Formula, Input, Text
from rulings.reading.book import Book
from rulings.reading.load import open_book
from rulings.text.formulas import FormulaError, evaluate, show
from rulings_cli.html.markup import anchor
from rulings_cli.html.selection import select
from rulings_cli.phone.page import data_of, phone_page

pytestmark = pytest.mark.browser

WORK = """([cases, formulas]) => {
  formulas ??= JSON.parse(document.getElementById("data").textContent).formulas;
  return cases.map(([id, given]) => {
    try {
      const worked = rulings.workOut(formulas[id], new Map(Object.entries(given)));
      return worked.map(([name, value, working]) => [name, rulings.showValue(value), working]);
    } catch (error) {
      return error.message;
    }
  });
}"""


def givens(formula: Formula) -> list[dict[str, float]]:
    """All at the least, all at the most, and each step of the first between."""
    least = {name: each.min for name, each in formula.inputs.items()}
    most = {name: each.max for name, each in formula.inputs.items()}
    usual = {name: min(each.max, each.min + 7) for name, each in formula.inputs.items()}
    first = next(iter(formula.inputs), None)
    steps = [usual | {first: least[first] + step} for step in range(5)] if first else []
    return [least, most, usual, *steps]


def usual(formula: Formula) -> dict[str, float]:
    """What the form holds before anybody fills it in."""
    return {name: each.default for name, each in formula.inputs.items() if each.default is not None}


def expected(formula: Formula, given: dict[str, float]) -> Any:
    try:
        outcome = evaluate(formula, given)
    except FormulaError as error:
        faults = {"by zero": "no_zero", "a number over": "too_large"}
        faults |= {"is a word": "no_word", "not supported": "no_word"}
        return next((faults[words] for words in faults if words in str(error)), None)
    values = zip(outcome.outputs.items(), outcome.working, strict=True)
    return [[name, show(value), working] for (name, value), working in values]


def test_every_formula_on_many_numbers(searcher: Phone, book: Book) -> None:
    cases = [
        (name, given, expected(entry.formula, given))
        for name, entry in book.entries.items()
        if entry.formula
        for given in [
            *givens(entry.formula),
            *(usual(entry.formula) | example.given for example in entry.worked),
        ]
    ]
    answered = [case for case in cases if case[2] is not None]
    worked = searcher.page.evaluate(WORK, [[[name, given] for name, given, _ in answered], None])
    assert len(answered) > 100
    for (name, given, wanted), on_page in zip(answered, worked, strict=True):
        assert on_page == wanted, (name, given)


def test_every_expression_that_a_book_may_hold(searcher: Phone) -> None:
    cases = [case.values[0] for case in load_cases("expressions.yaml")]
    accepted = [case["expression"] for case in cases if "says" not in case]
    n = Input(text=Text(en="n"), min=1, max=9)
    formulas = {text: Formula(name="f", inputs={"n": n}, outputs={"x": text}) for text in accepted}
    wanted = [expected(formula, {"n": 4}) for formula in formulas.values()]
    trees = {text: data_of(formula) for text, formula in formulas.items()}
    results = searcher.page.evaluate(WORK, [[[text, {"n": 4}] for text in accepted], trees])
    assert dict(zip(accepted, results, strict=True)) == dict(zip(accepted, wanted, strict=True))


CALCULATED = {
    "RAID 9.1": {"players": "4", "damage": "380", "rate": "10"},
    "RAID-Q14": {"players": "4", "effect_draws": "3"},
    "RAID-Q24": {"normal_prizes": "2", "prizes_left": "2"},
    "BR-Q22": {"remaining_hp": "20", "poison_damage": "10", "burn_damage": "20"},
    "DB 6.3f": {"attacker": "7", "defender": "9"},
}
"""Formulas with words, truths, conditions and all signs, with what is typed."""


@pytest.mark.parametrize("spoken", ["ja", pytest.param("en", marks=pytest.mark.long)])
def test_a_calculator_prints_what_the_command_line_prints(
    same_phone: Phone, table: Path, rulings: Rulings, spoken: str
) -> None:
    phone = same_phone.restart(table)
    phone.page.locator(f"label[for=language-{spoken}]").tap()
    for name, given in CALCULATED.items():
        form = phone.open(table, f"#{anchor(name)}").page.locator("#hits form.calc")
        for key, number in given.items():
            form.locator(f"[data-name={key}]").fill(number)
        typed = [f"{key}={number}" for key, number in given.items()]
        printed = squeezed(rulings("calc", name, *typed, "--lang", spoken).out)

        for line in form.locator("li").all():
            label, value, *working = line.inner_text().split("\n")
            steps = f"({working[0]})" if working else ""
            assert squeezed(f"{label}: {value} {steps}") in printed, name
            assert "_" not in line.inner_text(), "names of a program"


FORMULA = """
clauses:
  - id: CH 1.2
    title: {en: x, ja: y}
    text: {en: x, ja: y}
    formula: {name: f, inputs: {INPUTS}, outputs: {sum: SUM}}
    authority: official
    sources: [{id: handbook}]
"""


def test_any_name_of_an_input(same_phone: Phone, write_book: Write, tmp_path: Path) -> None:
    names = ["__proto__", "constructor", "dataset", "elements", "querySelectorAll"]
    inputs = ", ".join(f"{name}: {{text: {{en: {name}, ja: {name}}}}}" for name in names)
    clause = FORMULA.replace("INPUTS", inputs).replace("SUM", " + ".join(names))
    file = tmp_path / "page.html"
    book = open_book([write_book({"rules/more.yaml": clause})])
    file.write_text(phone_page(select(book, (), None)), encoding="utf-8")

    phone = same_phone.restart(file).open(file, "#CH-1.2")
    form = phone.page.locator("#hits form.calc")
    for name in names:
        form.locator(f"[data-name={name}]").fill("2")

    assert "10\n2 + 2 + 2 + 2 + 2" in form.locator(".result").inner_text()
    assert phone.complaints == []
