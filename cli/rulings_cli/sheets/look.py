"""How a plan is laid out: paper, columns, size, what is left out, and the lines around entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from rulings.format.model import Ruleset, Source, Text
from rulings.format.sheets import Paper, Part, Sheet
from rulings.languages import in_languages, said
from rulings_cli.answers.trust import edition_in_words
from rulings_cli.sheets import phrases
from rulings_cli.sheets.plan import Item, Plan, Section
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import shortened

LARGEST, SMALLEST_OF_POSTER = 9.5, 12.0


class Printed(NamedTuple):
    """A passage in one language: which part of an entry it is, the label before it, its text."""

    part: Part | None
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Look:
    """Paper, columns, size of the type in points, and the parts that are left out.

    A poster has titles and verdicts alone, for a wall.
    """

    paper: Paper = "a4"
    columns: int = 2
    side: bool = False
    size: float = LARGEST
    omit: frozenset[Part] = frozenset()
    poster: bool = False

    @classmethod
    def of(cls, sheet: Sheet) -> Look:
        """The look that a sheet asks for, in the largest type of a sheet, the smallest of a poster.

        Languages beside each other need the whole width.
        """
        side, poster = sheet.arrange == "side", sheet.style == "poster"
        return cls(
            paper=sheet.paper,
            columns=1 if side else sheet.columns or 2,
            side=side,
            size=SMALLEST_OF_POSTER if poster else LARGEST,
            omit=frozenset(Part) if poster else frozenset(sheet.omit),
            poster=poster,
        )

    @property
    def narrow(self) -> bool:
        """Whether a column has no room for three columns of a table."""
        return self.poster or self.columns == 3


def parts_of(plan: Plan) -> list[Part]:
    """The parts that this sheet has and could leave out, the first to go first."""
    there = {passage.part for item in plan.everything for passage in item.passages}
    if plan.remarks:
        there.add(Part.REMARK)
    if len(plan.items) > 1:
        there.add(Part.CONTENTS)
    if plan.clauses:
        there.add(Part.CLAUSES)
    if any(ruleset.notice for ruleset in plan.rulesets):
        there.add(Part.NOTICE)
    return [part for part in Part if part in there]


def joined(text: Text, languages: tuple[str, ...]) -> str:
    """A short text on one line: ``Battle Royal / バトルロイヤル``."""
    return " / ".join(_shown(text, languages).values())


def _shown(text: Text, languages: tuple[str, ...]) -> dict[str, str]:
    texts = in_languages(text, languages)
    return texts if len(set(texts.values())) == len(texts) else dict(list(texts.items())[:1])


class Layout:
    """A plan in a look: what is printed of it, in order, in the languages of the sheet."""

    def __init__(self, plan: Plan, look: Look) -> None:
        self.plan = plan
        self.look = look
        self.places = plan.places(look.omit)

    def shown(self, text: Text) -> dict[str, str]:
        """A text in the languages of the sheet, once where it is the same in all."""
        return _shown(text, self.plan.languages)

    def joined(self, text: Text) -> str:
        """A short text on one line, in the languages of the sheet."""
        return joined(text, self.plan.languages)

    @property
    def event_line(self) -> str:
        """Event and date, as far as they are known."""
        return _dotted(self.joined(self.plan.sheet.event), self.plan.sheet.date)

    @property
    def running(self) -> tuple[str, str]:
        """Title and event, as far as the head of every page has room for them."""
        return shortened(self.joined(self.plan.sheet.title), 76), shortened(self.event_line, 40)

    @property
    def footer(self) -> str:
        """What tells two sheets apart: the editions, the state of the book, and the date."""
        plan = self.plan
        editions = ", ".join(said(edition(item), plan.languages[0]) for item in plan.rulesets[:3])
        book = f"{self.joined(phrases.BOOK)} {plan.fingerprint}"
        return _dotted(shortened(editions, 72), book, plan.sheet.date)

    def words_of(self, item: Item | None, language: str) -> Callable[[str], str]:
        """What a reference in a text of an entry is called, by its id."""
        return partial(self.plan.words_for, item=item, language=language)

    @property
    def has_contents(self) -> bool:
        """Whether the sheet begins with a table of contents; one entry needs none."""
        return Part.CONTENTS not in self.look.omit and len(self.plan.items) > 1

    def sections(self) -> Iterator[Section]:
        """Everything that is printed: what is in force, what was selected, what it cites."""
        plan = self.plan
        if plan.calls:
            title = phrases.CALLS if plan.sections else Text()  # else the sheet's own
            yield Section(title, {}, plan.calls, (), listed=False)
        if plan.in_force:
            yield Section(phrases.IN_FORCE, {}, plan.in_force, (), listed=False)
        yield from plan.sections
        if plan.clauses and Part.CLAUSES not in self.look.omit:
            yield Section(phrases.CLAUSES, {}, plan.clauses, (), listed=False)

    def printed(self, item: Item) -> dict[str, list[Printed]]:
        """The passages of an entry that are not left out, by language."""
        lines: dict[str, list[Printed]] = {}
        for passage in item.passages:
            if passage.part is None or passage.part not in self.look.omit:
                label = phrases.PARTS.get(passage.part, {}) if passage.part else {}
                for language, text in self.shown(passage.text).items():
                    line = Printed(passage.part, said(label, language), text)
                    lines.setdefault(language, []).append(line)
        return lines

    def cites(self, item: Item) -> tuple[str, ...]:
        """What is named below an entry: all that it rests on, on a poster what decides."""
        return item.cites[:1] if self.look.poster else item.cites

    def notices(self) -> list[Text]:
        """What the rulesets say of themselves, and the remarks that several entries share."""
        plan, omit = self.plan, self.look.omit
        notices = [] if Part.NOTICE in omit else [ruleset.notice for ruleset in plan.rulesets]
        for remark in () if Part.REMARK in omit else plan.remarks:
            if ids := [name for name in remark.ids if name in self.places]:
                on = phrases.filled(phrases.REMARK_ON, ids=", ".join(ids), remark=remark.text)
                notices.append(on)
        return notices + plan.brand.legal

    def left_out(self) -> Text:
        """The line that says what is not on the sheet; empty where everything is. A poster has no
        parts to leave out, but it may not hold all entries.
        """
        if self.plan.absent:
            return phrases.filled(phrases.ABSENT, ids=", ".join(self.plan.absent))
        omit = () if self.look.poster else self.look.omit
        gone = [phrases.LEFT_OUT[part] for part in parts_of(self.plan) if part in omit]
        if not gone:
            return {}
        return {
            language: phrase.format(
                parts=strings.SEPARATORS[language].join(part[language] for part in gone)
            )
            for language, phrase in phrases.LEFT_OUT_TO_FIT.items()
        }


def edition(ruleset: Ruleset) -> Text:
    """A ruleset with its edition: ``Battle Royal (EUIC 2024)``."""
    since = f", {ruleset.effective}" if ruleset.effective else ""

    def about(language: str) -> str:
        edition = edition_in_words(ruleset.edition, ruleset.unchanged_in, language)
        return f" ({edition}{since})" if edition else ""

    return {language: f"{name}{about(language)}" for language, name in ruleset.name.items()}


def source_line(source: Source, places: str) -> str:
    """Author, date, edition and places of a source, each once."""
    return _dotted(*dict.fromkeys((source.author, source.date, source.edition, places)))


def _dotted(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)
