"""How much of a column an entry will take, near enough to say which ones may break.

Typst could measure them, but would then set every sheet twice. What is wrongly taken for short
by a third still fits a column; nothing is ever lost.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator

from rulings_cli.sheets.blocks import Node, strings_in
from rulings_cli.sheets.look import Look

_PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGINS, _TOP_AND_BOTTOM, _GUTTER = 26.0, 31.0, 7.0
_POINT = 25.4 / 72
_LINE = 1.5
_NARROW = 0.56
_TALL = 0.27
"""The share of a column above which an entry may break: large gaps look worse than a break."""


def is_tall(item: Node, look: Look) -> bool:
    """Whether an entry takes so much of a column that it may break."""
    width, height = _PAPERS[look.paper]
    columns = 1 if look.side else look.columns
    column = (width - _MARGINS - (columns - 1) * _GUTTER) / columns
    ems = column / (look.size * _POINT) / (2 if look.side else 1)
    by_language = list(_lines(item, ems).values())
    lines = max(by_language, default=0) if look.side else sum(by_language)
    return (lines + 2) * _LINE * look.size * _POINT > _TALL * (height - _TOP_AND_BOTTOM)


def _lines(item: Node, ems: float) -> dict[str, float]:
    """The lines that an entry takes in each language."""
    taken: dict[str, float] = {}
    for language, text in _texts(item):
        taken[language] = taken.get(language, 0) + math.ceil(_ems(text) / ems) + 0.3
    return taken


def _texts(item: Node) -> Iterator[tuple[str, str]]:
    yield from item["title"].items()
    for language, blocks in item["verdict"].items():
        yield language, "".join(strings_in(blocks))
    cites = "".join(f"{name} · " for name in item["cites"])
    yield next(iter(item["title"])), cites * 2  # a badge stands beside them
    for note in item["notes"]:
        yield from note.items()
    for language, passages in item["passages"].items():
        for passage in passages:
            for line in _paragraphs(passage["text"]):
                yield language, line


def _paragraphs(blocks: list[Node]) -> Iterator[str]:
    for block in blocks:
        if block["t"] in ("ul", "ol"):
            for item in block["items"]:
                yield from _paragraphs(item)
        elif block["t"] == "quote":
            yield from _paragraphs(block["c"])
        else:
            text = "".join("\n" if part == "" else part for part in _printed(block))
            yield from text.split("\n")


def _printed(block: Node) -> Iterator[str]:
    """The strings of a paragraph; a forced line break is an empty one."""
    if block["t"] != "p":
        yield block.get("v", "")
        return
    for part in block["c"]:
        if part["t"] == "br":
            yield ""
        yield from strings_in(part)


def _ems(text: str) -> float:
    wide = sum(unicodedata.east_asian_width(character) in "WFA" for character in text)
    return wide + (len(text) - wide) * _NARROW
