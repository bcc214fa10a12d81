"""Formulas for a page: a form to fill in, and the trees of its expressions for the page to walk."""

from __future__ import annotations

from typing import Any

from rulings.format.model import Formula
from rulings.format.record import Record
from rulings.text.formulas import trees
from rulings_cli.html.markup import Markup, Texts, element, joined


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


def form(record: Record, texts: Texts) -> Markup:
    """The form of an entry's formula; without JavaScript it still says what is calculated."""
    formula = record.get("formula")
    if not formula:
        return Markup("")
    fields = [_field(record, name, number, texts) for name, number in formula["inputs"].items()]
    button = element("button", texts.phrase("calculate"), type="submit")
    steps = []
    for name, expression in formula["outputs"].items():
        label = texts.text(formula["labels"].get(name))
        code = element("code", f"{name} = {expression}")
        steps.append(element("li", joined(label, " " if label else "", code)))
    result = element("div", element("ul", *steps), class_="result", role="status")
    return element("form", *fields, button, result, class_="calc", data_entry=record["id"])


def _field(record: Record, name: str, number: dict[str, Any], texts: Texts) -> Markup:
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
    label = element("label", texts.text(number["text"]), for_=identifier)
    return element("p", label, box, class_="field")
