"""Calculations that clauses state: checking their inputs, working them out, showing the working.

An expression is read into a syntax tree, of which only arithmetic, comparisons, conditions, `min`
and `max` are let through; `simpleeval` walks what is left. Nothing of the book is ever executed,
and no number, word or nesting grows without bound, however often outputs build on each other.
"""

from __future__ import annotations

import ast
import difflib
import operator
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from simpleeval import InvalidExpression, SimpleEval

from rulings.model import Formula, Input, Worked
from rulings.problems import RulingsError

Number = int | float
Value = int | float | bool | str

LONGEST_EXPRESSION = 300
DEEPEST_EXPRESSION = 30
LARGEST_NUMBER = 10**15
"""Beyond it a float no longer tells whole numbers apart."""

_GRAMMAR = (
    ast.BinOp,
    ast.BoolOp,
    ast.Call,
    ast.Compare,
    ast.Constant,
    ast.IfExp,
    ast.Name,
    ast.UnaryOp,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
)


def _reckoned(work: Callable[..., Number]) -> Callable[..., Value]:
    """An operator for numbers only, whose result stays within bounds."""

    def bounded(*sides: Value) -> Value:
        if any(isinstance(side, str) for side in sides):
            raise TypeError("words cannot be reckoned with, only compared")
        return _bounded(work(*sides))

    return bounded


def _bounded(value: Value) -> Value:
    if isinstance(value, int | float) and not abs(value) <= LARGEST_NUMBER:  # true of nan too
        raise ValueError(f"a number over {LARGEST_NUMBER:.0e}")
    return value


_OPERATORS: dict[type[ast.AST], Callable[..., Value]] = {
    ast.Add: _reckoned(operator.add),
    ast.Sub: _reckoned(operator.sub),
    ast.Mult: _reckoned(operator.mul),
    ast.Div: _reckoned(operator.truediv),
    ast.FloorDiv: _reckoned(operator.floordiv),
    ast.Mod: _reckoned(operator.mod),
    ast.USub: _reckoned(operator.neg),
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., Value]] = {"min": min, "max": max}
_NAME = re.compile(r"'[^']*'|\"[^\"]*\"|[A-Za-z_]\w*")


class FormulaError(RulingsError):
    """An input that is missing, unknown or out of bounds, or an expression that fails."""


@dataclass(slots=True)
class Outcome:
    """The inputs used, every output in order, and a line of working for each output."""

    given: dict[str, Number]
    outputs: dict[str, Value] = field(default_factory=dict)
    working: list[str] = field(default_factory=list)


def evaluate(formula: Formula, given: Mapping[str, Number]) -> Outcome:
    """Work a formula out; raises FormulaError with one line that says what is wrong with what."""
    outcome = Outcome(_inputs(formula, given))
    names: dict[str, Value] = dict(outcome.given)
    for name, expression in formula.outputs.items():
        value = _work(formula, expression, names)
        outcome.outputs[name] = names[name] = value
        outcome.working.append(f"{name} = {_filled_in(expression, names)} = {show(value)}")
    return outcome


def parse_given(pairs: list[str]) -> dict[str, Number]:
    """``["players=4", "damage=380"]`` as numbers; raises FormulaError."""
    given: dict[str, Number] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            raise FormulaError(f"{pair!r} is no input; write name=number, for example players=4")
        if name in given:
            raise FormulaError(f"{name} is given twice; give it once")
        given[name] = _number(name, value.strip())
    return given


def differences(formula: Formula, worked: Worked) -> list[str]:
    """What a worked example expects and does not get, one line each; empty where it runs."""
    outputs = evaluate(formula, worked.given).outputs
    unknown = [name for name in worked.expect if name not in outputs]
    lines = [f"{name}: the formula has no such output" for name in unknown]
    for name, value in outputs.items():
        wanted = worked.expect.get(name)
        if wanted is not None and wanted != show(value):
            lines.append(f"{name}: expected {wanted}, worked out {show(value)}")
    return lines


def show(value: Value) -> str:
    """A value as people write it: ``9``, ``4.5``, ``true``, ``attacker``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if not value.is_integer() else str(int(value))
    return str(value)


def _number(name: str, text: str) -> Number:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if number != number or number in (float("inf"), float("-inf")):  # noqa: PLR0124 - nan
        raise FormulaError(f"{name}={text} is no number; write digits, for example {name}=4")
    return number


def _inputs(formula: Formula, given: Mapping[str, Number]) -> dict[str, Number]:
    for name in given:
        if name not in formula.inputs:
            near = difflib.get_close_matches(name, formula.inputs, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            known = ", ".join(formula.inputs)
            raise FormulaError(f"{formula.name} has no input {name}{hint} (inputs: {known})")
    used: dict[str, Number] = {}
    missing = []
    for name, wanted in formula.inputs.items():
        value = given.get(name, wanted.default)
        if value is None:
            missing.append(name)
        else:
            used[name] = _within(name, wanted, value)
    if missing:
        example = " ".join(f"{name}=…" for name in missing)
        raise FormulaError(f"{formula.name} also needs {', '.join(missing)}; add {example}")
    return used


def _within(name: str, wanted: Input, value: Number) -> Number:
    within = abs(value) <= LARGEST_NUMBER  # false of nan
    if wanted.whole and within and value != int(value):
        raise FormulaError(f"{name} must be a whole number, not {show(value)}")
    if not (within and wanted.min <= value <= wanted.max):
        bounds = f"{show(wanted.min)} to {show(wanted.max)}"
        raise FormulaError(f"{name} must be from {bounds}, not {show(value)}")
    return int(value) if wanted.whole else value


def _work(formula: Formula, expression: str, names: Mapping[str, Value]) -> Value:
    if len(expression) > LONGEST_EXPRESSION:
        raise FormulaError(f"{formula.name}: an expression is over {LONGEST_EXPRESSION} characters")
    worker = SimpleEval(operators=_OPERATORS, functions=_FUNCTIONS, names=dict(names))
    try:
        value = _bounded(worker.eval(expression, previously_parsed=_parsed(expression)))
    except ZeroDivisionError:
        raise FormulaError(f"{formula.name}: {expression} divides by zero") from None
    except (InvalidExpression, SyntaxError, TypeError, ValueError, KeyError) as error:
        reason = str(error).split("\n", 1)[0]
        raise FormulaError(f"{formula.name}: {expression!r} cannot be worked: {reason}") from None
    if not isinstance(value, int | float | bool | str):
        raise FormulaError(f"{formula.name}: {expression!r} gives no number, truth or word")
    return value


def _parsed(expression: str) -> ast.expr:
    """The syntax tree of an expression, without anything but arithmetic and conditions."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(expression.strip(), mode="eval").body
    except (RecursionError, MemoryError):
        raise SyntaxError("nested too deep") from None
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST_EXPRESSION):
        for node in level:
            if not isinstance(node, _GRAMMAR):
                raise SyntaxError(f"{type(node).__name__} is no arithmetic")
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return tree
    raise SyntaxError("nested too deep")


def _filled_in(expression: str, names: Mapping[str, Value]) -> str:
    """The expression with the numbers in place of the names."""
    return _NAME.sub(
        lambda match: show(names[match[0]]) if match[0] in names else match[0], expression
    )
