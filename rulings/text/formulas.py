"""Calculations that clauses state: their inputs are checked, and every step is shown.

Their expressions have numbers, comparisons, conditions, `min` and `max`, and words. A formula with
more is rejected when its book is read, so that numbers, words and nesting stay bounded afterwards.
`tree_of` reads an expression into nested tuples. `work` here and `assets/formulas.js` on the page
evaluate them in the same way, so that both give the same values. Python's parser reads the text and
only known signs and names pass; text of a book is never executed.
"""

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any

from rulings.errors import RulingsError
from rulings.format.model import Formula, Input, Worked

Number = int | float
Value = int | float | bool | str
Tree = tuple[Any, ...]
"""``("+", left, right)``, ``("name", "players")``, ``("if", test, then, else)`` and so on."""

LONGEST_EXPRESSION = 300
DEEPEST_EXPRESSION = 30
LARGEST_NUMBER = 10**15
"""Above it, floats cannot represent every whole number."""

RESERVED = frozenset(("and", "or", "not", "if", "else", "True", "False", "min", "max"))
_WORD = re.compile(r"[^\W\d][\w -]{0,39}")

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


def bounded(value: Value) -> Value:
    """The value itself; OverflowError for a number over the bound, and for NaN."""
    if isinstance(value, int | float) and not abs(value) <= LARGEST_NUMBER:  # true of nan too
        raise OverflowError(f"a number over {LARGEST_NUMBER:.0e}")
    return value


def _floor(left: float, right: float) -> float:
    return math.floor(bounded(left / right))  # type: ignore[arg-type] # what JavaScript gives


def _equals(left: Value, right: Value) -> bool:
    return isinstance(left, bool) == isinstance(right, bool) and left == right  # as JavaScript's


_SIGNS: dict[str, tuple[str, Callable[..., Any]]] = {
    "Add": ("+", operator.add),
    "Sub": ("-", operator.sub),
    "Mult": ("*", operator.mul),
    "Div": ("/", operator.truediv),
    "FloorDiv": ("//", _floor),
    "Mod": ("%", lambda left, right: left - right * _floor(left, right)),
    "USub": ("negative", operator.neg),
    "Not": ("not", operator.not_),
    "And": ("and", all),
    "Or": ("or", any),
    "Eq": ("==", _equals),
    "NotEq": ("!=", lambda left, right: not _equals(left, right)),
    "Lt": ("<", operator.lt),
    "LtE": ("<=", operator.le),
    "Gt": (">", operator.gt),
    "GtE": (">=", operator.ge),
}
"""Python's name of each operator, its sign in a tree, and what it does."""
_WORK: dict[str, Callable[..., Any]] = {"min": min, "max": max, **dict(_SIGNS.values())}


@lru_cache(maxsize=1024)
def tree_of(expression: str, names: tuple[str, ...]) -> Tree:
    """An expression over `names` as a tree; raises FormulaError."""
    if len(expression) > LONGEST_EXPRESSION:
        raise FormulaError(f"over {LONGEST_EXPRESSION} characters; make it two outputs")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a warning of the parser is an error here
            parsed = ast.parse(expression.strip(), mode="eval").body
        return _read(parsed, names, DEEPEST_EXPRESSION)
    except OverflowError as error:
        raise FormulaError(str(error)) from None
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise FormulaError("its signs, words or brackets do not fit together") from None


def _read(node: ast.expr, names: tuple[str, ...], room: int) -> Tree:
    """Python's syntax tree as ours."""
    if room == 0:
        raise FormulaError("nested too deep; make it two outputs")

    def read(*parts: ast.expr) -> list[Tree]:
        return [_read(part, names, room - 1) for part in parts]

    match node:
        case ast.Constant(value=str() as word) if not _WORD.fullmatch(word):
            message = "is not a plain word: letters, digits, - and spaces"
            raise FormulaError(f"{word[:20]!r} {message}")
        case ast.Constant(value=bool() | int() | float() | str() as value):
            tree: Tree = ("value", bounded(value))
        case ast.Name(id=name) if name in names:
            tree = ("name", name)
        case ast.Name(id=name) if name not in RESERVED:
            raise FormulaError(f"{name} is not known here; name an input or an output above")
        case ast.BinOp(left=left, op=sign, right=right):
            tree = (_sign(sign), *read(left, right))
        case ast.UnaryOp(op=sign, operand=operand):
            tree = (_sign(sign), *read(operand))
        case ast.BoolOp(op=sign, values=values):
            tree = (_sign(sign), *read(*values))
        case ast.Compare(left=left, ops=signs, comparators=others):
            tree = ("compare", tuple(map(_sign, signs)), *read(left, *others))
        case ast.IfExp(test=test, body=body, orelse=other):
            tree = ("if", *read(test, body, other))
        case ast.Call(ast.Name("min" | "max" as name), [_, _, *_] as values, []):
            tree = (name, *read(*values))
        case _:
            raise FormulaError(f"{ast.unparse(node)[:40]!r} is not part of a formula")
    return tree


def _sign(node: ast.AST) -> str:
    name = type(node).__name__
    if name not in _SIGNS:
        raise FormulaError(f"{name} is not part of a formula")
    return _SIGNS[name][0]


def work(tree: Tree, names: Mapping[str, Value]) -> Any:
    """The value of a tree; ArithmeticError, or TypeError for a word where a number is needed."""
    kind, *parts = tree
    if kind == "value":
        return parts[0]
    if kind == "name":
        return names[parts[0]]
    if kind == "if":
        return work(parts[1] if work(parts[0], names) else parts[2], names)
    if kind in {"and", "or"}:
        return _WORK[kind](work(part, names) for part in parts)
    if kind == "compare":
        signs, *operands = parts
        values = [work(operand, names) for operand in operands]
        pairs = zip(signs, values, values[1:], strict=False)
        return all(_WORK[sign](left, right) for sign, left, right in pairs)
    values = [work(part, names) for part in parts]
    if word := next((value for value in values if isinstance(value, str)), ""):
        raise TypeError(f"{word!r} is a word where a number is needed")
    return bounded(_WORK[kind](*values))


def faults(formula: Formula) -> Iterator[tuple[tuple[str, ...], str]]:
    """The faults of a formula: the path of each in the formula, and what is wrong there."""
    for part in ("inputs", "outputs"):
        if len(getattr(formula, part)) > MOST_NAMES:
            yield (part,), f"more than {MOST_NAMES} {part}; make two formulas of it"
            return
    yield from _input_faults(formula)
    names = [*formula.inputs]
    for name, expression in formula.outputs.items():
        if name in RESERVED or name in names:
            yield ("outputs", name), f"{name} is an input already, or a word of formulas; rename it"
        try:
            tree_of(expression, tuple(names))
        except FormulaError as error:
            yield ("outputs", name), f"{name}: {error}"
        names.append(name)


def _input_faults(formula: Formula) -> Iterator[tuple[tuple[str, ...], str]]:
    asked_by: dict[str, str] = {}
    for name, limits in formula.inputs.items():
        if name in RESERVED:
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
