"""Which event is open: one small file in the user's data folder, read by every command."""

import json
import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from rulings.disk.files import content_of, save
from rulings.errors import RulingsError
from rulings.ids import plain
from rulings.lookup.event import NO_EVENT, Event, put_in_force
from rulings.user_folders import folder_of_user
from rulings_cli import switches

if TYPE_CHECKING:
    from rulings_index import Index


def current() -> Event | None:
    """The event that is open; None if there is none, or `--no-event` is given."""
    if switches.given(switches.NO_EVENT):
        return None
    known, opened = _read()
    return known[opened] if opened else None


def events() -> list[Event]:
    """All events that were ever set, the latest first."""
    return sorted(_read()[0].values(), key=lambda event: event.date, reverse=True)


def latest() -> Event:
    """The event that is open, or else the last one that was."""
    known = {} if switches.given(switches.NO_EVENT) else _read()[0]
    return current() or next(reversed(known.values()), NO_EVENT)


def find(name: str) -> Event | None:
    """The event of a name, open or closed; width and case need not match."""
    known = _read()[0]
    alike = {plain(each): event for each, event in known.items()}
    return known.get(name) or alike.get(plain(name))


def locked() -> AbstractContextManager[None]:
    """Hold the lock of events and new ids, so that no other command changes or gives one."""
    from rulings.disk import changes

    return changes.locked_folder(os.path.dirname(_place()))


def open_event(event: Event) -> None:
    """Store an event, and open it; call it inside `locked`."""
    others = [each for each in _read()[0].values() if each.name != event.name]
    _write([*others, event], event.name)  # the one that was open last stands last


def close() -> None:
    """Close the open event, which stays stored; call it inside `locked`."""
    _write(_read()[0].values(), None)


def _write(known: Iterable[Event], opened: str | None) -> None:
    stored = {"open": opened, "events": [each.as_json() for each in known]}
    save(_place(), json.dumps(stored, ensure_ascii=False, indent=1).encode(errors="replace"))


def rename_variants(now_called: Mapping[str, str]) -> None:
    """Give the events the present ids of their variants, by former id."""
    known, opened = _read()
    for name, event in known.items():
        variants = tuple(now_called.get(each, each) for each in event.variants)
        known[name] = event._replace(variants=variants)
    _write(known.values(), opened)


def event(included: Iterable[str] = (), excluded: Iterable[str] = ()) -> Event:
    """The open event or an empty one, with `included` variants and without `excluded` ones."""
    opened = current() or NO_EVENT
    return opened._replace(variants=put_in_force(opened.variants, included, excluded))


def log(event: Event, command: str, asked: str, certainty: str = "", **ids: Iterable[str]) -> None:
    """Log what was asked while an event is open. `ids` are those `shown` and those `opened`."""
    if event.name and asked.strip():
        from rulings_cli.event.log import add  # a search without an event does not pay for it

        add(event, command, asked, certainty, **ids)


def variants(
    index: "Index", names: Iterable[str] | None, played: Collection[str] | None = None
) -> list[str]:
    """The ids of variants that were typed; where one may mean several, that of a `played` ruleset
    (default: the open event's). RulingsError for what means no variant, or still several.
    """
    ids, opened = list[str](), event()
    played = opened.rulesets if played is None else played
    for name in names or ():
        variants = (each for each in index.show(name) if each["kind"] == "variant")
        now = opened.variants  # one that was withdrawn since can be taken out of force
        shown = [each for each in variants if each["status"] == "active" or each["id"] in now]
        candidates = [entry["id"] for entry in shown if entry["ruleset"] in played]
        candidates = candidates or [entry["id"] for entry in shown]
        if len(candidates) != 1:
            none = "is not a variant in the book, or is a draft or withdrawn"
            which = f"may mean {', '.join(candidates)}" if candidates else none
            raise RulingsError(f"{name!r} {which}; write it like BR-V5")
        ids += candidates
    return ids


def _place() -> str:
    return os.path.join(folder_of_user("data"), "events.json")


def _read() -> tuple[dict[str, Event], str | None]:
    """All events by name, and the name of the open one. RulingsError for a damaged file."""
    place = _place()
    content = content_of(place, 4 * 1024 * 1024)
    if not (content or os.path.lexists(place)):
        return {}, None
    try:
        stored: Any = json.loads(content)
        known = {each["name"]: Event.of(each) for each in stored["events"]}
        if stored["open"] is not None and stored["open"] not in known:
            raise KeyError(stored["open"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        remedy = "correct it or move it away (--no-event goes without)"
        raise RulingsError(f"{place}: holds no events that can be read; {remedy}") from error
    return known, stored["open"]
