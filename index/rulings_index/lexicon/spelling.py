"""Misspelt words: the word of the book, or the name, that was probably meant.

Only what the book does not know is looked at. A Latin word must begin like the word it stands
for; a run of katakana is compared with the names. A letter dropped, doubled or swapped is easily
typed; one that is replaced makes a short word another (price, prize), so only long ones count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulings_index.lexicon.names import Mention, NameIndex
from rulings_index.text.analysis import KATAKANA, LATIN, Folded, fold
from rulings_index.text.stems import stem
from rulings_index.weights import (
    REPLACED_FROM,
    SHORTEST_NAME,
    SHORTEST_WORD,
    TWO_SLIPS_FROM,
    WORD_BEGINNING,
)

_LATIN_RUN = re.compile(f"{LATIN}+")
_KATAKANA_RUN = re.compile(f"{KATAKANA}+")

UNVOICED = dict(
    zip(
        "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゔ",
        "かきくけこさしすせそたちつてとはひふへほはひふへほう",
        strict=True,
    )
)

Correction = tuple[int, int, str]
"""Where a misspelt word stands in the folded text, and what was meant."""


def corrections(
    folded: Folded,
    mentions: Iterable[Mention],
    forms: NameIndex,
    is_known: Callable[[str], bool],
    words: Callable[[str], Iterable[str]],
) -> list[Correction]:
    """The misspelt words of a text. `words` gives the book's words with a beginning."""
    named = [(mention.start, mention.end) for mention in mentions]
    found: list[Correction] = []

    def consider(
        runs: re.Pattern[str], least: int, choices: Callable[[str], Iterable[str]]
    ) -> None:
        for run in runs.finditer(folded.scripts):
            word = folded.text[run.start() : run.end()]
            if len(word) < least or _within(run.span(), named) or is_known(word):
                continue
            if meant := _nearest(stem(word), choices(word)):
                found.append((*run.span(), meant))

    consider(_LATIN_RUN, SHORTEST_WORD, lambda word: words(word[0]))
    consider(_KATAKANA_RUN, SHORTEST_NAME, lambda name: _kana_names(forms, name))
    return sorted(found)


def apply(text: str, found: Iterable[Correction]) -> str:
    """A text with its misspelt words put right."""
    for start, end, meant in sorted(found, reverse=True):
        text = text[:start] + meant + text[end:]
    return text


def as_typed(typed: str, folded: Folded, found: Iterable[Correction], texts: Iterable[str]) -> str:
    """What was typed with its misspelt words put right, as `texts` write them; those that they do
    not hold stay. Empty where they hold none.
    """
    written: dict[str, str] = {}
    wanted = {meant for _, _, meant in found}
    for text in texts:
        _note_written(text, wanted, written)
        if len(written) == len(wanted):
            break
    for start, end, meant in sorted(found, reverse=True):
        if meant in written:
            first, last = folded.span(start, end)
            typed = typed[:first] + written[meant] + typed[last:]
    return typed if written else ""


def _note_written(text: str, wanted: Iterable[str], written: dict[str, str]) -> None:
    """Look in a text for how the words of the book that were meant are really written."""
    plain = text.lower()
    if all(word.isascii() and word[:WORD_BEGINNING] not in plain for word in wanted):
        return  # folding costs a hundred times as much
    folded = fold(text)
    for run in _LATIN_RUN.finditer(folded.scripts):
        key = stem(folded.text[run.start() : run.end()])
        if key in wanted:
            first, last = folded.span(*run.span())
            written.setdefault(key, text[first:last])
    for word in wanted:
        at = folded.text.find(word)
        if at >= 0 and not word.isascii():
            first, last = folded.span(at, at + len(word))
            written.setdefault(word, text[first:last].strip())


def _within(span: tuple[int, int], named: Iterable[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in named)


def _kana_names(forms: NameIndex, like: str) -> Iterable[str]:
    """The names of the book, up to where Latin letters begin, that are about as long."""
    letters = set(like)
    for key in forms:
        name = key.split(" ", 1)[0]
        if abs(len(name) - len(like)) <= 2 and len(letters.intersection(name)) >= len(letters) - 2:
            yield name


def _nearest(word: str, choices: Iterable[str]) -> str:
    """The choice with the fewest slips; nothing where there are too many."""
    replaced = 1 if len(word) >= REPLACED_FROM else 2
    letters = set(word)
    best, fewest = "", 3 if len(word) >= TWO_SLIPS_FROM else 2
    for choice in choices:
        if choice != word and _least(word, letters, choice) < fewest:
            slips = distance(word, choice, fewest, replaced)
            if slips < fewest:
                best, fewest = choice, slips
    return best


def _least(word: str, letters: set[str], choice: str) -> int:
    """A number of slips that `distance` cannot come below: it costs a tenth to find."""
    other = set(choice)
    apart = abs(len(choice) - len(word))
    return max(apart, len(letters - other), len(other - letters))


def _cost(letter: str, against: str, replaced: int) -> int:
    """What it costs to write one letter for another; か for が is no more than a mark left out."""
    if letter == against:
        return 0
    return 1 if UNVOICED.get(letter, letter) == UNVOICED.get(against, against) else replaced


def distance(one: str, other: str, limit: int, replaced: int = 1) -> int:
    """How many letters are dropped, added, swapped with their neighbour, or (at a cost) replaced.

    The optimal string alignment distance (Boytsov, 2011), given up once it reaches `limit`.
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        previous, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            cost = before[j - 1] + _cost(letter, against, replaced)
            cost = min(cost, before[j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, previous[j - 2] + 1)
            row.append(cost)
        if min(row) >= limit and (not before or min(before) >= limit):
            return limit
    return row[-1]
