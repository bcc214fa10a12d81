"""What is wrong with a single value of a book (a text, a number, a choice), and what was meant."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from rulings.model import DATE
from rulings.problems import Fix

LONGEST_VALUE = 40
_SURELY_MEANT = 0.75
_DAY = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?")
_NEEDS_QUOTES = re.compile(r"[:#,{}\[\]\"'&*!|>%@`\n]")


def reason_against(kind: inspect.Type, data: Any, hint: str) -> str:
    """Why a single value is not of a type; empty where it is."""
    if isinstance(kind, inspect.EnumType | inspect.LiteralType):
        values = _values_of(kind)
        known = isinstance(data, str) and data in values
        return "" if known else f"{shown(data)} is not known; one of {', '.join(values)}"
    if isinstance(kind, inspect.StrType):
        return _text_reason(kind, data, hint)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _number_reason(kind, data)
    if isinstance(kind, inspect.BoolType):
        known = str(data).lower() in ("true", "false", "1", "0")
        return "" if known else f"needs true or false, not {shown(data)}"
    return ""


def _text_reason(kind: inspect.StrType, data: Any, hint: str) -> str:
    if not isinstance(data, str):
        return f"needs text, not {shown(data)}"
    if kind.min_length and len(data) < kind.min_length:
        return "is empty; write it"
    if kind.max_length and len(data) > kind.max_length:
        return f"longer than {kind.max_length} characters; split it"
    pattern = kind.pattern
    if not pattern or re.search(pattern, data):
        return ""
    if pattern == DATE:
        day = iso_day(data)
        wanted = f'write "{day}"' if day else "write it like 2026-05-01, 2026-05 or 2026"
        return f"{shown(data)} is no date; {wanted}"
    return f"{shown(data)} has the wrong form; {hint or f'it must match {pattern}'}"


def _number_reason(kind: inspect.IntType | inspect.FloatType, data: Any) -> str:
    whole = isinstance(kind, inspect.IntType)
    try:
        number = msgspec.convert(data, int if whole else float, strict=False)
    except msgspec.ValidationError:
        return f"needs {'a whole number' if whole else 'a number'}, not {shown(data)}"
    low, high = kind.ge, kind.le
    if (low is not None and number < low) or (high is not None and number > high):
        upper = f" to {high}" if high is not None else " or more"
        return f"needs a number from {low}{upper}, not {shown(data)}"
    return ""


def fix_of_value(kind: inspect.Type, data: Any) -> Fix | None:
    """The fix of a misspelt word or an oddly written date, if there is no doubt what is meant."""
    if not isinstance(data, str):
        return None
    if isinstance(kind, inspect.EnumType | inspect.LiteralType):
        return fix_of(data, _values_of(kind))
    if isinstance(kind, inspect.StrType) and kind.pattern == DATE and (day := iso_day(data)):
        return Fix(data, f'"{day}"')
    return None


def fix_of(word: str, known: Iterable[str], is_key: bool = False) -> Fix | None:
    """The fix of a misspelt word, if there is no doubt which known word is meant."""
    near = difflib.get_close_matches(word, known, n=2, cutoff=_SURELY_MEANT)
    return Fix(word, near[0], is_key) if len(near) == 1 else None


def _values_of(kind: inspect.EnumType | inspect.LiteralType) -> list[str]:
    if isinstance(kind, inspect.EnumType):
        return [str(one.value) for one in kind.cls]
    return [str(one) for one in kind.values]


def iso_day(written: str) -> str:
    """The ISO form of a date such as 2026/5/1 or 2026年5月1日; empty where it is no date."""
    match = _DAY.fullmatch(written)
    return f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}" if match else ""


def example_of(data: Any) -> str:
    """A text as an example quotes it."""
    if not isinstance(data, str):
        return "…"
    short = _shortened(data)
    return json.dumps(short, ensure_ascii=False) if _NEEDS_QUOTES.search(short) else short


def shown(data: Any) -> str:
    """A value as a message quotes it."""
    if data is None:
        return "nothing"
    if isinstance(data, Mapping):
        return "keys and values"
    if isinstance(data, list):
        return "a list"
    return repr(_shortened(str(data)))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
