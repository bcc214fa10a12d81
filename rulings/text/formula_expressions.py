"""The expressions of formulas: numbers, comparisons, conditions, `min` and `max`, and words.

`tree_of` reads an expression into nested tuples. `work` here and `assets/formulas.js` on the page
evaluate them in the same way, so that both give the same values. Python's parser reads the text and
only known signs and names pass; text of a book is never executed.
"""

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

Value = int | float | bool | str
Tree = tuple[Any, ...]
"""``("+", left, right)``, ``("name", "players")``, ``("if", test, then, else)`` and so on."""

LONGEST_EXPRESSION = 300
DEEPEST_EXPRESSION = 30
LARGEST_NUMBER = 10**15
"""Above it, floats cannot represent every whole number."""

RESERVED = frozenset(("and", "or", "not", "if", "else", "True", "False", "min", "max"))
_WORD = re.compile(r"[^\W\d][\w -]{0,39}")


class ExpressionError(Exception):
    """An expression that a formula cannot have; the message is one line."""


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
    """An expression over `names` as a tree; raises ExpressionError."""
    if len(expression) > LONGEST_EXPRESSION:
        raise ExpressionError(f"over {LONGEST_EXPRESSION} characters; make it two outputs")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a warning of the parser is an error here
            parsed = ast.parse(expression.strip(), mode="eval").body
        return _read(parsed, names, DEEPEST_EXPRESSION)
    except OverflowError as error:
        raise ExpressionError(str(error)) from None
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError("its signs, words or brackets do not fit together") from None


def _read(node: ast.expr, names: tuple[str, ...], room: int) -> Tree:
    """Python's syntax tree as ours."""
    if room == 0:
        raise ExpressionError("nested too deep; make it two outputs")

    def read(*parts: ast.expr) -> list[Tree]:
        return [_read(part, names, room - 1) for part in parts]

    match node:
        case ast.Constant(value=str() as word) if not _WORD.fullmatch(word):
            message = "is not a plain word: letters, digits, - and spaces"
            raise ExpressionError(f"{word[:20]!r} {message}")
        case ast.Constant(value=bool() | int() | float() | str() as value):
            tree: Tree = ("value", bounded(value))
        case ast.Name(id=name) if name in names:
            tree = ("name", name)
        case ast.Name(id=name) if name not in RESERVED:
            raise ExpressionError(f"{name} is not known here; name an input or an output above")
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
            raise ExpressionError(f"{ast.unparse(node)[:40]!r} is not part of a formula")
    return tree


def _sign(node: ast.AST) -> str:
    name = type(node).__name__
    if name not in _SIGNS:
        raise ExpressionError(f"{name} is not part of a formula")
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
