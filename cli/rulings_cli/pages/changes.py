"""What has changed on a site since it was last made, and the feed that tells of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import msgspec

from rulings.records import Record

LONGEST_MEMORY = 200
"""Changes that are kept."""

_NOT_ITS_OWN = ("cited", "cited_by", "names")


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was new, changed or gone on a day."""

    date: str
    id: str
    what: str


def changes_since(folder: Path, records: Mapping[str, Record], today: str) -> list[Change]:
    """The changes of all times, the latest first: those kept in a site's folder, and today's.

    A site that is made for the first time has none.
    """
    kept = [msgspec.convert(one, Change) for one in _read(folder / "changes.json", "changes")]
    before = {record["id"]: _digest(record) for record in _read(folder / "entries.json", "entries")}
    if not before:
        return kept
    now = {name: _digest(record) for name, record in records.items()}
    found = [
        Change(date=today, id=name, what=_what(before.get(name), now.get(name)))
        for name in [*now, *(name for name in before if name not in now)]
        if before.get(name) != now.get(name)
    ]
    return [*found, *kept][:LONGEST_MEMORY]


def feed(
    changes: list[Change], title: str, address: str, place: Callable[[str], str | None]
) -> str:
    """An Atom feed of the changes."""
    updated = changes[0].date if changes else "2000-01-01"
    entries = "".join(
        f"<entry><id>{escape(address)}#{change.date}-{escape(change.id.replace(' ', '-'))}</id>"
        f"<title>{escape(change.id)}: {change.what}</title>"
        f"<link href={quoteattr(address + (place(change.id) or 'changes.html'))}/>"
        f"<updated>{change.date}T00:00:00Z</updated></entry>\n"
        for change in changes
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>{escape(address)}</id><title>{escape(title)}</title>"
        f'<link rel="self" href={quoteattr(address + "feed.xml")}/>'
        f"<updated>{updated}T00:00:00Z</updated><author><name>rulings</name></author>\n"
        f"{entries}</feed>\n"
    )


def _read(file: Path, key: str) -> list[Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return list(found[key])
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _digest(record: Record) -> str:
    own = {key: value for key, value in record.items() if key not in _NOT_ITS_OWN}
    return sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()


def _what(before: str | None, now: str | None) -> str:
    if before is None:
        return "new"
    return "changed" if now else "gone"
