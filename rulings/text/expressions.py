"""The expressions of formulas: numbers, truths, conditions, `min` and `max`, and plain words.

`tree_of` reads an expression into nested tuples. `work` here and `assets/formulas.js` on the page
evaluate them in the same way, so that both give the same values. Python's parser reads the text,
only known signs and names pass, and nothing of a book is ever executed.
"""

from __future__ import annotations

import ast
import difflib
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
Kinds = frozenset[str]
"""The kinds of value that an expression may give: some of `number`, `truth` and `word`."""

LONGEST_EXPRESSION = 300
DEEPEST_EXPRESSION = 30
LARGEST_NUMBER = 10**15
"""Above it, floats cannot represent every whole number."""

NUMBER, TRUTH, WORD = (frozenset([kind]) for kind in ("number", "truth", "word"))
RESERVED = frozenset(("and", "or", "not", "if", "else", "True", "False", "min", "max"))
_WORD = re.compile(r"[^\W\d][\w -]{0,39}")


class ExpressionError(ValueError):
    """An expression that a formula cannot have; the message is one line."""


def bounded(value: Value) -> Value:
    """The value itself; OverflowError for a number over the bound, and for NaN."""
    if isinstance(value, int | float) and not abs(value) <= LARGEST_NUMBER:  # true of nan too
        raise OverflowError(f"a number over {LARGEST_NUMBER:.0e}")
    return value


def _floor(left: float, right: float) -> float:
    return math.floor(bounded(left / right))  # type: ignore[arg-type] # what JavaScript gives


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
    "Eq": ("==", operator.eq),
    "NotEq": ("!=", operator.ne),
    "Lt": ("<", operator.lt),
    "LtE": ("<=", operator.le),
    "Gt": (">", operator.gt),
    "GtE": (">=", operator.ge),
}
"""Python's name of each operator, its sign in a tree, and what it does."""
_WORK: dict[str, Callable[..., Any]] = {"min": min, "max": max, **dict(_SIGNS.values())}


@lru_cache(maxsize=1024)
def tree_of(expression: str, names: tuple[tuple[str, Kinds], ...]) -> tuple[Tree, Kinds]:
    """An expression over `names` as a tree, and what it may give; raises ExpressionError."""
    if len(expression) > LONGEST_EXPRESSION:
        raise ExpressionError(f"over {LONGEST_EXPRESSION} characters; make it two outputs")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a warning of the parser is an error here
            parsed = ast.parse(expression.strip(), mode="eval").body
        return _Reading(dict(names)).read(parsed, DEEPEST_EXPRESSION)
    except OverflowError as error:
        raise ExpressionError(str(error)) from None
    except ExpressionError:
        raise
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError("its signs, words or brackets do not fit together") from None


class _Reading:
    """Turns Python's syntax tree into ours, and checks the kinds of the operands."""

    def __init__(self, names: Mapping[str, Kinds]) -> None:
        self._names = names

    def read(self, node: ast.expr, room: int) -> tuple[Tree, Kinds]:
        if room == 0:
            raise ExpressionError("nested too deep; make it two outputs")
        kinds = NUMBER
        match node:
            case ast.Constant(value=bool() | int() | float() | str() as value):
                tree: Tree = ("value", _constant(value))
                kinds = {bool: TRUTH, str: WORD}.get(type(value), NUMBER)
            case ast.Name(id=name) if name not in RESERVED:
                tree, kinds = ("name", name), self._kinds_of_name(name)
            case ast.BinOp(left=left, op=sign, right=right):
                tree = (_sign(sign), *self._all(room, NUMBER, left, right))
            case ast.UnaryOp(op=sign, operand=operand):
                kinds = TRUTH if isinstance(sign, ast.Not) else NUMBER
                tree = (_sign(sign), *self._all(room, kinds, operand))
            case ast.BoolOp(op=sign, values=values):
                tree, kinds = (_sign(sign), *self._all(room, TRUTH, *values)), TRUTH
            case ast.Compare(left=left, ops=signs, comparators=others):
                tree, kinds = self._compare(room, signs, [left, *others]), TRUTH
            case ast.IfExp(test=test, body=body, orelse=orelse):
                (condition,) = self._all(room, TRUTH, test)
                then, then_kinds = self.read(body, room - 1)
                other, other_kinds = self.read(orelse, room - 1)
                tree, kinds = ("if", condition, then, other), then_kinds | other_kinds
            case ast.Call(ast.Name("min" | "max" as name), [_, _, *_] as values, []):
                tree = (name, *self._all(room, NUMBER, *values))
            case _:
                raise ExpressionError(f"{ast.unparse(node)[:40]!r} is not part of a formula")
        return tree, kinds

    def _kinds_of_name(self, name: str) -> Kinds:
        if name not in self._names:
            near = difflib.get_close_matches(name, [*self._names, *RESERVED], n=1)
            hint = f"did you mean {near[0]}?" if near else "name an input or an output above"
            raise ExpressionError(f"{name} is not known here; {hint}")
        return self._names[name]

    def _all(self, room: int, needed: Kinds, *nodes: ast.expr) -> list[Tree]:
        trees = []
        for node in nodes:
            tree, kinds = self.read(node, room - 1)
            if kinds != needed:
                kind, other = "".join(needed), " or ".join(sorted(kinds - needed))
                part = ast.unparse(node)[:40]
                raise ExpressionError(f"{part} is a {other} where a {kind} is needed")
            trees.append(tree)
        return trees

    def _compare(self, room: int, signs: list[ast.cmpop], nodes: list[ast.expr]) -> Tree:
        read = [self.read(node, room - 1) for node in nodes]
        for sign, (_, left), (_, right) in zip(signs, read, read[1:], strict=False):
            truths = (left | right) >= TRUTH
            equality = isinstance(sign, ast.Eq | ast.NotEq) and (left == right or not truths)
            if not equality and not left == right == NUMBER:
                raise ExpressionError(f"{_sign(sign)} compares numbers with numbers")
        return ("compare", tuple(map(_sign, signs)), *(tree for tree, _ in read))


def _constant(value: Value) -> Value:
    if isinstance(value, str) and not _WORD.fullmatch(value):
        raise ExpressionError(f"{value[:20]!r} is no plain word of letters, digits, - and spaces")
    return bounded(value)


def _sign(node: ast.AST) -> str:
    name = type(node).__name__
    if name not in _SIGNS:
        raise ExpressionError(f"{name} is not part of a formula")
    return _SIGNS[name][0]


def work(tree: Tree, names: Mapping[str, Value]) -> Any:
    """The value of a tree; ZeroDivisionError, or OverflowError for a number over the bound."""
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
    return bounded(_WORK[kind](*(work(part, names) for part in parts)))
