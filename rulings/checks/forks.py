"""Checks of forks: whether they are ever put, and whether the words of a case mean that case."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from rulings.checks.base import Context, Fault, of_entry
from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Fork, Variant
from rulings.lookup.links import words_of
from rulings.reading.yaml_reader import Pointer, strings

_BETWEEN_WORDS = re.compile(r"[\W_]+")
_YES_OR_NO = re.compile(r"(?:yes|no|ja|nein|oui|non|はい|いいえ)(?! \w)(?!\w)", re.IGNORECASE)
_KATAKANA_TO_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


class _Words(NamedTuple):
    """Words that settle a case: where they are written, as they are typed, and to look for."""

    pointer: Pointer
    case: int
    typed: str
    pattern: re.Pattern[str]


@of_entry("B312", "use words that only this case has, or move the phrasing to its entry", "warning")
def misleading_words(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """Words that settle a case of a fork, in a phrasing of another case's entry."""
    if not isinstance(entry, Fork):
        return
    leaves = [context.leaves_of(case.entry) for case in entry.cases]
    words = list(_words_of(entry))
    for name in dict.fromkeys(name for of_case in leaves for name in sorted(of_case)):
        for phrasing in context.phrasings_of(name):
            for each in _settling(words, _folded(phrasing)):
                if name not in leaves[each.case]:
                    message = f"{each.typed!r} also stands in a phrasing of {name}: {phrasing!r}"
                    yield Fault(each.pointer, message)


@of_entry("B313", "name another entry in one of the cases, or write what differs as `verdict`")
def same_cases(_: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A fork whose cases all lead to one and the same answer."""
    if isinstance(entry, Fork):
        answers = {(case.entry, *case.verdict.values()) for case in entry.cases}
        if len(answers) == 1:
            message = f"every case leads to {entry.cases[0].entry}; name the entry of the other"
            yield Fault(("cases", len(entry.cases) - 1, "entry"), message)


@of_entry("B314", "write under `asked` how players ask who leave the case out", "warning")
def never_put(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A fork that no question leads to: no phrasings, no words, no variant or fork in its cases."""
    if not isinstance(entry, Fork) or entry.status is Status.DRAFT:
        return
    others = (context.book.entries.get(each.entry) for each in entry.cases)
    leads = any(isinstance(each, Fork | Variant) or getattr(each, "variants", 0) for each in others)
    if not (leads or context.phrasings_of(entry.id) or any(each.said for each in entry.cases)):
        message = "no question leads to this fork; write under `asked` how players put it"
        yield Fault(("ask",), message)


@of_entry("B315", "name what holds in that case: “Already hit this turn”", "warning")
def yes_or_no(_: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A case of a fork that is called yes or no: it also stands without the question."""
    for pointer, words in words_of(entry):
        if "when" in pointer and _YES_OR_NO.match(words):
            yield Fault(pointer, f"{words!r} says nothing without the question; name what holds")


def _words_of(fork: Fork) -> Iterator[_Words]:
    for case, described in enumerate(fork.cases):
        for pointer, typed in strings(described.said, ("cases", case, "said")):
            folded = re.escape(_folded(typed).strip())
            pattern = re.compile(rf"(?<![a-z0-9]){folded}(?![a-z0-9])")
            yield _Words(pointer, case, typed, pattern)


def _settling(words: list[_Words], phrasing: str) -> Iterator[_Words]:
    """The words that a phrasing holds outside of longer words of the fork."""
    spans = [(each, match.span()) for each in words for match in each.pattern.finditer(phrasing)]
    for each, (start, end) in spans:
        longer = ((first, last) for _, (first, last) in spans if last - first > end - start)
        if not any(first <= start and end <= last for first, last in longer):
            yield each


def _folded(text: str) -> str:
    """A text without differences of width, case, kana and punctuation."""
    plain = unicodedata.normalize("NFKC", text).lower().translate(_KATAKANA_TO_HIRAGANA)
    return _BETWEEN_WORDS.sub(" ", plain)
