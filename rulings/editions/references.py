"""Rule numbers in running text: found, left out for comparing, rewritten after a renumbering."""

from __future__ import annotations

import re
from collections.abc import Callable

_NUMBER = r"\d{3}(?:\.\d{1,3}[a-z]?)?(?![\w.]{0,20}\d)"
_LISTED = re.compile(
    rf"\b(?P<word>[Rr]ules?|[Ss]ections?|CR)(?P<gap>\s+)(?P<list>{_NUMBER}"
    rf"(?:(?:,? (?:and|or|to|through) |, |[-–—]){_NUMBER})*)"
)
_BRACKETED = re.compile(r"\[\[(?P<id>[^\[\]\n]+)\]\]")
_ALONE = re.compile(r"\b\d{3}\.\d{1,3}[a-z]?\b")
_ONE = re.compile(_NUMBER)


def rewrite(text: str, prefix: str, renumber: Callable[[str], str]) -> str:
    """`text` with every id it cites replaced by what `renumber` makes of it.

    Ids are those of ``rule 702.19b``, ``rules 310.1, 310.4c, and 310.7``, a plain ``702.19b`` and
    ``[[CR 702.19b]]``.
    """
    kept: list[str] = []

    def keep(made: str) -> str:
        kept.append(made)
        return f"\x00{len(kept) - 1}\x00"

    def one(match: re.Match[str]) -> str:
        return keep(renumber(f"{prefix} {match[0]}").removeprefix(f"{prefix} "))

    def listed(match: re.Match[str]) -> str:
        return match["word"] + match["gap"] + _ONE.sub(one, match["list"])

    def bracketed(match: re.Match[str]) -> str:
        return keep(f"[[{renumber(match['id'].strip())}]]")

    text = _ALONE.sub(one, _LISTED.sub(listed, _BRACKETED.sub(bracketed, text)))
    return re.sub("\x00(\\d+)\x00", lambda match: kept[int(match[1])], text)


def without_references(text: str, prefix: str) -> str:
    """`text` with a mark in place of every id it cites, and single spaces."""
    return " ".join(rewrite(text, prefix, lambda _: "#").split())
