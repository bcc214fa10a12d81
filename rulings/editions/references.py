"""Rule numbers in running text: found, left out for comparing, rewritten after a renumbering."""

from __future__ import annotations

import re
from collections.abc import Callable

_NUMBER = r"(?:\d{1,4}(?:\.\d{1,3}){1,4}[a-z]?|\d{3})(?![\w.]{0,20}\d)"
_LISTED = re.compile(
    rf"\b(?P<word>[Rr]ules?|[Ss]ections?|CR)(?P<gap>\s+)(?P<list>{_NUMBER}"
    rf"(?:(?:,? (?:and|or|to|through) |, |[-–—]){_NUMBER})*)"
)
_BRACKETED = re.compile(r"\[\[(?P<id>[^\[\]\n]+)\]\]")
_ALONE = re.compile(r"\b(?:\d{3}\.\d{1,3}|\d{1,4}(?:\.\d{1,3}){2,4})[a-z]?\b")
_ARTICLE = re.compile(r"第(?P<article>\d{1,4})条(?:(?P<gap>第?)(?P<paragraph>\d{1,3})項)?")
_ONE = re.compile(_NUMBER)


def rewrite(text: str, prefix: str, renumber: Callable[[str], str]) -> str:
    """`text` with every id it cites replaced by what `renumber` makes of it.

    Ids are those of ``rule 702.19b``, ``rules 310.1, 310.4c, and 310.7``, a plain ``702.19b`` or
    ``1.2.3``, ``[[CR 702.19b]]`` and ``第3条2項``.
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

    def article(match: re.Match[str]) -> str:
        number = ".".join(filter(None, match.group("article", "paragraph")))
        new = renumber(f"{prefix} {number}").removeprefix(f"{prefix} ")
        first, _, rest = new.partition(".")
        return keep(f"第{first}条" + (f"{match['gap'] or ''}{rest}項" if rest else ""))

    text = _ARTICLE.sub(article, text)
    text = _ALONE.sub(one, _LISTED.sub(listed, _BRACKETED.sub(bracketed, text)))
    return re.sub("\x00(\\d+)\x00", lambda match: kept[int(match[1])], text)


def without_references(text: str, prefix: str) -> str:
    """`text` with a mark in place of every id it cites, and single spaces."""
    return " ".join(rewrite(text, prefix, lambda _: "#").split())
