"""The lists of words that come with the index, read when one is built, or kanji are unknown."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulings_index.lexicon.names import COMMON, TOPIC
from rulings_index.text.analysis import LARGE_KANA

_UNVOICED = str.maketrans(
    "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゔ",
    "かきくけこさしすせそたちつてとはひふへほはひふへほう",
)

_STEM = "-"
"""The prefix of the readings of verb stems in kanji.txt."""


def _lines(name: str) -> Iterator[str]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def readings() -> dict[str, str]:
    """How common Japanese words are mostly read, folded."""
    return {word: readings[0] for word, readings in _all_readings().items()}


@cache
def _all_readings() -> dict[str, list[str]]:
    lines = (line.translate(LARGE_KANA) for line in _lines("readings.txt"))
    pairs = (pair.split("=") for line in lines for pair in line.split())
    return {word: readings.split("/") for word, readings in pairs}


@cache
def sound_alikes() -> tuple[list[str], list[str]]:
    """The kanji that a keyboard offers for one another, in groups that sound alike, marks left out:
    in compounds, and as stems of verbs.
    """
    compounds: dict[str, str] = {}
    stems: dict[str, str] = {}
    for line in _lines("kanji.txt"):
        reading, kanji = line.split()
        groups = stems if reading.startswith(_STEM) else compounds
        _join(groups, reading.removeprefix(_STEM), kanji)
    for word, readings in _all_readings().items():
        if len(word) == 1:
            for reading in readings:
                _join(stems, reading, word)
    return [*compounds.values()], [*stems.values()]


def _join(groups: dict[str, str], reading: str, kanji: str) -> None:
    key = reading.translate(_UNVOICED)
    groups[key] = "".join(dict.fromkeys(groups.get(key, "") + kanji))


def topics(game: str) -> Iterator[tuple[str, list[str]]]:
    """Words for what a rules book of a game seldom holds, each as a topic of its own."""
    for line in _lines("topics.txt"):
        about, words = line.split(":", 1)
        if "@" not in about or about.endswith(f"@{game}"):
            kind = TOPIC + about[: about.find("/") + 1]
            yield from ((kind + word.strip(), [word]) for word in words.split(","))


def talk() -> list[str]:
    """What is said around a question, and counts for nothing."""
    return list(_lines("talk.txt"))


def common() -> Iterator[tuple[str, list[str]]]:
    """What players of any card game call its things, each thing with all of its names."""
    for line in _lines("players.txt"):
        thing, words = line.split(":", 1)
        yield COMMON + thing, [word.strip() for word in words.split(",")]
