"""The words that a sheet itself brings, and how a text is shown in the languages of a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.format.model import Text
from rulings.format.sheets import Part
from rulings.format.words import WORDS as ALL_WORDS
from rulings.languages import in_languages, text_in
from rulings_cli.terminal.output import clean

WORDS = {
    name.removeprefix("sheet_"): text
    for name, text in ALL_WORDS.items()
    if name.startswith("sheet_")
}
"""What a sheet says, by name."""

PARTS: dict[Part, Text] = {
    part: ALL_WORDS[part] for part in (Part.WHY, Part.DIFFERS, Part.QUESTION, Part.REMARK)
} | {Part.EXAMPLES: WORDS["example"]}
"""The label before a part; what has none here is printed without."""

LEFT_OUT: dict[Part, Text] = {part: ALL_WORDS[f"left_out_{part}"] for part in Part}
"""What a part is called where the sheet says that it is left out."""

LABELS = {
    "contents": WORDS["contents"],
    "sources": ALL_WORDS["sources"],
    "authorities": WORDS["authorities"],
}
"""The headings that every sheet brings."""


def filled(text: Text, **values: Text | str) -> Text:
    """A phrase with its blanks filled, in each of its languages."""

    def fill(language: str) -> str:
        given = {
            name: value if isinstance(value, str) else text_in(value, language)
            for name, value in values.items()
        }
        return text_in(text, language).format(**given)

    return {language: fill(language) for language in text}


def shown(text: Text, languages: Sequence[str]) -> dict[str, str]:
    """A text in the languages of a sheet, once where it is the same in all."""
    texts = {code: clean(words) for code, words in in_languages(text, languages).items()}
    return texts if len(set(texts.values())) == len(texts) else dict(list(texts.items())[:1])


def joined(words: dict[str, str]) -> str:
    """The same text in several languages on one line: ``Battle Royal / バトルロイヤル``."""
    return " / ".join(words.values())
