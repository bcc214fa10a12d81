"""Misspelt words: the word of the book that was probably meant.

Only Latin words that the book does not know are looked at, and only words that begin with the same
letter. Letters are easily dropped, doubled or swapped. A replaced letter counts only in long words,
since it often makes another word of a short one (price, prize).
"""

import re
from collections.abc import Callable, Iterable

from rulings_index.lexicon.names import Mention
from rulings_index.text.analysis import LATIN, Folded, fold
from rulings_index.text.stems import stem
from rulings_index.weights import REPLACED_FROM, SHORTEST_WORD

_LATIN_RUN = re.compile(f"{LATIN}+")

Correction = tuple[int, int, str]
"""Where a misspelt word stands in the folded text, and what was meant."""


def corrections(
    folded: Folded,
    mentions: Iterable[Mention],
    is_known: Callable[[str], bool],
    words: Callable[[str], Iterable[str]],
) -> list[Correction]:
    """The misspelt words of a text. `words` gives the book's words with a beginning."""
    named = [(mention.start, mention.end) for mention in mentions]
    corrected: list[Correction] = []
    for run in _LATIN_RUN.finditer(folded.scripts):
        start, end = run.span()
        word = folded.text[start:end]
        is_named = any(first <= start and end <= last for first, last in named)
        if len(word) < SHORTEST_WORD or is_named or is_known(word):
            continue
        misspelt = stem(word)
        likely = (known for known in words(word[0]) if abs(len(known) - len(misspelt)) < 2)
        slips = [known for known in likely if is_slip(misspelt, known)]
        if slips:  # a replaced letter is the least likely
            meant = min(slips, key=lambda known: _has_a_replaced_letter(misspelt, known))
            corrected.append((start, end, meant))
    return corrected


def apply(text: str, slips: Iterable[Correction]) -> str:
    """A text with what is misspelt put right."""
    for start, end, meant in sorted(slips, reverse=True):
        text = text[:start] + meant + text[end:]
    return text


def as_typed(typed: str, folded: Folded, slips: Iterable[Correction], texts: Iterable[str]) -> str:
    """What was typed with its misspelt words put right, as `texts` write them; words that they do
    not contain stay. Empty if they contain none.
    """
    written: dict[str, str] = {}
    meant_words = {meant for _, _, meant in slips}
    for text in texts if meant_words else ():
        words = fold(text)
        for run in _LATIN_RUN.finditer(words.scripts):
            key = stem(words.text[run.start() : run.end()])
            if key in meant_words:
                first, last = words.span(*run.span())
                written.setdefault(key, text[first:last])
        if len(written) == len(meant_words):
            break
    known = [slip for slip in slips if slip[2] in written]
    right = ((*folded.span(start, end), written[meant]) for start, end, meant in known)
    return apply(typed, right) if written else ""


def _has_a_replaced_letter(word: str, meant: str) -> bool:
    return len(word) == len(meant) and sorted(word) != sorted(meant)


def is_slip(word: str, meant: str) -> bool:
    """Whether one slip makes a word of that which is meant: a letter too many or too few, two that
    are swapped, or (in a long word) one that is replaced.
    """
    head, tail = word[: len(word) // 2], word[len(word) // 2 + 1 :]
    if not (meant.startswith(head) or meant.endswith(tail)):
        return False  # one slip leaves one of the two as it is
    pairs = enumerate(zip(word, meant, strict=False))
    at = next((at for at, (left, right) in pairs if left != right), min(len(word), len(meant)))
    left, right = word[at:], meant[at:]
    is_replaced = len(word) >= REPLACED_FROM and left[1:] == right[1:]
    is_swapped = left[2:] == right[2:] and left[:2] == right[:2][::-1]
    return left != right and (left[1:] == right or left == right[1:] or is_swapped or is_replaced)
