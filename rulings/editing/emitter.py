"""Writes plain data as YAML that the reader reads back equal; much faster than a YAML library.

Strings are double-quoted as in JSON, with escapes for what YAML forbids or folds. Only words that
every YAML version reads as strings, such as ids, are written without quotes.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9.:_ -]*[A-Za-z0-9])?")
_TAKEN = re.compile(r"(?i)true|false|yes|no|on|off|null|y|n")
_FORBIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def scalar(text: str) -> str:
    """`text` as one YAML scalar on one line."""
    plain = _PLAIN.fullmatch(text) and ": " not in text and not _TAKEN.fullmatch(text)
    return text if plain else quoted(text)


def quoted(text: str) -> str:
    """`text` between quotes: as JSON has it, with escapes for what only YAML forbids."""
    return _FORBIDDEN.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])  # a lone surrogate is not a character
    return "\ufffd" if 0xD800 <= code <= 0xDFFF or code >= 0xFFFE else f"\\u{code:04x}"


def flow(value: Any) -> str:
    """A value on one line: ``{en: "…", ja: "…"}``, ``[a, b]``."""
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return json.dumps(value)


def item(entry: Mapping[str, Any]) -> str:
    """One item of a list of entries, with a line for each key."""
    return "  - " + "".join(_lines(entry, "    "))[4:]


def head(key: str, entry: Mapping[str, Any]) -> str:
    """A key with a mapping below it, with a line for each of its keys."""
    return f"{key}:\n" + "".join(_lines(entry, "  "))


def _lines(entry: Mapping[str, Any], indent: str) -> list[str]:
    """A line for each key; a value that is too long for it gets a line for each of its parts."""
    lines = []
    for name, value in entry.items():
        key = f"{indent}{scalar(name)}:"
        line = f"{key} {flow(value)}\n"
        if len(line) <= 100 or isinstance(value, str):
            lines.append(line)
        elif isinstance(value, Mapping):
            lines += [f"{key}\n", *_lines(value, indent + "  ")]
        else:
            lines += [f"{key}\n", *(f"{indent}  - {flow(part)}\n" for part in value)]
    return lines


def typed_lines(text: str) -> str:
    """What was typed, with its line breaks but without other control characters."""
    return "\n".join(_UNPRINTABLE.sub(" ", line).rstrip() for line in text.splitlines()).strip()


def typed_line(text: str) -> str:
    """What was typed, on one line and without control characters."""
    return _UNPRINTABLE.sub(" ", text).strip()
