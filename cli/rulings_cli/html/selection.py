"""What goes on a page: all of a book, or some rulesets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from rulings import ids
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Ruling, Text, Variant
from rulings.format.record import Record
from rulings.languages import SPOKEN
from rulings.lookup.event import NO_EVENT, OWN_PREFIX, Event, put_in_force
from rulings.lookup.records import Records
from rulings.lookup.rules_in_force import find_ruleset, variant_meant
from rulings.reading.book import Book
from rulings_cli.places.locations import NOT_PUBLISHED

TITLE = Text(en="Rules at the table", ja="卓のルール")


@dataclass(frozen=True)
class Selection:
    """The `book` that citations are looked up in, and the `entries` of it that are shown.

    `variants` are in force at first; `event` is the event that the page is made for.
    """

    book: Book
    entries: dict[str, AnyEntry]
    title: Text
    languages: tuple[str, ...] = ("ja", "en")
    variants: tuple[str, ...] = ()
    event: Event = NO_EVENT

    @property
    def calls(self) -> list[Ruling]:
        """The calls that are shown, the latest first."""
        calls = [each for each in self.entries.values() if isinstance(each, Ruling) and each.call]
        return sorted(calls, key=lambda each: each.call.made if each.call else "", reverse=True)

    @cached_property
    def records(self) -> dict[str, Record]:
        """The records of the entries that are shown, by id."""
        return dict(zip(self.entries, map(Records(self.book).entry, self.entries), strict=True))


def may_be_in_force(entry: AnyEntry) -> bool:
    """Whether an entry is a variant that a table may use."""
    return isinstance(entry, Variant) and entry.status is Status.ACTIVE


def select(
    book: Book,
    rulesets: Sequence[str],
    lang: str | None,
    event: Event = NO_EVENT,
    included: Sequence[str] = (),
    excluded: Sequence[str] = (),
) -> Selection:
    """The entries of the `rulesets`, or else of all games of the event, or else all; with the
    event's variants in force, the `included` ones too, the `excluded` ones not. RulingsError if
    there are no entries, and for a name that is not a variant on the page.
    """
    played = [name for name in event.rulesets if name in book.rulesets]
    chosen = [find_ruleset(book, name) for name in rulesets or played]
    if rulesets and not {each.prefix for each in chosen}.isdisjoint(map(ids.prefix_of, book.cited)):
        raise RulingsError(NOT_PUBLISHED)
    games = () if rulesets else {ruleset.game for ruleset in chosen}
    same_game = (each for each in book.rulesets.values() if each.game in games)
    prefixes = {*(ruleset.prefix for ruleset in (*chosen, *same_game)), OWN_PREFIX}
    entries = {
        name: entry
        for name, entry in book.entries.items()
        if name not in book.cited
        and (not chosen or ids.prefix_of(name) in prefixes)
        # no calls of other events, but also withdrawn ones of this event
        and getattr(getattr(entry, "call", None), "event", "") in ("", event.name)
    }
    if not entries:
        raise RulingsError("no entries for the page; the book or the ruleset named holds none")
    brand = {} if rulesets else book.imprint.title
    title = brand or (chosen[0].name if len(chosen) == 1 else TITLE)
    if event.name:
        title = {code: f"{event.label()}: {words}" for code, words in title.items()}
    known = {name for name, entry in entries.items() if may_be_in_force(entry)}
    meant = partial(variant_meant, book, known, place="on this page")
    added, taken = ([*map(meant, names)] for names in (included, excluded))
    variants = put_in_force(filter(known.__contains__, event.variants), added, taken)
    return Selection(book, entries, title, languages_of(book, entries, lang), variants, event)


def languages_of(book: Book, entries: Iterable[str], lang: str | None) -> tuple[str, ...]:
    """The language of `--lang`, or all languages of the rulesets shown, Japanese first."""
    if lang not in (None, "both"):
        return (str(lang),)
    rulesets = (book.ruleset_of(name) for name in entries)
    codes = dict.fromkeys(code for ruleset in rulesets for code in ruleset.languages)
    return tuple(sorted(codes, key=lambda code: code != "ja")) or SPOKEN
