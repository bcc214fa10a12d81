"""The words of pages, sheets and sites, by name; a book brings them in its own languages."""

import json
import os
import re
from collections.abc import Iterator, Mapping

from rulings.languages import SPOKEN

with open(os.path.join(os.path.dirname(__file__), "words.json"), encoding="utf-8") as _file:
    WORDS: dict[str, dict[str, str]] = json.load(_file)
    """In the languages of the program, and in those of the book in use."""

_BLANK = r"\{\w*\}|[{}#]"
"""The placeholders of a text; a translation needs the same ones."""


def bring(table: Mapping[str, Mapping[str, str]]) -> None:
    """Put the words of a book into `WORDS`, in place of those of the book before."""
    wrong = {(code, name) for code, name, _ in faults_in(table)}
    for name, words in WORDS.items():
        for code in words.keys() - set(SPOKEN):
            del words[code]
        for code, brought in table.items():
            if name in brought and (code, name) not in wrong:
                words[code] = brought[name]


def faults_in(table: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, str, str]]:
    """The words of a book that cannot be used: language, name, and why."""
    for code, brought in table.items():
        for name, words in brought.items():
            blanks = sorted(re.findall(_BLANK, WORDS[name]["en"])) if name in WORDS else []
            if code in SPOKEN:
                yield code, name, f"{name!r} is a word of the program; remove the line"
            elif name not in WORDS:
                yield code, name, f"{name!r} is no word of pages and sheets; correct the name"
            elif not words.strip():
                yield code, name, f"{name!r} is empty; write it, or remove the line"
            elif sorted(re.findall(_BLANK, words)) != blanks:
                needed = " ".join(blanks) or "no braces and no #"
                yield code, name, f"{name!r} needs {needed}, as the English words have"
