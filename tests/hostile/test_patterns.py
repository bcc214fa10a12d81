"""Every regular expression of the three packages, tried against what makes one slow: long runs of
each character that it takes, its own beginnings again and again, and an end that does not fit.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined] # the parts of a parsed pattern
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from places import ROOT

LENGTHS = (18, 500, 2_000)
TIMES = 8
SLOWER = 20
"""How much longer a text TIMES as long may take: its square would be 64 times as long."""
MOST_A_CHARACTER = 0.0001
"""Seconds: a thousand steps. Two to the power of 18 steps take longer than 18 times that."""
QUICK, FLOOR = 0.0005, 0.01
"""Seconds below which no text of 2,000 characters is looked at again, and no longer one judged."""
BOUNDED = {
    "rulings.ids.LOOSE_ENTRY": 60,  # `parse` reads no longer id
    "rulings.ids.LOOSE_CLAUSE": 60,
    "rulings.ids.BETWEEN": 60,
}
"""The longest text that a pattern ever meets, where that is less than the lengths tried."""
FILLED_IN = {
    "pattern": r"\[\[\s*(CR\s+1)\s*\]\]",
    "words": r"CR\s+1\.1",
    "depth": "4",
    "key": "title",
    "folded": "third in order",
}
"""What stands in a pattern that is put together where it is used."""
CATEGORIES = {
    sre.CATEGORY_DIGIT: "1",
    sre.CATEGORY_NOT_DIGIT: "a-",
    sre.CATEGORY_SPACE: " \n",
    sre.CATEGORY_NOT_SPACE: "a",
    sre.CATEGORY_WORD: "a1",
    sre.CATEGORY_NOT_WORD: "-",
}
OTHERS = 'a1 -"\n[あ'


def modules() -> Iterator[tuple[str, Path]]:
    for folder in (ROOT, ROOT / "index", ROOT / "cli"):
        (package,) = (folder / name for name in PACKAGES if (folder / name).is_dir())
        for path in sorted(package.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__"), path


PACKAGES = ("rulings", "rulings_index", "rulings_cli")


def patterns() -> Iterator[tuple[str, re.Pattern[Any], str]]:
    """Every pattern: its name or line, and whether it is used to `match` a whole or to find."""
    for module, path in modules():
        text = path.read_text(encoding="utf-8")
        if "import re\n" in text or "pattern=" in text:
            yield from _patterns(module, ast.parse(text))


def _patterns(module: str, tree: ast.Module) -> Iterator[tuple[str, re.Pattern[Any], str]]:
    named: dict[str, ast.AST] = {}
    parts = [*ast.walk(tree)]
    uses = _uses(parts)
    for node in tree.body:
        if isinstance(node, ast.Assign) and _function_of_re(node.value) == "compile":
            (target,) = node.targets
            assert isinstance(target, ast.Name)
            named[target.id] = node.value
            pattern = getattr(importlib.import_module(module), target.id)
            yield f"{module}.{target.id}", pattern, _use(uses[target.id])
    for part in parts:
        function = _function_of_re(part)
        if function and part not in named.values():
            assert isinstance(part, ast.Call)
            yield (
                f"{module}{_name_of(part.args[0])}",
                re.compile(_source(part.args[0], module)),
                _way(function),
            )
        elif isinstance(part, ast.keyword) and part.arg == "pattern":
            yield (
                f"{module}:{part.value.lineno}",
                re.compile(_source(part.value, module)),
                "finditer",
            )


def _function_of_re(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name)) if name != "escape":
            return name
    return ""


def _name_of(pattern: ast.expr) -> str:
    """A pattern's name in its module, or else its line."""
    match pattern:
        case ast.Name(id=name) if name.isupper():
            return f".{name}"
    return f":{pattern.lineno}"


def _uses(parts: Iterable[ast.AST]) -> defaultdict[str, set[str]]:
    """What the parts of a module use of each of its names."""
    used: defaultdict[str, set[str]] = defaultdict(set)
    for node in parts:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used[node.value.id].add(node.attr)
    return used


def _use(used: set[str]) -> str:
    """How a pattern is used: a part of a text that is found is the harder use."""
    ways = [_way(character) for character in used]
    return ways[0] if ways and "finditer" not in ways else "finditer"


def _way(function: str) -> str:
    return function if function in {"match", "fullmatch"} else "finditer"


def _source(node: ast.expr, module: str) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return FILLED_IN.get(name) or str(getattr(importlib.import_module(module), name))
        case ast.Attribute(value=ast.Name(id=other), attr=name):
            return str(getattr(getattr(importlib.import_module(module), other), name))
        case ast.JoinedStr(values=parts):
            return "".join(_source(part, module) for part in parts)
        case ast.FormattedValue(value=value):
            return _source(value, module)
    raise AssertionError(f"line {node.lineno}: give the pattern a name of its module")


# What a pattern takes


def example(parts: Any) -> str:
    """A short text that these parts of a pattern take; looking around is not heeded."""
    return "".join(_example(kind, value) for kind, value in parts)


def _example(kind: Any, value: Any) -> str:
    text = ""
    match kind:
        case sre.LITERAL:
            text = chr(value)
        case sre.NOT_LITERAL:
            text = next(character for character in OTHERS if ord(character) != value)
        case sre.ANY:
            text = "a"
        case sre.IN:
            text = members(value)[0]
        case sre.MAX_REPEAT | sre.MIN_REPEAT | sre.POSSESSIVE_REPEAT:
            text = example(value[2]) * max(value[0], 1)
        case sre.SUBPATTERN:
            text = example(value[3])
        case sre.ATOMIC_GROUP:
            text = example(value)
        case sre.BRANCH:
            text = example(value[1][0])
    return text


def members(choices: Any) -> str:
    """Some of the characters of a class."""
    text = ""
    for kind, value in choices:
        match kind:
            case sre.LITERAL:
                text += chr(value)
            case sre.RANGE:
                text += chr(value[0])
            case sre.CATEGORY:
                text += CATEGORIES[value]
    if choices[0][0] == sre.NEGATE:
        return "".join(character for character in OTHERS if character not in text) or "\t"
    return text


def beginnings(parts: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """For each repetition: what a pattern takes up to it, and the characters that it takes."""
    for kind, value in parts:
        inner: list[Any] = []
        match kind:
            case sre.MAX_REPEAT | sre.MIN_REPEAT | sre.POSSESSIVE_REPEAT:
                if value[1] > 50:  # a short repetition has an end
                    yield before, "".join(characters(value[2]))
                inner = [value[2]]
            case sre.SUBPATTERN:
                inner = [value[3]]
            case sre.ATOMIC_GROUP:
                inner = [value]
            case sre.BRANCH:
                inner = list(value[1])
        for part in inner:
            yield from beginnings(part, before)
        before += _example(kind, value)


def characters(parts: Any) -> set[str]:
    """Characters that occur in what these parts take."""
    collected: set[str] = set()
    for kind, value in parts:
        match kind:
            case sre.IN:
                collected |= set(members(value)[:4])
            case sre.MAX_REPEAT | sre.MIN_REPEAT | sre.POSSESSIVE_REPEAT:
                collected |= characters(value[2])
            case sre.SUBPATTERN:
                collected |= characters(value[3])
            case sre.BRANCH:
                collected |= set().union(*map(characters, value[1]))
            case _:
                collected |= set(_example(kind, value))
    return collected


Shape = tuple[str, str, str]
"""How a text begins, what stands in it again and again, and how it ends."""


def shapes(pattern: re.Pattern[Any]) -> list[Shape]:
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode()
    parsed = _parser.parse(source, pattern.flags & re.VERBOSE)
    alphabet = sorted(characters(parsed) | {" ", "\n", "a"})[:12]
    beginnings_found = sorted(set(beginnings(parsed)))
    units = {*alphabet, *(before for before, _ in beginnings_found), example(parsed)} - {""}
    units |= {repeated + other for repeated, other in product(alphabet[:5], repeat=2)}
    ends = ["\x00", "\nx", *(f"x{repeated}y" for repeated in alphabet[:6])]
    runs = [
        (before, repeated, end)
        for before, run in beginnings_found
        for repeated in run[:3]
        for end in ends
    ]
    return [*(("", unit, end) for unit in sorted(units) for end in ("", "\x00")), *runs]


def text_of(shape: Shape, length: int) -> str:
    before, unit, end = shape
    return before + unit * (length // len(unit)) + end


def seconds(pattern: re.Pattern[Any], way: str, words: str) -> float:
    text: Any = words if isinstance(pattern.pattern, str) else words.encode()
    began = time.process_time()
    if way == "finditer":
        for _ in pattern.finditer(text):
            pass
    else:
        getattr(pattern, way)(text)
    return time.process_time() - began


def least(pattern: re.Pattern[Any], way: str, words: str, enough: float) -> float:
    """The seconds of the best of six tries, or of the first that takes less than is enough: only
    what seems slow, as anything may be on a machine with other work, is worth another try.
    """
    best = seconds(pattern, way, words)
    tries = 1
    while best >= enough and tries < 6:
        best = min(best, seconds(pattern, way, words))
        tries += 1
    return best


@cache
def every_pattern() -> list[tuple[str, re.Pattern[Any], str]]:
    """All patterns, looked for by the tests that try them: each process collects all tests."""
    return [*patterns()]


PARTS = 4
"""Of the patterns, for more than one processor."""


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_no_text_makes_a_pattern_slow(part: int) -> None:
    for name, pattern, way in every_pattern()[part::PARTS]:
        check_is_quick(name, pattern, way)


def check_is_quick(name: str, pattern: re.Pattern[Any], way: str) -> None:
    for length in sorted({min(length, BOUNDED.get(name, length)) for length in LENGTHS}):
        for shape in shapes(pattern):
            text = text_of(shape, length)
            took = seconds(pattern, way, text)
            if took < QUICK:
                continue
            took = min(seconds(pattern, way, text) for _ in range(5))
            assert took < length * MOST_A_CHARACTER, f"{name}: {took:.3f} s for {length} of {shape}"
            if name in BOUNDED:
                continue
            text = text_of(shape, length * TIMES)
            most = max(FLOOR, took * SLOWER)
            longer = least(pattern, way, text, most)
            assert longer < most, f"{name}: {longer / took:.0f} times for {shape}"


def test_every_pattern_is_found() -> None:
    names = [name for name, *_ in every_pattern()]
    assert len(names) > 80
    assert {"rulings.reading.values._COLON", *BOUNDED} <= {*names}


@pytest.mark.long
@pytest.mark.parametrize(
    "slow",
    [
        re.compile(r"""^\s*- id: *["']?([^"'\n,#]+?)["']? *(?:[,#].*)?$""", re.MULTILINE),
        re.compile(r"!\[[^\]]*\]\("),
        re.compile("(a+)+b"),
    ],
)
def test_a_slow_pattern_is_noticed(slow: re.Pattern[str]) -> None:
    with pytest.raises(AssertionError):
        check_is_quick("slow", slow, "finditer")
