"""Checks of the life of an entry: its status, and the edition it was checked against."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator

from rulings.checks.base import EntryCheck, Fault
from rulings.format.model import AnyEntry, Status

_MONTHS = 12


class NoReasonGiven(EntryCheck):
    """A superseded or withdrawn entry that does not say when and why."""

    code = "B601"
    summary = "a superseded or withdrawn entry without its date and reason"
    remedy = "add to `history`: {date, status, by, note}"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if entry.status not in (Status.SUPERSEDED, Status.WITHDRAWN):
            return
        items = [item for item in entry.history if item.status == entry.status]
        if not items:
            yield Fault(("status",), f"{entry.status} since when, and why? add it under history")
        elif not any(map(any, (item.note.values() for item in items))):
            yield Fault(("history",), f"why is it {entry.status}? add a note to its history")


class NoSuchDay(EntryCheck):
    """A date that no calendar has; it would be sorted and compared like others."""

    code = "B603"
    summary = "a date that no calendar has"
    remedy = "correct the month or the day"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for number, item in enumerate(entry.history):
            year, month, day = (*map(int, item.date.split("-")), 1, 1)[:3]
            if not 1 <= month <= _MONTHS:
                message = f"{item.date}: there is no month {month}; correct it"
                yield Fault(("history", number, "date"), message)
            elif not (year and 1 <= day <= (days := monthrange(year, month)[1])):
                message = f"{item.date}: that month has {days} days; correct it"
                yield Fault(("history", number, "date"), message)


class EditionUnknown(EntryCheck):
    """`checked_against` names a ruleset that the book does not hold."""

    code = "B602"
    summary = "checked against a ruleset that is not in the book"
    remedy = "name the ruleset by its id, with the edition you read"
    needs_all = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for name in entry.checked_against:
            if name not in self.book.rulesets:
                message = f"no ruleset {name!r}; known: {', '.join(self.book.rulesets)}"
                yield Fault(("checked_against", name), message)
