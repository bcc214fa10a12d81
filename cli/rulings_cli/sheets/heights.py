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

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
_MARGINS, _TOP_AND_BOTTOM, _GUTTER = 26.0, 31.0, 7.0
_POINT = 25.4 / 72
_LINE = 1.5
_NARROW = 0.56
_ID = 5.5
_TALL = 0.27
"""The share of a column above which an entry may break: large gaps look worse than a break."""
_TALL_CASE = 0.5
"""The same for a row of a table, which is better not broken."""


def is_tall(item: Node, look: Look) -> bool:
    """Whether an entry takes so much of a column that it may break."""
    by_language = list(_lines(item, _column(look) / (2 if look.side else 1)).values())
    lines = max(by_language, default=0) if look.side else sum(by_language)
    lines += sum(_lines_of_case(case, look) for case in item["cases"])
    return _share(lines + 2, look) > _TALL


def is_tall_case(case: Node, look: Look) -> bool:
    """Whether a row of a decision table takes so much of a column that it may break."""
    return _share(_lines_of_case(case, look), look) > _TALL_CASE


def _column(look: Look) -> float:
    """The width of a column in ems."""
    width, _ = PAPERS[look.paper]
    columns = look.columns
    return (width - _MARGINS - (columns - 1) * _GUTTER) / columns / (look.size * _POINT)


def _share(lines: float, look: Look) -> float:
    """The share of a column that so many lines take."""
    _, height = PAPERS[look.paper]
    return lines * _LINE * look.size * _POINT / (height - _TOP_AND_BOTTOM)


def _lines_of_case(case: Node, look: Look) -> float:
    """The lines of a row, in which the verdict has three fifths of the room."""
    room = _column(look) - (0 if look.narrow else _ID)
    verdict = ("".join(strings_in(blocks)) for blocks in case["verdict"].values())
    notes = (text for note in case["notes"] for text in note.values())
    holds = [*(verdict if case["verdict"] else case["title"].values()), *notes]
    columns = (holds, 0.6), ([*case["when"].values(), *([case["id"]] * look.narrow)], 0.4)
    return 0.8 + max(
        sum(_wrapped(text, room * share) for text in texts) for texts, share in columns
    )


def _lines(item: Node, ems: float) -> dict[str, float]:
    """The lines that an entry takes in each language."""
    taken: dict[str, float] = {}
    for language, text in _texts(item):
        taken[language] = taken.get(language, 0) + _wrapped(text, ems) + 0.3
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


def _wrapped(text: str, ems: float) -> int:
    return math.ceil(_ems(text) / ems)


def _ems(text: str) -> float:
    wide = sum(unicodedata.east_asian_width(character) in "WFA" for character in text)
    return wide + (len(text) - wide) * _NARROW
