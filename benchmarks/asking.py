"""Questions for books that nobody has asked questions of: made from what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

SEED = 5
_JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
_ENDINGS = ("どうなりますか", "これはできますか", "誰が決めるの?", "教えてください")
_OPENINGS = ("what happens if", "my opponent says that", "can I do this:", "does it work when")
_WORDS, _CHARACTERS = 10, 24


def english(records: Sequence[dict[str, Any]], count: int) -> list[str]:
    """Questions of a dozen words: an opening, and part of what a ruling says."""
    random = Random(SEED)
    texts = [text for text in map(_answer, records) if not _JAPANESE.search(text)]
    return [_asked(random.choice(texts).split(), random) for _ in range(count)]


def _asked(words: Sequence[str], random: Random) -> str:
    start = random.randrange(max(1, len(words) - _WORDS))
    return f"{random.choice(_OPENINGS)} {' '.join(words[start : start + _WORDS])}?"


def japanese(records: Sequence[dict[str, Any]], count: int) -> list[str]:
    """Questions of thirty characters: part of what a Japanese ruling says; else a card's name."""
    random = Random(SEED)
    texts = [text for text in map(_answer, records) if _JAPANESE.search(text)]
    texts = texts or [f"{name}の能力は自分の番にも使えるか" for name in _names(records)]
    asked = []
    for _ in range(count):
        text = random.choice(texts)
        start = random.randrange(max(1, len(text) - _CHARACTERS))
        asked.append(f"{text[start : start + _CHARACTERS]}、{random.choice(_ENDINGS)}")
    return asked


def _answer(record: dict[str, Any]) -> str:
    return str(record["answer"]["en"])


def _names(records: Sequence[dict[str, Any]]) -> list[str]:
    return [
        name["ja"]
        for record in records
        for name in record.get("names", {}).values()
        if isinstance(name, dict) and name.get("ja")
    ]
