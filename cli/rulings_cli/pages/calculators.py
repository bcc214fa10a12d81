"""Formulas for a page: a form to fill in, and the expressions as trees that a page can walk."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from rulings.model import Formula
from rulings_cli.pages.markup import Markup, bilingual, element, joined, phrase

Tree = list[Any]
"""``["+", left, right]``, ``["name", "players"]``, ``["if", test, then, else]`` and so on."""

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.USub: "negative",
    ast.Not: "not",
    ast.And: "and",
    ast.Or: "or",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def tree_of(expression: str) -> Tree:
    """An expression of a formula as nested lists; ValueError for what no formula can hold."""
    return _tree(ast.parse(expression.strip(), mode="eval").body)


def data_of(formula: Formula) -> dict[str, Any]:
    """What the page must know to work a formula out."""
    return {
        "inputs": {
            name: {"min": one.min, "max": one.max, "default": one.default, "whole": one.whole}
            for name, one in formula.inputs.items()
        },
        "outputs": [
            [name, expression, tree_of(expression)] for name, expression in formula.outputs.items()
        ],
        "labels": {
            name: {"en": label.get("en"), "ja": label.get("ja")}
            for name, label in formula.labels.items()
        },
    }


def form(record: dict[str, Any], languages: Sequence[str]) -> Markup:
    """The form of an entry's formula; without JavaScript it still says what is calculated."""
    formula = record.get("formula")
    if not formula:
        return Markup("")
    fields = [_field(record, name, one, languages) for name, one in formula["inputs"].items()]
    button = element("button", phrase("calculate", languages), type="submit")
    steps = [
        element("li", _working(name, expression, formula, languages))
        for name, expression in formula["outputs"].items()
    ]
    result = element("div", element("ul", *steps), class_="result", role="status")
    return element("form", *fields, button, result, class_="calc", data_entry=record["id"])


def _field(
    record: dict[str, Any], name: str, wanted: dict[str, Any], languages: Sequence[str]
) -> Markup:
    identifier = f"{record['id'].replace(' ', '-')}-{name}"
    default = wanted["default"]
    number = element(
        "input",
        id=identifier,
        name=name,
        type="number",
        inputmode="numeric" if wanted["whole"] else "decimal",
        min=str(wanted["min"]),
        max=str(wanted["max"]),
        step="1" if wanted["whole"] else "any",
        value=str(default) if default is not None else None,
        autocomplete="off",
    )
    label = element("label", bilingual(wanted["text"], languages), for_=identifier)
    return element("p", label, number, class_="field")


def _working(
    name: str, expression: str, formula: dict[str, Any], languages: Sequence[str]
) -> Markup:
    label = bilingual(formula["labels"].get(name), languages)
    return joined(label, " " if label else "", element("code", f"{name} = {expression}"))


def _tree(node: ast.AST) -> Tree:
    match node:
        case ast.Constant(value=int() | float() | str() as value):
            tree: Tree = ["value", value]
        case ast.Name(id=name):
            tree = ["name", name]
        case ast.BinOp(left=left, op=operator, right=right):
            tree = [_sign(operator), _tree(left), _tree(right)]
        case ast.UnaryOp(op=operator, operand=operand):
            tree = [_sign(operator), _tree(operand)]
        case ast.BoolOp(op=operator, values=values):
            tree = [_sign(operator), *map(_tree, values)]
        case ast.Compare(left=left, ops=signs, comparators=others):
            tree = ["compare", [_sign(one) for one in signs], *map(_tree, [left, *others])]
        case ast.IfExp(test=test, body=body, orelse=orelse):
            tree = ["if", _tree(test), _tree(body), _tree(orelse)]
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=arguments, keywords=[]):
            tree = [name, *map(_tree, arguments)]
        case _:
            raise ValueError(f"{ast.unparse(node)} is not part of a formula")
    return tree


def _sign(operator: ast.AST) -> str:
    if type(operator) not in _OPERATORS:
        raise ValueError(f"{type(operator).__name__} is not part of a formula")
    return _OPERATORS[type(operator)]
