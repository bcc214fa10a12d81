"""Formulas for a page: a form to fill in, and the trees of its expressions for the page to walk."""

from __future__ import annotations

from typing import Any

from rulings.format.model import Formula
from rulings.format.record import Record
from rulings.text.formulas import trees
from rulings_cli.html.markup import Markup, Words, element, joined


def data_of(formula: Formula) -> dict[str, Any]:
    """What the page must know to work a formula out."""
    return {
        "inputs": {
            name: {key: getattr(number, key) for key in ("min", "max", "default", "whole")}
            for name, number in formula.inputs.items()
        },
        "outputs": [[name, formula.outputs[name], tree] for name, tree in trees(formula).items()],
        "labels": formula.labels,
    }


def form(record: Record, words: Words) -> Markup:
    """The form of an entry's formula; without JavaScript it still says what is calculated."""
    formula = record.get("formula")
    if not formula:
        return Markup("")
    fields = [_field(record, name, number, words) for name, number in formula["inputs"].items()]
    button = element("button", words.phrase("calculate"), type="submit")
    steps = [
        element("li", _working(name, expression, formula, words))
        for name, expression in formula["outputs"].items()
    ]
    result = element("div", element("ul", *steps), class_="result", role="status")
    return element("form", *fields, button, result, class_="calc", data_entry=record["id"])


def _field(record: Record, name: str, number: dict[str, Any], words: Words) -> Markup:
    identifier = f"{record['id'].replace(' ', '-')}-{name}"
    default = number["default"]
    box = element(
        "input",
        id=identifier,
        data_name=name,  # as its `name` it would hide what a form offers: `dataset`, `elements`
        type="number",
        inputmode="numeric" if number["whole"] else "decimal",
        min=str(number["min"]),
        max=str(number["max"]),
        step="1" if number["whole"] else "any",
        value=str(default) if default is not None else None,
        autocomplete="off",
    )
    label = element("label", words.text(number["text"]), for_=identifier)
    return element("p", label, box, class_="field")


def _working(name: str, expression: str, formula: dict[str, Any], words: Words) -> Markup:
    label = words.text(formula["labels"].get(name))
    return joined(label, " " if label else "", element("code", f"{name} = {expression}"))
