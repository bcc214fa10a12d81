"""Citations of rules: those of an entry, and rule numbers in running text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulings import ids
from rulings.format.model import AnyEntry, Clause
from rulings.lookup.links import citations_of, linked_in
from rulings.reading.yaml_reader import Pointer

_NUMBER = r"(?:\d{1,4}(?:\.\d{1,3}){1,4}[a-z]?|\d{3})(?![\w.]{0,20}\d)"
_LIST = re.compile(
    rf"\b(?P<word>[Rr]ules?|[Ss]ections?|CR)(?P<gap>\s+)(?P<list>{_NUMBER}"
    rf"(?:(?:,? (?:and|or|to|through) |, |[-–—]){_NUMBER})*)"
)
_BRACKETED = re.compile(r"\[\[(?P<id>[^\[\]\n]+)\]\]")
_ALONE = re.compile(r"\b(?:\d{3}\.\d{1,3}|\d{1,4}(?:\.\d{1,3}){2,4})[a-z]?\b")
_ARTICLE = re.compile(r"第(?P<article>\d{1,4})条(?:(?P<gap>第?)(?P<paragraph>\d{1,3})項)?")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry cites a rule: the path to an id (`whole`), or to a text that holds ``[[…]]``.

    `related`: the entry is only related to the rule and does not rest on it.
    """

    pointer: Pointer
    whole: bool
    related: bool = False


def citations(entry: AnyEntry, prefix: str) -> dict[str, list[Place]]:
    """The clauses and sections with `prefix` that an entry cites, each with all its places.

    A clause cites its own number: it restates the rule that has it.
    """
    places: dict[str, list[Place]] = {}
    for target, place in _all(entry):
        if ids.kind_of(target) == "clause" and ids.prefix_of(target) == prefix:
            places.setdefault(target, []).append(place)
    return places


def _all(entry: AnyEntry) -> Iterator[tuple[str, Place]]:
    if isinstance(entry, Clause):
        yield entry.id, Place(("id",), whole=True)
    for link in linked_in(entry):
        related = link.pointer[0] == "related"
        yield link.target, Place(link.pointer, whole=True, related=related)
    for pointer, target in dict.fromkeys(citations_of(entry)):
        yield target, Place(pointer, whole=False)


def rewrite(text: str, prefix: str, renumber: Callable[[str], str]) -> str:
    """`text` with every id it cites replaced by what `renumber` makes of it.

    It finds ``rule 702.19b``, ``rules 310.1, 310.4c, and 310.7``, a plain ``702.19b`` or
    ``1.2.3``, ``[[CR 702.19b]]`` and ``第3条2項``.
    """
    written: list[str] = []

    def keep(citation: str) -> str:  # so that no later pattern finds it again
        written.append(citation)
        return f"\x00{len(written) - 1}\x00"

    def number(match: re.Match[str]) -> str:
        return keep(renumber(f"{prefix} {match[0]}").removeprefix(f"{prefix} "))

    def numbers(match: re.Match[str]) -> str:
        return match["word"] + match["gap"] + re.sub(_NUMBER, number, match["list"])

    def bracketed(match: re.Match[str]) -> str:
        return keep(f"[[{renumber(match['id'].strip())}]]")

    def article(match: re.Match[str]) -> str:
        old = ".".join(filter(None, match.group("article", "paragraph")))
        new = renumber(f"{prefix} {old}").removeprefix(f"{prefix} ")
        first, _, rest = new.partition(".")
        return keep(f"第{first}条" + (f"{match['gap'] or ''}{rest}項" if rest else ""))

    text = _BRACKETED.sub(bracketed, _ARTICLE.sub(article, text))
    text = _ALONE.sub(number, _LIST.sub(numbers, text))
    return re.sub("\x00(\\d+)\x00", lambda match: written[int(match[1])], text)


def without_references(text: str, prefix: str) -> str:
    """`text` with ``#`` in place of every id it cites, and single spaces."""
    return " ".join(rewrite(text, prefix, lambda _: "#").split())
