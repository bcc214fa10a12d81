"""The lines around the entries of a sheet, the same in every format."""

from __future__ import annotations

from rulings.format.model import Ruleset, Source, Text
from rulings.languages import in_languages, said
from rulings.text.markdown import is_web_address
from rulings_cli.answers.trust import edition_in_words
from rulings_cli.sheets import phrases
from rulings_cli.sheets.plan import Plan
from rulings_cli.terminal.output import shortened


def shown(text: Text, languages: tuple[str, ...]) -> dict[str, str]:
    """A text in the languages of a sheet, once where it is the same in all."""
    found = in_languages(text, languages)
    if len(set(found.values())) < len(found):
        return dict(list(found.items())[:1])
    return found


def joined(text: Text, languages: tuple[str, ...]) -> str:
    """A short text on one line: ``Battle Royal / バトルロイヤル``."""
    return " / ".join(shown(text, languages).values())


def event_line(plan: Plan) -> str:
    """Event and date, as far as they are known."""
    parts = [joined(plan.sheet.event, plan.languages), plan.sheet.date or ""]
    return " · ".join(part for part in parts if part)


def edition(ruleset: Ruleset) -> Text:
    """A ruleset with its edition: ``Battle Royal (EUIC 2024)``."""
    since = f", {ruleset.effective}" if ruleset.effective else ""

    def about(language: str) -> str:
        edition = edition_in_words(ruleset.edition, ruleset.unchanged_in, language)
        return f" ({edition}{since})" if edition else ""

    return {language: f"{name}{about(language)}" for language, name in ruleset.name.items()}


def footer(plan: Plan) -> str:
    """What tells two sheets apart: the state of the book, and the date."""
    label = joined(phrases.BOOK, plan.languages)
    editions = ", ".join(said(edition(item), plan.languages[0]) for item in plan.rulesets[:3])
    parts = [shortened(editions, 72), f"{label} {plan.fingerprint}", plan.sheet.date or ""]
    return " · ".join(part for part in parts if part)


def source_line(source: Source, places: str) -> str:
    """Author, date, edition and places of a source."""
    parts = [source.author, source.date, source.edition, places]
    return " · ".join(dict.fromkeys(part for part in parts if part))


def web_address(source: Source) -> str:
    """The address of a source, if it is one of the web."""
    return source.url if is_web_address(source.url) else ""
