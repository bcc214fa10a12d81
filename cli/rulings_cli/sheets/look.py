"""How a plan is to be laid out: paper, columns, size, and what is left out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulings.model import Text
from rulings.sheets import Paper, Part
from rulings_cli import strings
from rulings_cli.sheets import phrases
from rulings_cli.sheets.plan import Item, Plan, Section

LARGEST, SMALLEST_OF_POSTER = 9.5, 12.0
QUIET = (Part.QUESTION, Part.WHY, Part.DIFFERS, Part.EXAMPLES)
"""Parts that are printed smaller than what a judge reads aloud."""


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
    def narrow(self) -> bool:
        """Whether a column has no room for three columns of a table."""
        return self.poster or (self.columns == 3 and not self.side)


def has_contents(plan: Plan, look: Look) -> bool:
    """Whether the sheet begins with a table of contents; one entry needs none."""
    return Part.CONTENTS not in look.omit and len(plan.items) > 1


def sections_of(plan: Plan, look: Look) -> Iterator[Section]:
    """Everything that is printed, in order: what is in force, what was selected, what it cites."""
    if plan.calls:
        title = phrases.CALLS if plan.sections else Text()  # else the sheet's own
        yield Section(title, {}, plan.calls, (), listed=False)
    if plan.in_force:
        yield Section(phrases.IN_FORCE, {}, plan.in_force, (), listed=False)
    yield from plan.sections
    if plan.clauses and Part.CLAUSES not in look.omit:
        yield Section(phrases.CLAUSES, {}, plan.clauses, (), listed=False)


def notices_of(plan: Plan, look: Look) -> list[Text]:
    """What the rulesets say of themselves, and the remarks that several entries share."""
    notices = [] if Part.NOTICE in look.omit else [ruleset.notice for ruleset in plan.rulesets]
    places = plan.places(look.omit)
    for remark in () if Part.REMARK in look.omit else plan.remarks:
        if ids := [name for name in remark.ids if name in places]:
            notices.append(
                phrases.filled(phrases.REMARK_ON, ids=", ".join(ids), remark=remark.text)
            )
    return notices + plan.brand.legal


def cites_of(item: Item, look: Look) -> tuple[str, ...]:
    """What is named below an entry: all that it rests on, on a poster what decides."""
    return item.cites[:1] if look.poster else item.cites


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


def left_out(plan: Plan, look: Look) -> Text:
    """The line that says what is not on the sheet; empty where everything is. A poster has no
    parts to leave out, but it may not hold all entries.
    """
    if plan.absent:
        return phrases.filled(phrases.ABSENT, ids=", ".join(plan.absent))
    gone = [part for part in parts_of(plan) if part in look.omit and not look.poster]
    if not gone:
        return {}
    return {
        language: phrase.format(
            parts=strings.SEPARATORS[language].join(
                phrases.LEFT_OUT[part][language] for part in gone
            )
        )
        for language, phrase in phrases.LEFT_OUT_TO_FIT.items()
    }
