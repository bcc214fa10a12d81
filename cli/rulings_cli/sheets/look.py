"""How a plan is to be laid out: paper, columns, size, and what is left out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from rulings.format.model import Text
from rulings.format.sheets import Paper, Part
from rulings.languages import said
from rulings_cli.sheets import lines, phrases
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

    @property
    def text_columns(self) -> int:
        """How many columns of text there are; languages beside each other need the whole width."""
        return 1 if self.side else self.columns

    @property
    def narrow(self) -> bool:
        """Whether a column has no room for three columns of a table."""
        return self.poster or (self.columns == 3 and not self.side)


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


class Layout:
    """A plan in a look: what is printed of it, in order, in the languages of the sheet."""

    def __init__(self, plan: Plan, look: Look) -> None:
        self.plan = plan
        self.look = look
        self.places = plan.places(look.omit)

    def shown(self, text: Text) -> dict[str, str]:
        """A text in the languages of the sheet, once where it is the same in all."""
        return lines.shown(text, self.plan.languages)

    def joined(self, text: Text) -> str:
        """A short text on one line: ``Battle Royal / バトルロイヤル``."""
        return lines.joined(text, self.plan.languages)

    @property
    def running(self) -> tuple[str, str]:
        """Title and event, as far as the head of every page has room for them."""
        title = shortened(self.joined(self.plan.sheet.title), 76)
        return title, shortened(lines.event_line(self.plan), 40)

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
        found: dict[str, list[Printed]] = {}
        for passage in item.passages:
            if passage.part is None or passage.part not in self.look.omit:
                label = phrases.PARTS.get(passage.part, {}) if passage.part else {}
                for language, text in self.shown(passage.text).items():
                    line = Printed(passage.part, said(label, language), text)
                    found.setdefault(language, []).append(line)
        return found

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
