"""The glossary of a document: words and their meanings."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rulings.importing.documents.lines import LeftOut, Line
from rulings.importing.outline.outline import Odd, Outline
from rulings.importing.outline.paragraphs import ends_sentence, looks_like_heading

TITLE = re.compile(
    r"(?:appendix\b.*\bglossary|glossary(?: of terms)?|glossaire|glossar"
    r"|(?:ルール)?用語(?:集|解説|の定義))",
    re.IGNORECASE,
)
END = re.compile(
    r"(?:credits|change ?log|(?:version|revision) history|謝辞|奥付|更新履歴|改[訂定]履歴)",
    re.IGNORECASE,
)
_WORD = r"(?:[^:：。.!?|\t\n]|(?<=\b[A-Za-z])\.|\.(?=:)){1,40}?"
"""A full stop in it is that of an abbreviation: ``K.O.: …``, ``Atk.: …``."""
_PAIR = re.compile(
    rf"[■◆●・【]?(?P<word>{_WORD})[】]? {{0,3}}(?:[:：\t|]| [–—-] )[ \t]{{0,9}}(?P<rest>[^ \t].*)"
)
_UNDER_HEAD = re.compile(r"\|[-: |]*")
_AFTER_WORD = " :：–—-"
_DECORATION = "■◆●・*_【】 "


def add_entries(outline: Outline, lines: Sequence[Line]) -> None:
    """Add the words with their meanings; a line that is no such pair is left out."""
    words = outline.glossary
    heads = {at for at, line in enumerate(lines) if _UNDER_HEAD.fullmatch(line.text)}
    heads |= {at - 1 for at in heads if at and lines[at - 1].verbatim}
    for at in sorted(heads):
        number = lines[at].number
        outline.left_out.append(LeftOut("the head of a table of words", number, number))
    lines = [line for at, line in enumerate(lines) if at not in heads]
    outline.glossary_lines += sum(bool(line.text) for line in lines)
    for number, word, meaning in _paired(_blocks(lines)):
        if meaning.count("\n") > 1 and not any(map(ends_sentence, meaning.split("\n"))):
            message = f"{word}: its meaning may hold other words; put an empty line above each word"
            outline.odd.append(Odd(number, message))
        if not meaning:
            what = f"a word of the glossary without a meaning: {word}"
            outline.left_out.append(LeftOut(what, number, number))
            outline.glossary_lines -= 1
        else:
            words[word] = f"{words[word]}\n\n{meaning}" if word in words else meaning


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines in blocks. An empty line ends a block; a heading, a table row, bold words, and a
    word between two sentences begin one.
    """
    blocks: list[list[Line]] = [[]]
    for line, below in zip_longest(lines, lines[1:], fillvalue=Line(0, "")):
        between = blocks[-1][1:] and all(map(ends_sentence, (blocks[-1][-1].text, below.text)))
        word = between and len(line.text) <= 40 and looks_like_heading(line.text)
        if not line.text or line.heading or line.verbatim or line.bold or word:
            blocks.append([])
        blocks[-1] += [line] if line.text else []
    return [block for block in blocks if block]


def _paired(blocks: list[list[Line]]) -> Iterator[tuple[int, str, str]]:
    """Line number, word and meaning: on one line, or the word on a line of its own above."""
    waiting: tuple[int, str] | None = None
    for block in blocks:
        pairs = [_pair(line) for line in block]
        if waiting:
            other = pairs[0] and block[0].bold  # bold words with a meaning of their own
            yield (*waiting, "" if other else _joined(block))
            waiting = None
            if not other:
                continue
        if all(pairs):
            both = zip(block, pairs, strict=True)
            yield from ((line.number, *pair) for line, pair in both if pair)
        elif pairs[0]:
            rest = block[0]._replace(text=pairs[0][1])
            yield block[0].number, pairs[0][0], _joined([rest, *block[1:]])
        elif block[0].text.endswith((".", "。")):
            yield from ((line.number, line.text, "") for line in block)  # a sentence is no word
        elif len(block) > 1:
            yield block[0].number, block[0].text.strip(_DECORATION), _joined(block[1:])
        else:
            waiting = block[0].number, block[0].text.strip(_DECORATION)
    if waiting:
        yield (*waiting, "")


def _pair(line: Line) -> tuple[str, str] | None:
    """The word and the meaning of a line that has both: a row, bold words, ``Word: meaning``."""
    if line.cells[0] and len(line.cells) > 1:
        return line.cells[0], " ".join(filter(None, line.cells[1:]))
    rest = line.text.removeprefix(line.bold).lstrip(_AFTER_WORD)
    if line.bold and rest:
        return line.bold.strip(_DECORATION + _AFTER_WORD), rest
    pair = _PAIR.fullmatch(line.text)
    return (pair["word"].strip(_DECORATION), pair["rest"].strip(" |")) if pair else None


def _joined(lines: Sequence[Line]) -> str:
    return "\n".join(line.text for line in lines)
