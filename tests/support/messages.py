"""All that the packages may say to a user, read from their source, with their blanks filled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice, product
from pathlib import Path
from typing import NamedTuple

import rulings
import rulings_cli
import rulings_index

NAME, QUOTED, NUMBER, LIST, MESSAGE = "YK-Q1", "'YK-Q1'", "7", "YK-Q1, YK-Q2", "correct it"
"""What stands where a message quotes a name, a number, a list, or another message."""

SENTENCE = re.compile(r"(?<![^\s(])[a-z]+(?:'[a-z]+)? [a-z]+(?=[,;:.?)]*(?:\s|$))")
"""Two plain English words side by side."""

_SAYS = re.compile(
    r"(?!Attribute|Damaged|Key|Type|Value)\w*(?:Error|Fault|Problem)|_?(?:add_problem|warn)"
)
_KEEPS = re.compile(r"append|extend")
_A_MESSAGE = re.compile(r"remedy|hint|reason|message|what|fault|why|error")
_IN_PLACE_OF_ONE = re.compile(
    r"(?:^|(?<=; )|(?<=: ))YK-Q1(?:, YK-Q2)?(?=;)|(?<=; )YK-Q1(?:, YK-Q2)?$"
)
_CUT_OFF = re.compile(r"^[ :]|[;:]? $| ;|\(\)")
_MOST, _DEEPEST = 40, 16


class Message(NamedTuple):
    """A message with its blanks filled, and where the packages say it."""

    place: str
    text: str


class Scope(NamedTuple):
    """A module or function: what is assigned to its names."""

    path: Path
    names: dict[str, list[ast.expr]]


def messages() -> Iterator[Message]:
    """What is raised, warned of or noted as a fault, in each way that it can come out."""
    for path, tree in _modules().items():
        for scope, node in _nodes(tree, _scope_of(path, tree)):
            for raised in _raised(node):
                place = f"{path.parent.name}/{path.name}:{raised.lineno}"
                for text in _texts(raised, scope):
                    whole = _IN_PLACE_OF_ONE.sub(MESSAGE, re.sub(f"{NAME}(?:{NAME})+", NAME, text))
                    if SENTENCE.search(text) and not _CUT_OFF.search(text):
                        yield Message(place, whole)


@cache
def _modules() -> dict[Path, ast.Module]:
    roots = [Path(each.__file__ or "").parent for each in (rulings, rulings_index, rulings_cli)]
    paths = sorted(path for root in roots for path in root.rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _nodes(above: ast.AST, scope: Scope) -> Iterator[tuple[Scope, ast.AST]]:
    """Each node below another, with the scope in which it stands."""
    for node in ast.iter_child_nodes(above):
        yield scope, node
        yield from _nodes(node, _within(node, scope))


def _within(node: ast.AST, scope: Scope) -> Scope:
    if not isinstance(node, ast.FunctionDef):
        return scope
    return Scope(scope.path, scope.names | _scope_of(scope.path, node).names)


def _scope_of(path: Path, node: ast.AST) -> Scope:
    names: dict[str, list[ast.expr]] = {}
    inner = ast.walk(node) if isinstance(node, ast.FunctionDef) else ast.iter_child_nodes(node)
    for each in sorted(inner, key=lambda each: getattr(each, "lineno", 0)):
        for name, value in _assigned(each, names):
            names.setdefault(name, []).append(value)
    return Scope(path, names)


def _assigned(node: ast.AST, known: dict[str, list[ast.expr]]) -> Iterable[tuple[str, ast.expr]]:
    """The names to which a statement assigns, with what each becomes."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.NamedExpr(target=ast.Name(id=name), value=value)
        ):
            return [(name, value)]
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            pairs = zip(targets, values, strict=False)
            return [(each.id, value) for each, value in pairs if isinstance(each, ast.Name)]
        case ast.For(target=ast.Name(id=name), iter=ast.Tuple(elts=values)):
            return [(name, value) for value in values]
        case ast.AugAssign(target=ast.Name(id=name), value=value) if name in known:
            begun = next(each for each in reversed(known[name]) if hasattr(each, "lineno"))
            return [(name, ast.BinOp(left=begun, op=ast.Add(), right=value))]
    return []


def _raised(node: ast.AST) -> list[ast.expr]:
    """The texts that a node says to a user."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
            if _KEEPS.fullmatch(name):  # what is odd in an import
                return [each for each in args if isinstance(each, ast.JoinedStr)]
            return args if _SAYS.fullmatch(name) else []
        case ast.Yield(value=ast.Tuple(elts=values)):
            return [each for each in values if isinstance(each, ast.JoinedStr)]
        case ast.Return(value=ast.Tuple(elts=values)):  # a place and what is wrong there
            return [each for each in values if isinstance(each, ast.JoinedStr | ast.Name)]
        case ast.Yield(value=ast.JoinedStr() as value):
            return [value]
    return []


def _texts(node: ast.expr, scope: Scope, depth: int = 0) -> list[str]:
    """The texts that an expression may become."""
    match node:
        case _ if depth > _DEEPEST:
            texts = [NAME]
        case ast.Constant(value=str(text)):
            texts = [text]
        case ast.JoinedStr(values=parts):
            texts = _one_of_each(parts, scope, depth)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            texts = _one_of_each([left, right], scope, depth)
        case (
            ast.FormattedValue(value=value)
            | ast.Attribute(value=ast.Name() as value, attr="reason")
            | ast.Call(func=ast.Name(id="Refusal"), args=[value, *_])
        ):
            texts = _sample(node) or _texts(value, scope, depth + 1)
        case ast.IfExp(body=one, orelse=other) | ast.BoolOp(values=[one, other]):
            texts = [*_texts(one, scope, depth + 1), *_texts(other, scope, depth + 1)]
        case ast.Name(id=name) if name in scope.names:
            inner = Scope(scope.path, scope.names | {name: []})
            values = (_texts(value, inner, depth + 1) for value in scope.names[name])
            texts = _unique(values)
        case ast.Name(id=name) if _A_MESSAGE.search(name):
            texts = [MESSAGE]
        case ast.Call(func=ast.Attribute(attr="join")):
            texts = [LIST]
        case ast.Call(func=ast.Name(id="len")):
            texts = [NUMBER]
        case ast.Call(func=ast.Name() | ast.Attribute() as called):
            returned = _returned_by(called, scope.path)
            values = (_texts(value, inner, depth + 2) for inner, value in returned)
            texts = _unique(values)
        case _:
            texts = [NAME]
    return texts


def _sample(blank: ast.expr) -> list[str]:
    """What stands in a blank for something quoted or counted; else empty."""
    if not isinstance(blank, ast.FormattedValue):
        return []
    if blank.conversion == ord("r"):
        return [QUOTED]
    return [NUMBER] if blank.format_spec else []


def _one_of_each(parts: list[ast.expr], scope: Scope, depth: int) -> list[str]:
    parts_texts = [_texts(part, scope, depth + 1) for part in parts]
    return ["".join(texts) for texts in islice(product(*parts_texts), _MOST)]


def _unique(texts: Iterable[list[str]]) -> list[str]:
    return list(dict.fromkeys(chain.from_iterable(texts)))[:_MOST] or [NAME]


def _returned_by(called: ast.Name | ast.Attribute, path: Path) -> list[tuple[Scope, ast.expr]]:
    """What the function that is called at `path` may return, if it is one of the packages."""
    if isinstance(called, ast.Name):
        returned = _returned().get(called.id, [])
        here = [each for each in returned if each[0].path == path]
        return here or [
            each for each in returned if each[0].path.stem in _imported(path, called.id)
        ]
    module = called.value.id if isinstance(called.value, ast.Name) else ""
    return [each for each in _returned().get(called.attr, []) if each[0].path.stem == module]


@cache
def _returned() -> dict[str, list[tuple[Scope, ast.expr]]]:
    """What each function of the packages returns, by its name."""
    returned: dict[str, list[tuple[Scope, ast.expr]]] = {}
    for path, tree in _modules().items():
        for scope, node in _nodes(tree, _scope_of(path, tree)):
            if isinstance(node, ast.FunctionDef):
                values = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
                inner = _within(node, scope)
                texts = ((inner, each) for each in values if each and ast.unparse(each) != "None")
                returned.setdefault(node.name, []).extend(texts)
    return returned


def _imported(path: Path, name: str) -> set[str]:
    """The modules from which a name is imported at `path`."""
    imports = (each for each in ast.walk(_modules()[path]) if isinstance(each, ast.ImportFrom))
    here = (each for each in imports if name in {alias.name for alias in each.names})
    return {(each.module or "").rpartition(".")[2] for each in here}
