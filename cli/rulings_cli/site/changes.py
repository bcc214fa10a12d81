"""What has changed on a site since it was last made, and the feed that tells of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

import msgspec

from rulings.disk.files import read
from rulings.errors import RulingsError
from rulings.format.record import Record
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
    updated = changes[0].date if changes else "2000-01-01"
    entries = "".join(
        f"<entry><id>{_text(f'{address}#{change.date}-{change.id}'.replace(' ', '-'))}</id>"
        f"<title>{_text(f'{change.id}: {change.what}')}</title>"
        f"<link href={quoteattr(address + (place(change.id) or ''))}/>"
        f"<updated>{_text(change.date)}T00:00:00Z</updated></entry>\n"
        for change in changes
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>{_text(address)}</id><title>{_text(title)}</title>"
        f'<link rel="self" href={quoteattr(address + "feed.xml")}/>'
        f"<updated>{_text(updated)}T00:00:00Z</updated>"
        f"<author><name>rulings</name></author>\n{entries}</feed>\n"
    )


def _text(words: str) -> str:
    return escape(clean(words))


def _digest(record: Record) -> str:
    """What an entry says itself, in a few characters."""
    content = {key: value for key, value in record.items() if key not in _OF_OTHERS}
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]
