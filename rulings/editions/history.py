"""The life of an entry: its status on any day, from its `history`."""

from __future__ import annotations

from rulings.model import Entry, Status

_ENDED = (Status.SUPERSEDED, Status.WITHDRAWN)


def as_of(entry: Entry, date: str) -> Status | None:
    """The status that an entry had on `date` (ISO; a year or month means its first day).

    None where it was not there yet: before the first date of a history that begins with `draft`
    or `active`. What a history begins by ending was active before. Without a history an entry
    has always been what it is.
    """
    items = sorted(entry.history, key=lambda item: item.date)
    if not items:
        return entry.status
    past = [item for item in items if item.date <= date]
    if past:
        return past[-1].status
    return Status.ACTIVE if items[0].status in _ENDED else None
