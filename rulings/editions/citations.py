"""Citations of rules: those of an entry, and rule numbers in running text."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulings import ids
from rulings.format.model import AnyEntry, Clause
from rulings.lookup.links import citations_of, linked_in
from rulings.reading.yaml_reader import Pointer

_NUMBER = r"(?:\d{1,4}(?:\.\d{1,3}){1,4}[a-z]?|\d{3})(?![\w.]{0,20}\d)"
_CITED = re.compile(
    r"(?=[\[第RrSsC\d])(?:\[\[(?P<id>[^\[\]\n]+)\]\]"
    r"|第(?P<article>\d{1,4})条(?:(?P<gap>第?)(?P<paragraph>\d{1,3})項)?"
    rf"|\b(?:[Rr]ules?|[Ss]ections?|CR)\s+{_NUMBER}"
    rf"(?:(?:,? (?:and|or|to|through) |, |[-–—]){_NUMBER})*"
    r"|\b(?:\d{3}\.\d{1,3}|\d{1,4}(?:\.\d{1,3}){2,4})[a-z]?\b)"
)


def citations(entry: AnyEntry, prefix: str) -> dict[str, list[Pointer]]:
    """The clauses and sections with `prefix` that an entry cites, each with all its places: ids,
    and texts that hold ``[[…]]``. A clause cites its own number: it restates the rule that has it.
    """
    cited: list[tuple[Pointer, str]] = [(("id",), entry.id)] if isinstance(entry, Clause) else []
    cited += ((link.pointer, link.target) for link in linked_in(entry))
    cited += citations_of(entry)
    places: dict[str, list[Pointer]] = {}
    for pointer, target in dict.fromkeys(cited):
        if ids.kind_of(target) == "clause" and ids.prefix_of(target) == prefix:
            places.setdefault(target, []).append(pointer)
    return places


def rewrite(text: str, prefix: str, renumber: Callable[[str], str]) -> str:
    """`text` with every id it cites replaced by what `renumber` makes of it.

    It finds ``rule 702.19b``, ``rules 310.1, 310.4c, and 310.7``, a plain ``702.19b`` or
    ``1.2.3``, ``[[CR 702.19b]]`` and ``第3条2項``.
    """

    def new_number(number: str) -> str:
        return renumber(f"{prefix} {number}").removeprefix(f"{prefix} ")

    def cited(match: re.Match[str]) -> str:
        if match["id"]:
            return f"[[{renumber(match['id'].strip())}]]"
        if not match["article"]:
            return re.sub(_NUMBER, lambda number: new_number(number[0]), match[0])
        old = ".".join(filter(None, match.group("article", "paragraph")))
        article, _, paragraph = new_number(old).partition(".")
        return f"第{article}条" + (f"{match['gap'] or ''}{paragraph}項" if paragraph else "")

    return _CITED.sub(cited, text)
