"""What a sheet itself says, of its entries too, and how a text is shown in its languages."""

from collections.abc import Collection, Sequence

from rulings.format.model import AnyEntry, Ruleset, Text
from rulings.format.sheets import Part
from rulings.format.words import WORDS
from rulings.kinds import BODY
from rulings.languages import in_languages, text_in
from rulings.lookup.records import label_of
from rulings_cli.answers import trust
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean

PARTS: dict[Part, Text] = {Part(key): WORDS[key] for key in BODY if key not in ("answer", "text")}
PARTS[Part.EXAMPLES] = WORDS["sheet_example"]
"""The labels that are printed before some parts."""


def filled(text: Text, **values: Text | str) -> Text:
    """A phrase with its blanks filled, in each language that it or one of the values has."""

    def fill(language: str) -> str:
        given = {
            name: value if isinstance(value, str) else text_in(value, language)
            for name, value in values.items()
        }
        return text_in(text, language).format(**given)

    texts = (each for each in (text, *values.values()) if not isinstance(each, str))
    return {language: fill(language) for each in texts for language in each}


def left_out(absent: Sequence[AnyEntry], parts: Collection[Part]) -> Text:
    """The line that says what is not on a sheet: entries or parts; empty where everything is."""
    if absent:
        named = {
            code: " · ".join(f"{text_in(label_of(each), code)} ({each.id})" for each in absent)
            for code in WORDS["sheet_absent"]
        }
        return filled(WORDS["sheet_absent"], ids=named)
    gone = [WORDS[f"left_out_{part}"] for part in Part if part in parts]
    line = WORDS["sheet_left_out_to_fit"]
    listed = {
        code: strings.separator(code).join(text_in(text, code) for text in gone) for code in line
    }
    return filled(line, parts=listed) if gone else {}


def shown(text: Text, languages: Sequence[str]) -> dict[str, str]:
    """A text in the languages of a sheet, once where it is the same in all."""
    texts = {code: clean(words) for code, words in in_languages(text, languages).items()}
    return texts if len(set(texts.values())) == len(texts) else dict(list(texts.items())[:1])


def joined(words: dict[str, str]) -> str:
    """The same text in several languages on one line: ``Battle Royal / バトルロイヤル``."""
    return " / ".join(words.values())


def dotted(*parts: str | None) -> str:
    """The parts that are not empty, with a dot between them."""
    return " · ".join(part for part in parts if part)


def edition(ruleset: Ruleset) -> Text:
    """A ruleset with its edition: ``Battle Royal (EUIC 2024)``."""
    since = f", {ruleset.effective}" if ruleset.effective else ""
    named: Text = {}
    for code, name in ruleset.name.items():
        edition = trust.edition_in_words(ruleset.edition, ruleset.unchanged_in, code)
        named[code] = f"{name} ({edition}{since})" if edition else name
    return named
