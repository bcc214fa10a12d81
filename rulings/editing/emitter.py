"""Writes plain data as YAML that the reader reads back equal; much faster than a YAML library.

Strings are double-quoted as in JSON, with escapes for what YAML forbids or folds. Only words that
every YAML version reads as strings, such as ids, are written without quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9.:_ -]*[A-Za-z0-9])?")
_TAKEN = re.compile(r"(?i)true|false|yes|no|on|off|null|y|n")
_FORBIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_REPLACEMENT = "\ufffd"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_ON_ONE_LINE = ("checked_against", "call")


def scalar(text: str) -> str:
    """`text` as one YAML scalar on one line.

    Half a surrogate pair, which is no character, becomes the replacement character.
    """
    plain = _PLAIN.fullmatch(text) and ": " not in text and not _TAKEN.fullmatch(text)
    return text if plain else quoted(text)


def quoted(text: str) -> str:
    """`text` between quotes: as JSON has it, with escapes for what only YAML forbids."""
    return _FORBIDDEN.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return _REPLACEMENT if 0xD800 <= code <= 0xDFFF or code >= 0xFFFE else f"\\u{code:04x}"


def flow(value: Any) -> str:
    """A value on one line: ``{en: "…", ja: "…"}``, ``[a, b]``."""
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(flow(item) for item in value) + "]"


def item(entry: Mapping[str, Any]) -> str:
    """One item of a list of entries, with a line for each key."""
    return "  - " + "".join(_lines(entry, "    "))[4:]


def head(key: str, entry: Mapping[str, Any]) -> str:
    """A key with a mapping below it, with a line for each of its keys."""
    return f"{key}:\n" + "".join(_lines(entry, "  "))


def _lines(entry: Mapping[str, Any], indent: str) -> list[str]:
    lines = []
    for key, value in entry.items():
        if isinstance(value, list) and sum(map(len, map(str, value))) > 90:
            lines.append(f"{indent}{key}:\n")
            lines.extend(f"{indent}  - {flow(part)}\n" for part in value)
        else:
            lines.append(f"{indent}{key}: {flow(value)}\n")
    return lines


def block(entry: Mapping[str, Any]) -> str:
    """One item of a list of entries, with a line for each text and phrasing.

    Keys without a value are left out; a language without phrasings gets an empty list to be filled.
    """
    lines = [line for key, value in entry.items() for line in _lines_of(key, value)]
    return "  - " + "\n".join(lines)[4:] + "\n"


def _lines_of(key: str, value: Any) -> list[str]:
    if not value and key != "clauses":
        return []
    if key == "cases":
        return [f"    {key}:", *(f"      - {flow(_plain(each))}" for each in value)]
    if not isinstance(value, Mapping) or key in _ON_ONE_LINE:
        return [f"    {key}: {flow(_plain(value))}"]
    lines = [f"    {key}:"]
    for code, words in value.items():
        if isinstance(words, list) and words:
            lines += [f"      {code}:", *(f"        - {quoted(one_line(each))}" for each in words)]
        else:
            lines.append(f"      {code}: {quoted(one_line(words)) if words else '[]'}")
    return lines


def _plain(value: Any) -> Any:
    """Plain data with each text on one line."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value]


def one_line(text: str) -> str:
    """A text as a draft keeps it: on one line, without control characters."""
    return _UNPRINTABLE.sub(" ", text).strip()
