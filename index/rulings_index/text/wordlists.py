"""The lists of words that come with the index, read only when one is built."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulings_index.query.names import COMMON, TOPIC


def _lines(name: str) -> Iterator[str]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def readings() -> dict[str, list[str]]:
    """The readings of common Japanese words."""
    pairs = (pair.split("=") for line in _lines("readings.txt") for pair in line.split())
    return {word: found.split("/") for word, found in pairs}


def topics() -> Iterator[tuple[str, list[str]]]:
    """Words for what a rules book seldom holds, each as a topic of its own."""
    for line in _lines("topics.txt"):
        for word in line.split(":", 1)[1].split(","):
            yield TOPIC + word.strip(), [word]


def common() -> Iterator[tuple[str, list[str]]]:
    """What players of any card game call its things, each thing with all of its names."""
    for line in _lines("players.txt"):
        thing, words = line.split(":", 1)
        yield COMMON + thing, [word.strip() for word in words.split(",")]
