"""The glossary of a document: words and their meanings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulings.importing.documents.lines import LeftOut, Line
from rulings.importing.outline.outline import Odd, Outline

TITLE = re.compile(
    r"(?:appendix\b.*\bglossary|glossary(?: of terms)?|glossaire|glossar"
    r"|(?:ルール)?用語(?:集|解説|の定義))",
    re.IGNORECASE,
)
END = re.compile(
    r"(?:credits|change ?log|(?:version|revision) history|謝辞|奥付|更新履歴|改[訂定]履歴)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"[■◆●・【]?(?P<word>[^:：。.!?|\t\n]{1,40}?)[】]? {0,3}(?:[:：\t|]| [–—-] )"
    r"[ \t]{0,9}(?P<rest>[^ \t].*)"
)
_DECORATION = "■◆●・*_【】 "


def add_entries(outline: Outline, lines: Sequence[Line]) -> None:
    """Add the words with their meanings; a word without one is left out."""
    words = outline.glossary
    outline.glossary_lines += sum(bool(line.text) for line in lines)
    for number, word, meaning in _paired(_blocks(lines)):
        if not meaning:
            what = f"a word of the glossary without a meaning: {word}"
            outline.left_out.append(LeftOut(what, number, number))
            outline.glossary_lines -= 1
        elif word in words:
            message = f"stands twice in the glossary: {word}; both meanings are kept"
            outline.odd.append(Odd(number, message))
            words[word] += f"\n\n{meaning}"
        else:
            words[word] = meaning


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines between empty ones; a heading begins a block too."""
    blocks: list[list[Line]] = [[]]
    for line in lines:
        if not line.text or line.heading:
            blocks.append([])
        blocks[-1] += [line] if line.text else []
    return [block for block in blocks if block]


def _paired(blocks: list[list[Line]]) -> Iterator[tuple[int, str, str]]:
    """Line number, word and meaning: on one line, or the word on a line of its own above."""
    waiting: tuple[int, str] | None = None
    for block in blocks:
        pairs = [_PAIR.fullmatch(line.text) for line in block]
        if waiting:
            yield (*waiting, _joined(block))
            waiting = None
        elif all(pairs):
            for line, pair in zip(block, pairs, strict=True):
                if pair:
                    yield line.number, pair["word"].strip(_DECORATION), pair["rest"].strip(" |")
        elif pairs[0]:
            rest = block[0]._replace(text=pairs[0]["rest"])
            yield block[0].number, pairs[0]["word"].strip(_DECORATION), _joined([rest, *block[1:]])
        elif len(block) > 1:
            yield block[0].number, block[0].text.strip(_DECORATION), _joined(block[1:])
        else:
            waiting = block[0].number, block[0].text.strip(_DECORATION)
    if waiting:
        yield (*waiting, "")


def _joined(lines: Sequence[Line]) -> str:
    return "\n".join(line.text for line in lines)
