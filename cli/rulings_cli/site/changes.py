"""What has changed on a site since it was last made, and the feed that tells of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from xml.sax.saxutils import escape, quoteattr

import msgspec

from rulings.disk.files import read
from rulings.errors import RulingsError
from rulings.format.record import Record

LONGEST_MEMORY = 200
"""Changes that are kept."""

_LARGEST_FILE = 256 * 1024 * 1024
_AUTHOR = "<author><name>rulings</name></author>"
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OF_OTHERS = ("cited", "cited_by", "names")


What = Literal["new", "changed", "gone"]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was new, changed or gone on a day."""

    date: Annotated[str, msgspec.Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
    id: Annotated[str, msgspec.Meta(max_length=200)]
    what: What


class _Changes(msgspec.Struct):
    """What `changes.json` holds."""

    changes: list[Change] = []


class _Entries(msgspec.Struct):
    """What `entries.json` holds: entries as `show --json` prints them."""

    entries: list[dict[str, Any]] = []

    def __post_init__(self) -> None:
        if not all(isinstance(entry.get("id"), str) for entry in self.entries):
            raise ValueError("an entry without an id")


_Kept = TypeVar("_Kept", _Changes, _Entries)


def changes_since(folder: Path, records: Mapping[str, Record], today: str) -> list[Change]:
    """The latest changes first: today's, then those kept in a site's folder.

    A site that is made for the first time has none. RulingsError where what was kept is damaged.
    """
    kept = _read(folder / "changes.json", _Changes).changes
    entries = _read(folder / "entries.json", _Entries).entries
    before = {record["id"]: _digest(record) for record in entries}
    if not before:
        return kept
    now = {name: _digest(record) for name, record in records.items()}
    latest = [
        Change(date=today, id=name, what=_what(name in before, name in now))
        for name in {**now, **before}
        if before.get(name) != now.get(name)
    ]
    return [*latest, *kept][:LONGEST_MEMORY]


def feed(
    changes: list[Change], title: str, address: str, place: Callable[[str], str | None]
) -> str:
    """An Atom feed of the changes."""
    updated = changes[0].date if changes else "2000-01-01"
    entries = "".join(
        f"<entry><id>{_text(f'{address}#{change.date}-{change.id}'.replace(' ', '-'))}</id>"
        f"<title>{_text(f'{change.id}: {change.what}')}</title>"
        f"<link href={quoteattr(address + (place(change.id) or 'changes.html'))}/>"
        f"<updated>{_text(change.date)}T00:00:00Z</updated></entry>\n"
        for change in changes
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>{_text(address)}</id><title>{_text(title)}</title>"
        f'<link rel="self" href={quoteattr(address + "feed.xml")}/>'
        f"<updated>{_text(updated)}T00:00:00Z</updated>{_AUTHOR}\n"
        f"{entries}</feed>\n"
    )


def _text(words: str) -> str:
    """Text of XML, without the characters that it cannot hold."""
    return escape(_NO_XML.sub("", words))


def has_our_feed(folder: Path) -> bool:
    """Whether a site stands there; those of version 0.1 have no list of their files."""
    return _AUTHOR.encode() in (read(folder / "feed.xml", _LARGEST_FILE) or b"")


def _read(file: Path, kind: type[_Kept]) -> _Kept:
    content = read(file, _LARGEST_FILE)
    if content is None:
        return kind()
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        reason = f"is not as `rulings site` wrote it ({error})"
        raise RulingsError(f"{file}: {reason}; remove it to begin a new feed") from error


def _digest(record: Mapping[str, object]) -> str:
    content = {key: value for key, value in record.items() if key not in _OF_OTHERS}
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _what(was_there: bool, is_there: bool) -> What:
    if not was_there:
        return "new"
    return "changed" if is_there else "gone"
