"""The life of an entry: its status on any day, from its `history`."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rulings.format.model import HistoryItem, Status
from rulings.format.record import Record

_ENDED = (Status.SUPERSEDED, Status.WITHDRAWN)


def status_on(status: Status, history: Iterable[HistoryItem], date: str) -> Status | None:
    """The status on `date` (ISO; a year or month means its first day) of what is `status` today.

    None if it was not there yet: before the first date of a history that begins with `draft` or
    `active`. Before a history that begins with another status the entry was active. Without a
    history the status has always been the same.
    """
    items = sorted(history, key=lambda item: item.date)
    if not items:
        return status
    past = [item for item in items if item.date <= date]
    if past:
        return past[-1].status
    return Status.ACTIVE if items[0].status in _ENDED else None


def status_in_record(record: Record, date: str) -> Status | None:
    """`status_on` for an entry's record, as the index keeps it."""
    history = msgspec.convert(record["history"], list[HistoryItem])
    return status_on(Status(record["status"]), history, date)
