"""How a plan is to be laid out, and the lines around it that every format prints."""

from __future__ import annotations

from dataclasses import dataclass

from rulings.markdown import is_web_address
from rulings.model import Ruleset, Source, Text
from rulings.sheets import Paper, Part
from rulings_cli.output import display_width
from rulings_cli.sheets import phrases
from rulings_cli.sheets.plan import Plan

LARGEST = 9.5
QUIET = (Part.QUESTION, Part.WHY, Part.DIFFERS, Part.EXAMPLES)
"""Parts that are printed smaller than what a judge reads aloud."""


@dataclass(frozen=True, slots=True)
class Look:
    """Paper, columns, size of the type in points, and the parts that are left out."""

    paper: Paper = "a4"
    columns: int = 2
    side: bool = False
    size: float = LARGEST
    omit: frozenset[Part] = frozenset()


def shown(text: Text, languages: tuple[str, ...]) -> dict[str, str]:
    """A text in the languages of a sheet; where it has none of them, in the one it has."""
    found = {language: getattr(text, language) for language in languages}
    found = {language: words for language, words in found.items() if words}
    if not found and text != Text():
        found = {"en": text.en} if text.en else {"ja": text.ja}
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
    about = f" ({ruleset.edition}{since})" if ruleset.edition else ""
    return Text(
        en=f"{ruleset.name.get('en')}{about}",
        ja=f"{ruleset.name.get('ja')}{about}",
    )


def footer(plan: Plan) -> str:
    """By what two sheets can be told apart: the state of the book, and the date."""
    label = joined(phrases.BOOK, plan.languages)
    editions = ", ".join(edition(item).get(plan.languages[0]) for item in plan.rulesets[:3])
    parts = [clipped(editions, 88), f"{label} {plan.fingerprint}", plan.sheet.date or ""]
    return " · ".join(part for part in parts if part)


def clipped(text: str, most: int) -> str:
    """A text for a running line, which has room for so many narrow characters."""
    if display_width(text) <= most:
        return text
    while display_width(text) >= most:
        text = text[:-1]
    return f"{text}…"


def source_line(source: Source, places: str) -> str:
    """Author, date, edition and places of a source."""
    parts = [source.author, source.date, source.edition, places]
    return " · ".join(dict.fromkeys(part for part in parts if part))


def parts_of(plan: Plan) -> list[Part]:
    """The parts that this sheet has and could leave out, the first to go first."""
    there = {passage.part for item in plan.everything for passage in item.passages}
    if len(plan.items) > 1:
        there.add(Part.CONTENTS)
    if plan.clauses:
        there.add(Part.CLAUSES)
    if any(ruleset.notice != Text() for ruleset in plan.rulesets):
        there.add(Part.NOTICE)
    return [part for part in Part if part in there]


def left_out(plan: Plan, omit: frozenset[Part]) -> Text:
    """The line that says what is not on the sheet; empty where everything is."""
    gone = [part for part in parts_of(plan) if part in omit]
    if not gone:
        return Text()
    return Text(
        en=phrases.LEFT_OUT_TO_FIT.en.format(
            parts=", ".join(phrases.LEFT_OUT[part].en for part in gone)
        ),
        ja=phrases.LEFT_OUT_TO_FIT.ja.format(
            parts="、".join(phrases.LEFT_OUT[part].ja for part in gone)
        ),
    )


def web_address(source: Source) -> str:
    """The address of a source, if it is one of the web."""
    return source.url if is_web_address(source.url) else ""
