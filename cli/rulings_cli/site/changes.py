"""What has changed on a site since it was last made, and the feed that tells of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Literal

import msgspec

from rulings.disk.files import read
from rulings.errors import RulingsError
from rulings.format.record import Record
from rulings_cli.html import assets
from rulings_cli.terminal.output import clean

_LARGEST_FILE = 16 * 1024 * 1024
_MOST_CHANGES = 200
_OF_OTHERS = ("cited", "cited_by", "names")


class Change(msgspec.Struct, frozen=True):
    """An entry that was new, changed or gone on a day."""

    date: str
    id: str
    what: Literal["new", "changed", "gone"]


class Past(msgspec.Struct):
    """What a site keeps of its past: the latest changes first, and a digest of each entry."""

    changes: list[Change] = []
    digests: dict[str, str] = {}


def past_of(folder: Path, records: Mapping[str, Record], today: str) -> Past:
    """The past of the site in a folder, with what changes when it is made of these records today.

    RulingsError where what was kept is damaged.
    """
    file = folder / "changes.json"
    try:
        past = msgspec.json.decode(read(file, _LARGEST_FILE) or b"{}", type=Past)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        reason = f"is not as `rulings site` wrote it ({error})"
        raise RulingsError(f"{file}: {reason}; remove it to begin a new feed") from error
    before, now = past.digests, {name: _digest(record) for name, record in records.items()}
    latest = [
        Change(today, name, "gone" if name not in now else "changed" if name in before else "new")
        for name in {**now, **before}
        if before and before.get(name) != now.get(name)
    ]
    return Past([*latest, *past.changes][:_MOST_CHANGES], now)


def feed(
    changes: list[Change], title: str, address: str, place: Callable[[str], str | None]
) -> str:
    """An Atom feed of the changes."""
    entries = (
        assets.filled(
            "feed_entry.xml",
            id=_text(f"{address}#{change.date}-{change.id}".replace(" ", "-")),
            title=_text(f"{change.id}: {change.what}"),
            link=_text(address + (place(change.id) or "")),
            date=_text(change.date),
        )
        for change in changes
    )
    return assets.filled(
        "feed.xml",
        title=_text(title),
        address=_text(address),
        updated=_text(changes[0].date if changes else "2000-01-01"),
        entries="".join(entries),
    )


def _text(words: str) -> str:
    return escape(clean(words))


def _digest(record: Record) -> str:
    """What an entry says itself, in a few characters."""
    content = {key: value for key, value in record.items() if key not in _OF_OTHERS}
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]
