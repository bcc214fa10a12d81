"""Calculations that clauses state: their inputs are checked, and every step is shown.

`formula_expressions` says what an expression may have; a formula with more is rejected when its
book is read, so that numbers, words and nesting stay bounded afterwards.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from rulings.errors import RulingsError
from rulings.format.model import Formula, Input, Worked
from rulings.text import formula_expressions as expressions
from rulings.text.formula_expressions import LARGEST_NUMBER, Tree, Value, tree_of, work

Number = int | float

MOST_NAMES = 12
"""Inputs of one formula, and outputs."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,30}(?:\.[0-9]{0,30})?")
_NAME = re.compile(r"'[^']*'|\"[^\"]*\"|[A-Za-z_]\w*")


class FormulaError(RulingsError):
    """An input that is missing, unknown or out of bounds, or an expression that fails."""


@dataclass(slots=True)
class Outcome:
    """The inputs used, every output in order, and a line of working for each output."""

    given: dict[str, Number]
    outputs: dict[str, Value] = field(default_factory=dict)
    working: list[str] = field(default_factory=list)


def faults(formula: Formula) -> Iterator[tuple[tuple[str, ...], str]]:
    """The faults of a formula: the path of each in the formula, and what is wrong there."""
    for part in ("inputs", "outputs"):
        if len(getattr(formula, part)) > MOST_NAMES:
            yield (part,), f"more than {MOST_NAMES} {part}; make two formulas of it"
            return
    yield from _input_faults(formula)
    names = [*formula.inputs]
    for name, expression in formula.outputs.items():
        if name in expressions.RESERVED or name in names:
            yield ("outputs", name), f"{name} is an input already, or a word of formulas; rename it"
        try:
            tree_of(expression, tuple(names))
        except expressions.ExpressionError as error:
            yield ("outputs", name), f"{name}: {error}"
        names.append(name)


def _input_faults(formula: Formula) -> Iterator[tuple[tuple[str, ...], str]]:
    asked_by: dict[str, str] = {}
    for name, limits in formula.inputs.items():
        if name in expressions.RESERVED:
            yield ("inputs", name), f"{name} is a word of formulas; rename it"
        for phrase in chain(*limits.said.values(), *limits.said_in_tens.values()):
            if "#" not in phrase or not phrase.strip("# "):
                message = f"{phrase!r} needs words and a # for the number, as in `# players`"
                yield ("inputs", name), f"{name}: {message}"
            elif asked_by.setdefault(phrase, name) != name:
                message = f"{phrase!r} also gives {asked_by[phrase]}; no question could tell which"
                yield ("inputs", name), f"{name}: {message}"
        default = limits.min if limits.default is None else limits.default
        if not all(abs(bound) <= LARGEST_NUMBER for bound in (limits.min, limits.max)):
            yield ("inputs", name), f"{name}: min and max go to {LARGEST_NUMBER:.0e} at most"
        elif limits.min > limits.max:
            yield ("inputs", name), f"{name}: min is above max; correct them"
        elif not limits.min <= default <= limits.max:
            yield ("inputs", name), f"{name}: its default is not from min to max; correct them"


def trees(formula: Formula) -> dict[str, Tree]:
    """The tree of each output, in order; raises FormulaError."""
    for _, message in faults(formula):
        raise FormulaError(f"{formula.name}: {message}")
    names = (*formula.inputs, *formula.outputs)
    return {
        name: tree_of(expression, names[: names.index(name)])
        for name, expression in formula.outputs.items()
    }


def evaluate(formula: Formula, given: Mapping[str, Number]) -> Outcome:
    """Work a formula out; raises FormulaError with one line that says what is wrong with what."""
    outcome = Outcome(_inputs(formula, given))
    names: dict[str, Value] = dict(outcome.given)
    for name, tree in trees(formula).items():
        expression = formula.outputs[name]
        try:
            value = work(tree, names)
        except (ArithmeticError, TypeError) as error:
            reason = "divides by zero" if isinstance(error, ZeroDivisionError) else error
            raise FormulaError(f"{formula.name}: {expression}: {reason}") from None
        outcome.outputs[name] = names[name] = value
        outcome.working.append(f"{name} = {filled_in(expression, names)} = {show(value)}")
    return outcome


def parse_given(pairs: list[str]) -> dict[str, Number]:
    """``["players=4", "damage=380"]`` as numbers; raises FormulaError."""
    given: dict[str, Number] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            raise FormulaError(f"{pair!r} is not an input; write name=number, such as players=4")
        if name in given:
            raise FormulaError(f"{name} is given twice; give it once")
        number = value.strip()
        if not _NUMBER.fullmatch(number):
            message = f"is not a number; write digits, for example {name}=4"
            raise FormulaError(f"{name}={number[:40]} {message}")
        given[name] = float(number) if "." in number else int(number)
    return given


def differences(formula: Formula, worked: Worked) -> list[str]:
    """One line for each output that a worked example expects and does not get."""
    outputs = evaluate(formula, worked.given).outputs
    unknown = [name for name in worked.expect if name not in outputs]
    lines = [f"{name}: the formula has no such output" for name in unknown]
    for name, value in outputs.items():
        expected = worked.expect.get(name)
        if expected is not None and expected != show(value):
            lines.append(f"{name}: expected {expected}, the formula gives {show(value)}")
    return lines


def show(value: Value) -> str:
    """A value as people write it, to four decimals: ``9``, ``4.5``, ``true``, ``attacker``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value) and not value.is_integer():
        value = math.floor(value * 10_000 + 0.5) / 10_000  # as showValue in formulas.js
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _inputs(formula: Formula, given: Mapping[str, Number]) -> dict[str, Number]:
    for name in given:
        if name not in formula.inputs:
            known = ", ".join(formula.inputs)
            raise FormulaError(f"{formula.name} has no input {name} (inputs: {known})")
    used: dict[str, Number] = {}
    for name, limits in formula.inputs.items():
        value = given.get(name, limits.default)
        if value is not None:
            used[name] = _within(name, limits, value)
    if missing := [name for name in formula.inputs if name not in used]:
        example = " ".join(f"{name}=…" for name in missing)
        raise FormulaError(f"{formula.name} also needs {', '.join(missing)}; add {example}")
    return used


def _within(name: str, limits: Input, value: Number) -> Number:
    finite = abs(value) <= LARGEST_NUMBER  # false for NaN
    if limits.whole and finite and value != int(value):
        raise FormulaError(f"{name} must be a whole number, not {show(value)}")
    if not (finite and limits.min <= value <= limits.max):
        bounds = f"{show(limits.min)} to {show(limits.max)}"
        raise FormulaError(f"{name} must be from {bounds}, not {show(value)}")
    return int(value) if limits.whole else value


def filled_in(expression: str, names: Mapping[str, Value]) -> str:
    """The expression with numbers, or what they are called, in place of the names."""
    return _NAME.sub(
        lambda match: show(names[match[0]]) if match[0] in names else match[0], expression
    )
