"""What is wrong with a single value of a book (a text, a number, a choice), and what was meant."""

import json
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Any

import msgspec
from msgspec import inspect

from rulings.format.model import DATE, is_date

LONGEST_VALUE = 40
_COLON = re.compile(r"(?P<key>[a-z][a-z_-]{1,40})[ \"']?(?P<sign>：|:(?!\u3000))")
_CURLY = re.compile("[“”＂„‟«»‘’‚]")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_SIGNS = {frozenset("\xa0\u202f"): "a no-break space", frozenset(map(chr, _DASHES)): "a long dash"}
_WORD = re.compile(r"[A-Za-z0-9 .:_-]+")
_DAY = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?")
_NEEDS_QUOTES = re.compile(r"[:#,{}\[\]\"'&*!|>%@`\n]")


def reason_against(kind: inspect.Type, data: Any, hint: str) -> str:
    """Why a single value is not of a type; empty where it is."""
    if isinstance(kind, inspect.EnumType | inspect.LiteralType):
        listed = kind.values if isinstance(kind, inspect.LiteralType) else kind.cls
        values = [str(getattr(each, "value", each)) for each in listed]
        remedy = mistyped(str(data)) or f"one of {', '.join(values)}"
        return "" if data in values else f"{shown(data)} is not known; {remedy}"
    if isinstance(kind, inspect.StrType):
        return _text_reason(kind, data, hint)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _number_reason(kind, data)
    if isinstance(kind, inspect.BoolType) and str(data).lower() not in ("true", "false", "1", "0"):
        return f"needs true or false, not {shown(data)}"
    return ""


def _text_reason(kind: inspect.StrType, data: Any, hint: str) -> str:
    form = f"it needs {hint[:1].lower()}{hint[1:].rstrip('.')}" if hint else ""
    if not isinstance(data, str):
        text = json.dumps(_unquoted(data), ensure_ascii=False)
        remedy = form if kind.pattern else f"put it in quotes: {text}" if _unquoted(data) else ""
        return f"needs text, not {shown(data)}{'; ' if remedy else ''}{remedy}"
    if kind.min_length and len(data) < kind.min_length:
        return "is empty; write it"
    if kind.max_length and len(data) > kind.max_length:
        return f"longer than {kind.max_length} characters; split it"
    pattern = kind.pattern
    if not pattern or (re.search(pattern, data) and (pattern != DATE or is_date(data))):
        return ""
    if pattern == DATE:
        day = iso_day(data)
        form = "write it like 2026-05-01, 2026-05 or 2026"
        form = "there is no such day" if re.search(pattern, data) else form
        remedy = f'write "{day}"' if day else form
        return f"{shown(data)} is not a date; {remedy}"
    remedy = mistyped(data) or form or f"it must match {pattern}"
    return f"{shown(data)} has the wrong form; {remedy}"


def _unquoted(data: Any) -> str:
    """The text that YAML took for a key and its value, or for a list in a list; else empty."""
    match data:
        case {**pair} if len(pair) == 1 and isinstance(value := next(iter(pair.values())), str):
            return f"{next(iter(pair))}: {value}"
        case [[str(text)]]:
            return f"[[{text}]]"
    return ""


def _number_reason(kind: inspect.IntType | inspect.FloatType, data: Any) -> str:
    whole = isinstance(kind, inspect.IntType)
    needed = "a whole number" if whole else "a number"
    with suppress(msgspec.ValidationError):
        number = msgspec.convert(data, int if whole else float, strict=False)
        if (kind.ge is None or kind.ge <= number) and (kind.le is None or number <= kind.le):
            return ""
        needed += f" from {kind.ge}" + (f" to {kind.le}" if kind.le is not None else "")
    return f"needs {needed}, not {shown(data)}"


def mistyped(word: str) -> str:
    """What to write instead of a key or id with full-width or curly signs; empty if it has none."""
    if quote := _CURLY.search(word):
        return f"{quote[0]} is a curly quote; write a straight one"
    plain = unicodedata.normalize("NFKC", word).translate(_DASHES)
    sign = next((name for signs, name in _SIGNS.items() if signs & {*word}), "")
    if plain != word and _WORD.fullmatch(plain):
        return f"it holds {sign or 'full-width characters'}; write {plain.strip()}"
    sign = "a full-width space" if "\u3000" in word else sign
    return f"it holds {sign}; write a plain one" if sign.endswith("space") else ""


def colon_in(text: str) -> str:
    """What to write if a text begins with a key whose colon YAML does not see; else empty."""
    match = _COLON.match(text)
    if match is None:
        return ""
    if match["sign"] == ":":
        return f"write `{match['key']}: ` with a space after the colon"
    return f"： is a full-width colon; write `{match['key']}: `"


def iso_day(written: str) -> str:
    """The ISO form of a date such as 2026/5/1 or 2026年5月1日; empty where it is not a date."""
    match = _DAY.fullmatch(written)
    try:
        return date(*map(int, match.groups())).isoformat() if match else ""
    except ValueError:  # the day does not exist
        return ""


def example_of(text: str) -> str:
    """A text as an example quotes it."""
    short = excerpt(text)
    return json.dumps(short, ensure_ascii=False) if _NEEDS_QUOTES.search(short) else short


def shown(data: Any) -> str:
    """A value as a message quotes it."""
    if isinstance(data, Mapping):
        return "keys and values"
    if isinstance(data, list):
        return "a list"
    return "nothing" if data is None else repr(excerpt(str(data)))


def excerpt(text: str) -> str:
    """The beginning of a text, as messages quote it."""
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
